-- Whom a match waits for after the last entry of its log, so that a person's matches need not be rebuilt to find
-- the one that is meant. A JSON list of seats; NULL before the first entry, and after those of older versions.

ALTER TABLE matches ADD COLUMN pending TEXT;
