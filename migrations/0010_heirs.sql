-- Oldest code: 0008
-- A shard is handed on without a gap: its heir begins a session of its own before the other ends. On SQLite one
-- process has all shards; the columns are the same.

ALTER TABLE shards ADD COLUMN heir TEXT;  -- who begins a session for it as well; '': whoever would; NULL: nobody is to
ALTER TABLE processes ADD COLUMN leaving INTEGER NOT NULL DEFAULT 0;  -- whether it hands on all that it serves, and ends
