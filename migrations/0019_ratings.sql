-- Oldest code: 0018
-- Ratings of persons and their records: what a match that is over tells beside its result. Both follow from
-- its log and are written with `result`.

ALTER TABLE matches ADD COLUMN rated TEXT;     -- JSON: the person who began in each seat and the rank; NULL: not rated
ALTER TABLE matches ADD COLUMN answers TEXT;   -- JSON: the seconds that the person in each seat took to answer

CREATE INDEX matches_by_rating ON matches (game, guild) WHERE rated IS NOT NULL;
