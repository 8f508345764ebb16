-- How an automatic player has chosen a move: the player that chose, its version, the entry after which it was asked,
-- its budget, and whether time cut its search. NULL: a person's entry, or an older version wrote it.

ALTER TABLE entries ADD COLUMN made text;
