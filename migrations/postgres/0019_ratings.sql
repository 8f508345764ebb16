ALTER TABLE matches ADD COLUMN rated text;
ALTER TABLE matches ADD COLUMN answers text;

CREATE INDEX matches_by_rating ON matches (game, guild) WHERE rated IS NOT NULL;
