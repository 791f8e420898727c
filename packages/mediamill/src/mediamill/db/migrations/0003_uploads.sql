-- Files that callers handed in to use as inputs; each goes when it has expired.
CREATE TABLE uploads (
    id TEXT /*pg: COLLATE "C" */ PRIMARY KEY,
    account_id TEXT /*pg: COLLATE "C" */ NOT NULL REFERENCES accounts (id),
    storage_key TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL CHECK (kind IN ('image', 'audio')),
    size_bytes INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) /*sqlite: STRICT */;

CREATE INDEX uploads_of_account ON uploads (account_id, expires_at);

CREATE INDEX uploads_by_end ON uploads (expires_at);
