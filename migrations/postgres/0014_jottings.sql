CREATE INDEX jottings_by_match ON jottings (match);
