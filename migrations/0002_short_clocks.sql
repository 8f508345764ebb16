-- Until when the bot was there, so that short clocks stand still while it is away; what a post shows, so that
-- nothing is edited that would look the same; and timers whose numbers are never given again, so that whoever
-- still holds an old one cannot mean a new one.

CREATE TABLE alive (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    at INTEGER NOT NULL
) STRICT;

CREATE TABLE numbered (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    match   INTEGER NOT NULL REFERENCES matches,
    kind    TEXT    NOT NULL,
    seat    INTEGER,
    number  INTEGER NOT NULL,  -- the log entry it was set at
    due     INTEGER NOT NULL,
    payload TEXT    NOT NULL DEFAULT ''
) STRICT;

INSERT INTO numbered SELECT id, match, kind, seat, number, due, payload FROM timers;
DROP TABLE timers;
ALTER TABLE numbered RENAME TO timers;
CREATE INDEX timers_by_due ON timers (due);
CREATE INDEX timers_by_match ON timers (match);

ALTER TABLE posts ADD COLUMN shown TEXT NOT NULL DEFAULT '';  -- digest
