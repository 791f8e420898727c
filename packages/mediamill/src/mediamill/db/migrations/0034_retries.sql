-- survives: older versions
-- Failed generations that an operator had made again, and what they were made again as.
CREATE TABLE retries (
    generation_id TEXT /*pg: COLLATE "C" */ PRIMARY KEY, -- the failed one, which may be deleted
    retried_as TEXT /*pg: COLLATE "C" */ NOT NULL UNIQUE,
    created_at INTEGER NOT NULL
) /*sqlite: STRICT */;

CREATE INDEX generations_in_error ON generations (finished_at, id) WHERE status = 'error';
