-- Oldest code: 0016
-- Leagues: their seasons, who plays in them, their tables, and what moderators have done.

CREATE TABLE leagues (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    guild     INTEGER NOT NULL,
    channel   INTEGER NOT NULL,
    locale    TEXT    NOT NULL,
    game      TEXT    NOT NULL,
    options   TEXT    NOT NULL,           -- JSON, as of a match
    seats     INTEGER NOT NULL,           -- of a table
    opened_by INTEGER NOT NULL,
    opened_at INTEGER NOT NULL,
    click     INTEGER NOT NULL,    -- the one that has opened it
    state     TEXT    NOT NULL,           -- open, asleep or ended
    due       INTEGER,                    -- when its calendar is looked at next; NULL: not at all
    version   INTEGER NOT NULL DEFAULT 0,
    post      INTEGER,                    -- its message in the channel
    shown     TEXT                        -- a digest of what that shows
) STRICT;

CREATE UNIQUE INDEX leagues_by_click ON leagues (click);
CREATE INDEX leagues_by_guild ON leagues (guild);
CREATE INDEX leagues_by_due ON leagues (due) WHERE due IS NOT NULL;

CREATE TABLE seasons (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    league  INTEGER NOT NULL REFERENCES leagues,
    number  INTEGER NOT NULL,             -- from 1
    stage   TEXT    NOT NULL,             -- sign_up, playing or closed
    seed    BLOB    NOT NULL,             -- a secret until the season is over
    begins  INTEGER NOT NULL,
    ends    INTEGER,
    value   TEXT    NOT NULL             -- JSON: how often it was put off, and once it is closed how everybody did
) STRICT;

CREATE UNIQUE INDEX seasons_by_league ON seasons (league, number);

CREATE TABLE members (
    season   INTEGER NOT NULL REFERENCES seasons,
    person   INTEGER NOT NULL,
    name     TEXT    NOT NULL,
    click    INTEGER NOT NULL,            -- the one that has signed up
    state    TEXT    NOT NULL,            -- in, withdrawn or out
    level    INTEGER,                     -- NULL before the season begins
    division INTEGER,
    PRIMARY KEY (season, person)
) STRICT, WITHOUT ROWID;

CREATE INDEX members_by_person ON members (person);

CREATE TABLE season_tables (
    season   INTEGER NOT NULL REFERENCES seasons,
    number   INTEGER NOT NULL,
    division INTEGER NOT NULL,
    seats    TEXT    NOT NULL,            -- JSON: the persons in turn order
    match    INTEGER REFERENCES matches,  -- NULL before it is opened
    value    TEXT    NOT NULL,            -- JSON: the result, and who has annulled it
    PRIMARY KEY (season, number)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX season_tables_by_match ON season_tables (match);

CREATE TABLE league_acts (
    id     INTEGER PRIMARY KEY AUTOINCREMENT,
    league INTEGER NOT NULL REFERENCES leagues,
    at     INTEGER NOT NULL,
    by     INTEGER,                       -- NULL: the house
    what   TEXT    NOT NULL,
    about  TEXT    NOT NULL               -- JSON
) STRICT;

CREATE INDEX league_acts_by_league ON league_acts (league);
