-- Oldest code: 0008
-- Several processes on one database: who there is, of which application, with which shards. On SQLite one
-- process runs on the file, and holds everything; the columns are the same.

CREATE TABLE processes (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,  -- never given twice: what takes lanes and timers is called so
    name    TEXT    NOT NULL,                   -- what a host knows it by
    level   INTEGER NOT NULL,                   -- what its code can do
    invalid INTEGER NOT NULL DEFAULT 0,         -- requests of ten minutes that Discord has refused
    until   INTEGER NOT NULL                    -- who has not said by then that it lives is dead
) STRICT;

CREATE TABLE cluster (
    id          INTEGER PRIMARY KEY CHECK (id = 1),
    application INTEGER NOT NULL,
    shard_count INTEGER NOT NULL CHECK (shard_count > 0)
) STRICT;

CREATE TABLE identify (
    key    INTEGER PRIMARY KEY,  -- shard modulo max_concurrency
    next   INTEGER NOT NULL      -- when the next session with that key may begin
) STRICT;

ALTER TABLE shards ADD COLUMN up INTEGER NOT NULL DEFAULT 1;  -- whether people can press; served = 0: not yet
