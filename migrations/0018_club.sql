-- Oldest code: 0017
-- What a server is told: its lanes, and what is to be said there; tables that people wish to hear of.

CREATE TABLE server_lanes (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    guild     INTEGER NOT NULL,
    kind      TEXT    NOT NULL,            -- news
    channel   INTEGER NOT NULL,
    locale    TEXT    NOT NULL,
    chosen_by INTEGER NOT NULL,
    state     TEXT    NOT NULL DEFAULT 'open',  -- open, or closed: the channel lets nothing in any more
    rests     INTEGER NOT NULL DEFAULT 0,  -- until when nothing more is said
    say_due   INTEGER,                     -- NULL: nothing to say
    sayer     TEXT,                        -- who says it until then
    begun     INTEGER NOT NULL DEFAULT 0   -- the last bulletin of a message of which nothing was heard; 0: none
) STRICT;

CREATE UNIQUE INDEX server_lanes_by_guild ON server_lanes (guild, kind);
CREATE INDEX server_lanes_by_say_due ON server_lanes (say_due) WHERE say_due IS NOT NULL;

CREATE TABLE bulletins (
    id    INTEGER PRIMARY KEY AUTOINCREMENT,
    lane  INTEGER NOT NULL,  -- it may be gone: a change of a match must not wait for that
    kind  TEXT    NOT NULL,  -- opened, seat or over
    match INTEGER NOT NULL REFERENCES matches,
    at    INTEGER NOT NULL
) STRICT;

CREATE INDEX bulletins_by_lane ON bulletins (lane, id);

CREATE TABLE wishes (
    id     INTEGER PRIMARY KEY AUTOINCREMENT,
    guild  INTEGER NOT NULL,
    person INTEGER NOT NULL,
    game   TEXT    NOT NULL,
    pace   TEXT    NOT NULL,  -- as of a match; empty: whichever
    at     INTEGER NOT NULL,
    listed INTEGER NOT NULL,  -- whether it is told in the list of one's matches alone
    match  INTEGER,           -- the table that has opened, where it is told there
    notice INTEGER            -- the notice that is about to tell it, while that is in the outbox
) STRICT;

CREATE UNIQUE INDEX wishes_once ON wishes (person, guild, game, pace);
CREATE INDEX wishes_by_game ON wishes (guild, game);
CREATE INDEX wishes_by_at ON wishes (at);
