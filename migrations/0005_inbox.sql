-- A person's matches are listed by since when they wait and by when they ended, with whom was asked, and none is
-- rebuilt for it. Rows of older versions say what their logs still tell.

ALTER TABLE matches ADD COLUMN asked    TEXT;     -- JSON list: the seats asked what is open, answered or not
ALTER TABLE matches ADD COLUMN asked_at INTEGER;  -- when the latest of them was called
ALTER TABLE matches ADD COLUMN ended_at INTEGER;  -- NULL while it has not, or where that is not known

UPDATE matches SET asked_at = (SELECT at FROM entries WHERE match = matches.id AND number = matches.called)
    WHERE status = 'running';
UPDATE matches SET ended_at = (SELECT max(at) FROM entries WHERE match = matches.id)
    WHERE status IN ('over', 'cancelled');
