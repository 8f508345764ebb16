-- People choose how things are shown to them, and keep notes of their own beside a match.

ALTER TABLE people ADD COLUMN chosen TEXT NOT NULL DEFAULT '';  -- JSON: language, letters, previews left out

CREATE TABLE jottings (
    person INTEGER NOT NULL,
    match  INTEGER NOT NULL REFERENCES matches,
    text   TEXT    NOT NULL,
    at     INTEGER NOT NULL,
    PRIMARY KEY (person, match)
) STRICT, WITHOUT ROWID;
