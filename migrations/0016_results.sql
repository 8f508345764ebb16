-- Oldest code: 0015
-- How a match came out, seat by seat, as JSON: it follows from the log, and is kept so that lists need not
-- fold it. NULL: it has not ended, or nobody has asked yet.

ALTER TABLE matches ADD COLUMN result TEXT;

CREATE INDEX matches_by_end ON matches (guild, channel, ended_at) WHERE status = 'over';
CREATE INDEX matches_without_result ON matches (id) WHERE status = 'over' AND result IS NULL;
