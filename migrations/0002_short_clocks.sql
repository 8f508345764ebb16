-- Until when the bot was there, so that short clocks stand still while it is away; and what a post shows, so that
-- nothing is edited that would look the same.

CREATE TABLE alive (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    at INTEGER NOT NULL
) STRICT;

ALTER TABLE posts ADD COLUMN shown TEXT NOT NULL DEFAULT '';  -- digest
