-- What a health check writes, to see that writing works: one row, written again and again.
CREATE TABLE probes (
    name TEXT PRIMARY KEY,
    written_at INTEGER NOT NULL
) /*sqlite: STRICT */;
