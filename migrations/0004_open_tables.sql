-- The tables in a channel that somebody can still join, newest first, found without reading the others.

CREATE INDEX matches_open ON matches (channel, game) WHERE status = 'lobby';
