-- The processes that share this database, and which of them does what only one may do.

-- A row for each process; those that ended are remembered for a while, so that it is known what was served until when.
CREATE TABLE workers (
    name TEXT /*pg: COLLATE "C" */ PRIMARY KEY, -- the name that its leases carry
    version TEXT NOT NULL, -- of mediamill
    catalogue TEXT NOT NULL, -- digest of its tools and models
    pools TEXT NOT NULL, -- those it works for, with commas; empty for one that only serves HTTP
    started_at INTEGER NOT NULL,
    beat_at INTEGER NOT NULL,
    alive_until INTEGER NOT NULL, -- without another beat; the end of one that stopped
    stopped_at INTEGER
) /*sqlite: STRICT */;

-- What its own catalogue and engines can run, in the pools it works for.
CREATE TABLE worker_models (
    worker TEXT /*pg: COLLATE "C" */ NOT NULL REFERENCES workers (name) ON DELETE CASCADE,
    pool TEXT /*pg: COLLATE "C" */ NOT NULL,
    tool TEXT /*pg: COLLATE "C" */ NOT NULL,
    model TEXT /*pg: COLLATE "C" */ NOT NULL,
    PRIMARY KEY (worker, pool, tool, model)
) /*sqlite: STRICT */;

CREATE INDEX worker_models_by_model ON worker_models (pool, tool, model, worker);

-- Work that one process at a time does for all, under a lease.
CREATE TABLE duties (
    name TEXT /*pg: COLLATE "C" */ PRIMARY KEY,
    owner TEXT NOT NULL,
    expires_at INTEGER NOT NULL
) /*sqlite: STRICT */;

-- Until then the account may have fewer generations running at once than its plan allows.
ALTER TABLE accounts ADD COLUMN running_max INTEGER;

ALTER TABLE accounts ADD COLUMN running_max_until INTEGER;
