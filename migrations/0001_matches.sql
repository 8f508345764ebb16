-- Matches, their seats and logs, what is due and what must be said, people, and where matches are shown.
-- Times are microseconds since 1970 in UTC. Ids of the outside world are opaque integers.

PRAGMA application_id = 1280590412;  -- 'LTBL'

CREATE TABLE matches (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    game        TEXT    NOT NULL,
    rules       INTEGER NOT NULL,
    options     TEXT    NOT NULL,  -- JSON of the game's options
    size        INTEGER NOT NULL CHECK (size > 0),
    status      TEXT    NOT NULL CHECK (status IN ('lobby', 'running', 'over', 'cancelled')),
    host        INTEGER NOT NULL,
    guild       INTEGER NOT NULL,
    channel     INTEGER NOT NULL,
    locale      TEXT    NOT NULL,
    seed        BLOB    NOT NULL CHECK (length(seed) = 32),
    opened_at   INTEGER NOT NULL,
    rematch_of  INTEGER REFERENCES matches
) STRICT;

CREATE INDEX matches_by_guild ON matches (guild, status);
CREATE INDEX matches_by_rematch ON matches (rematch_of) WHERE rematch_of IS NOT NULL;

CREATE TABLE seats (
    match   INTEGER NOT NULL REFERENCES matches,
    seat    INTEGER NOT NULL CHECK (seat >= 0),
    person  INTEGER,
    name    TEXT    NOT NULL,
    player  TEXT,
    click   INTEGER NOT NULL,            -- mixed into the match's chance
    agreed  INTEGER NOT NULL DEFAULT 0,  -- to cancel the running match
    PRIMARY KEY (match, seat),
    CHECK ((person IS NULL) <> (player IS NULL))
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX seats_by_person ON seats (person, match) WHERE person IS NOT NULL;

CREATE TABLE entries (
    match   INTEGER NOT NULL REFERENCES matches,
    number  INTEGER NOT NULL CHECK (number >= 0),
    kind    TEXT    NOT NULL CHECK (kind IN ('start', 'move', 'seat')),
    seat    INTEGER,
    text    TEXT    NOT NULL,
    drawn   TEXT    NOT NULL,  -- JSON list of numbers
    at      INTEGER NOT NULL,
    by      INTEGER,
    hash    TEXT    NOT NULL,
    PRIMARY KEY (match, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE clicks (
    click   INTEGER NOT NULL,
    match   INTEGER NOT NULL REFERENCES matches,
    verb    TEXT    NOT NULL,
    entry   INTEGER,           -- the entry it made, if it made one
    PRIMARY KEY (match, click, verb)
) STRICT, WITHOUT ROWID;

-- A click opens one match.
CREATE UNIQUE INDEX clicks_opened_once ON clicks (click) WHERE verb = 'open';

CREATE TABLE timers (
    id      INTEGER PRIMARY KEY,
    match   INTEGER NOT NULL REFERENCES matches,
    kind    TEXT    NOT NULL,
    seat    INTEGER,
    number  INTEGER NOT NULL,  -- the log entry it was set at
    due     INTEGER NOT NULL,
    payload TEXT    NOT NULL DEFAULT ''
) STRICT;

CREATE INDEX timers_by_due ON timers (due);
CREATE INDEX timers_by_match ON timers (match);

CREATE TABLE outbox (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    match     INTEGER NOT NULL REFERENCES matches,
    kind      TEXT    NOT NULL,
    seat      INTEGER,
    number    INTEGER NOT NULL,
    continues INTEGER NOT NULL DEFAULT 0,
    attempts  INTEGER NOT NULL DEFAULT 0,
    due       INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX outbox_by_match ON outbox (match, id);

CREATE TABLE people (
    id        INTEGER PRIMARY KEY,
    name      TEXT    NOT NULL,
    locale    TEXT,
    theme     TEXT,
    dm_closed INTEGER NOT NULL DEFAULT 0,
    dm_told   INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE posts (
    match   INTEGER NOT NULL REFERENCES matches,
    kind    TEXT    NOT NULL,
    person  INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    message INTEGER NOT NULL,
    number  INTEGER NOT NULL,
    PRIMARY KEY (match, kind, person)
) STRICT, WITHOUT ROWID;

CREATE INDEX posts_by_channel ON posts (channel, kind);

CREATE TABLE notes (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
