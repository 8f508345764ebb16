ALTER TABLE entries ADD COLUMN link text NOT NULL DEFAULT '';
ALTER TABLE matches ADD COLUMN digest text NOT NULL DEFAULT '';
INSERT INTO notes (key, value) VALUES ('undigested', '') ON CONFLICT (key) DO UPDATE SET value = excluded.value;
