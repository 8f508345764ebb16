-- Matches have a pace and may sleep; seats have clocks; people have zones, quiet hours and leave; servers have
-- settings; when nobody could press is kept. Matches that are being played go on without a clock.

ALTER TABLE matches ADD COLUMN pace   TEXT    NOT NULL DEFAULT 'open';
ALTER TABLE matches ADD COLUMN asleep INTEGER NOT NULL DEFAULT 0;
ALTER TABLE matches ADD COLUMN acted  INTEGER NOT NULL DEFAULT 0;   -- when a person did something
ALTER TABLE matches ADD COLUMN house  TEXT    NOT NULL DEFAULT '';  -- JSON: pauses, sleep

UPDATE matches SET acted = coalesce((SELECT max(at) FROM entries WHERE match = matches.id), opened_at);

CREATE INDEX matches_by_acted ON matches (acted) WHERE status = 'running' AND asleep = 0;

CREATE TABLE clocks (
    match INTEGER NOT NULL REFERENCES matches,
    seat  INTEGER NOT NULL CHECK (seat >= 0),
    since INTEGER,           -- when its call was delivered
    value TEXT    NOT NULL,  -- JSON of the rest
    PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE hours (
    person INTEGER PRIMARY KEY,
    value  TEXT NOT NULL  -- JSON: zone, quiet hours, leave
) STRICT;

CREATE TABLE servers (
    guild INTEGER PRIMARY KEY,
    value TEXT NOT NULL  -- JSON of its settings
) STRICT;

CREATE TABLE outages (
    shard INTEGER NOT NULL,
    began INTEGER NOT NULL,
    ended INTEGER NOT NULL,
    PRIMARY KEY (shard, began)
) STRICT, WITHOUT ROWID;

CREATE INDEX outages_by_end ON outages (shard, ended);
