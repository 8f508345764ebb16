ALTER TABLE shards ADD COLUMN heir text;
ALTER TABLE processes ADD COLUMN leaving bigint NOT NULL DEFAULT 0;
