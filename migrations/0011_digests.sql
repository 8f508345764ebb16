-- Every entry says what the log up to it comes to, and every match what the whole log does: so a single bit
-- that has changed in any of them is found. What older versions wrote gets its digests while the bot runs.

ALTER TABLE entries ADD COLUMN link TEXT NOT NULL DEFAULT '';    -- the first 16 digits of the digest up to it
ALTER TABLE matches ADD COLUMN digest TEXT NOT NULL DEFAULT '';  -- SHA-256; '' without entries, or not yet

INSERT OR REPLACE INTO notes (key, value) VALUES ('undigested', '');
