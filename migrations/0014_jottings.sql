-- Oldest code: 0008
-- The notes on a match are read together, for all who sit there.

CREATE INDEX jottings_by_match ON jottings (match);
