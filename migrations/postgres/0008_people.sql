ALTER TABLE people ADD COLUMN chosen text NOT NULL DEFAULT '';

CREATE TABLE jottings (
    person bigint NOT NULL,
    match  bigint NOT NULL REFERENCES matches,
    text   text NOT NULL,
    at     bigint NOT NULL,
    PRIMARY KEY (person, match)
);
