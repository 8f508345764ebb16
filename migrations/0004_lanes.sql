-- A match's row says when something of it is to be said and who says it; timers are leased; each notice has one
-- place and records what was begun for it; rows that cannot be read are set aside; ended matches are kept
-- compactly; until when each shard was served, so that time away is the time in which nobody could press.
-- The log takes entries of new kinds.

ALTER TABLE matches ADD COLUMN version INTEGER NOT NULL DEFAULT 0;  -- counts every change; the writer's fence
ALTER TABLE matches ADD COLUMN say_due INTEGER;                     -- NULL: nothing to say
ALTER TABLE matches ADD COLUMN sayer   TEXT;                        -- who says it until then
ALTER TABLE matches ADD COLUMN called  INTEGER;  -- entry that called the latest of the persons it waits for

ALTER TABLE matches ADD COLUMN kept INTEGER NOT NULL DEFAULT 0;  -- once it has ended: the log is in the archive

CREATE INDEX matches_by_say_due ON matches (say_due) WHERE say_due IS NOT NULL;
CREATE INDEX matches_by_sayer ON matches (sayer) WHERE sayer IS NOT NULL;
CREATE INDEX matches_to_keep ON matches (id) WHERE kept = 0 AND status IN ('over', 'cancelled');
CREATE INDEX matches_open ON matches (channel, game) WHERE status = 'lobby';

CREATE TABLE said (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    match     INTEGER NOT NULL REFERENCES matches,
    kind      TEXT    NOT NULL,
    seat      INTEGER,
    number    INTEGER NOT NULL,
    person    INTEGER,                      -- whom it is for in private; NULL: everybody
    continues INTEGER NOT NULL DEFAULT 0,
    attempts  INTEGER NOT NULL DEFAULT 0,   -- that failed
    due       INTEGER NOT NULL DEFAULT 0,
    nonce     TEXT    NOT NULL DEFAULT (lower(hex(randomblob(8)))),
    intent    TEXT    NOT NULL DEFAULT ''   -- where a message was begun of which nothing was heard
) STRICT;

INSERT INTO said (id, match, kind, seat, number, continues)
    SELECT id, match, kind, seat, number, continues FROM outbox ORDER BY id;
DROP TABLE outbox;
ALTER TABLE said RENAME TO outbox;
CREATE INDEX outbox_by_match ON outbox (match, id);
CREATE INDEX outbox_unreadable ON outbox (id) WHERE due < 0 OR due > 221356800000000000;
UPDATE matches SET say_due = 0 WHERE id IN (SELECT match FROM outbox);

ALTER TABLE timers ADD COLUMN free_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE timers ADD COLUMN taker   TEXT;

CREATE INDEX timers_taken ON timers (free_at) WHERE free_at > 0;

CREATE TABLE log (
    match   INTEGER NOT NULL REFERENCES matches,
    number  INTEGER NOT NULL CHECK (number >= 0),
    kind    TEXT    NOT NULL,
    seat    INTEGER,
    text    TEXT    NOT NULL,
    drawn   TEXT    NOT NULL,  -- JSON list of numbers
    at      INTEGER NOT NULL,
    by      INTEGER,
    hash    TEXT    NOT NULL,
    PRIMARY KEY (match, number)
) STRICT, WITHOUT ROWID;

INSERT INTO log SELECT match, number, kind, seat, text, drawn, at, by, hash FROM entries;
DROP TABLE entries;
ALTER TABLE log RENAME TO entries;

-- The log of a match that has ended, in place of its entries.
CREATE TABLE archive (
    match   INTEGER PRIMARY KEY REFERENCES matches,
    entries INTEGER NOT NULL,  -- how many
    start   TEXT    NOT NULL,  -- text of the first one
    log     BLOB    NOT NULL   -- JSON, compressed with zlib
) STRICT;

ALTER TABLE clicks ADD COLUMN at INTEGER NOT NULL DEFAULT 0;
CREATE INDEX clicks_by_at ON clicks (at);

ALTER TABLE people ADD COLUMN inbox INTEGER;  -- the direct channel

CREATE INDEX posts_by_person ON posts (person, message) WHERE person <> 0;

CREATE TABLE aside (
    id    INTEGER PRIMARY KEY AUTOINCREMENT,
    what  TEXT    NOT NULL,  -- the table it stood in
    match INTEGER,
    row   TEXT    NOT NULL,  -- JSON of its columns
    why   TEXT    NOT NULL,
    at    INTEGER NOT NULL
) STRICT;

CREATE TABLE shards (
    id     INTEGER PRIMARY KEY,
    holder TEXT,
    served INTEGER NOT NULL  -- until when its session with Discord was up
) STRICT;

INSERT INTO shards SELECT 0, NULL, at FROM alive;
DROP TABLE alive;
