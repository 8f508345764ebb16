ALTER TABLE matches ADD COLUMN result text;

CREATE INDEX matches_by_end ON matches (guild, channel, ended_at) WHERE status = 'over';
CREATE INDEX matches_without_result ON matches (id) WHERE status = 'over' AND result IS NULL;
