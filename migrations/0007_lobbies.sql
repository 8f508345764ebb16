-- Tables know for whom seats are kept and how they start. Those that are open get the timers of new ones.

ALTER TABLE matches ADD COLUMN lobby TEXT NOT NULL DEFAULT '';  -- JSON: invitations, how it starts

CREATE INDEX matches_open_at ON matches (guild) WHERE status = 'lobby';

INSERT INTO timers (match, kind, seat, number, due, payload)
    SELECT id, 'close', NULL, 0, (unixepoch() + 14 * 86400) * 1000000, '' FROM matches WHERE status = 'lobby';
