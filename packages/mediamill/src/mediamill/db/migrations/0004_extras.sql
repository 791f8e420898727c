-- What callers ask for beside the interface: safe repeats, the states a generation went through, files that are gone.

-- Which generation a key of an account started; a key is forgotten after a day.
CREATE TABLE idempotency_keys (
    account_id TEXT /*pg: COLLATE "C" */ NOT NULL REFERENCES accounts (id),
    key TEXT /*pg: COLLATE "C" */ NOT NULL,
    body_digest TEXT NOT NULL, -- SHA-256 of the body it came with
    generation_id TEXT /*pg: COLLATE "C" */ NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (account_id, key)
) /*sqlite: STRICT */;

CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);

-- Every state after the first, in order. The first, `processing` at `created_at`, is number 0 and has no row.
CREATE TABLE generation_events (
    generation_id TEXT /*pg: COLLATE "C" */ NOT NULL REFERENCES generations (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    status TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (generation_id, number)
) /*sqlite: STRICT */;

-- Generations whose files were deleted: at their owner's wish, or because the time of its plan was over.
CREATE TABLE tombstones (
    generation_id TEXT /*pg: COLLATE "C" */ PRIMARY KEY,
    account_id TEXT /*pg: COLLATE "C" */ NOT NULL REFERENCES accounts (id),
    reason TEXT NOT NULL CHECK (reason IN ('deleted', 'expired')),
    created_at INTEGER NOT NULL
) /*sqlite: STRICT */;

-- The W3C trace of the request that started it: log lines and spans of its work carry the same id.
ALTER TABLE generations ADD COLUMN trace TEXT;

-- Of several attempts only one's files count: by this index housekeeping finds where to look for the others'.
CREATE INDEX generations_contested ON generations (finished_at) WHERE attempt > 1 AND finished_at IS NOT NULL;

-- By this index housekeeping finds files whose time is over.
CREATE INDEX generations_with_files ON generations (finished_at) WHERE output_key IS NOT NULL;
