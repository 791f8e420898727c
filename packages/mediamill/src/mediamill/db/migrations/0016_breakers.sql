-- Circuit breakers of remote engines: of an engine (key_id and model ''), of one of its keys, or of one model.
CREATE TABLE breakers (
    engine TEXT NOT NULL,
    key_id TEXT NOT NULL,
    model TEXT NOT NULL, -- tool/model
    calls INTEGER NOT NULL, -- since window_at
    failures INTEGER NOT NULL,
    window_at INTEGER NOT NULL,
    opened_at INTEGER, -- NULL: closed
    open_until INTEGER, -- then one call may try
    tried_until INTEGER, -- one call tries just now; if it is not heard of by then, another may
    times INTEGER NOT NULL, -- that it has opened without closing
    reason TEXT NOT NULL, -- for the operator
    PRIMARY KEY (engine, key_id, model)
) /*sqlite: WITHOUT ROWID, STRICT */;

-- Engines that the operator has paused: nothing new is submitted until they are resumed.
CREATE TABLE paused_engines (
    engine TEXT PRIMARY KEY,
    reason TEXT NOT NULL,
    since INTEGER NOT NULL
) /*sqlite: WITHOUT ROWID, STRICT */;

-- The engine that took over while the preferred one could not; NULL for the order of the settings.
ALTER TABLE generations ADD COLUMN fallback_engine TEXT;

-- How many purchases an engine has under way, and how many it made in the last minute.
CREATE INDEX purchases_under_way ON purchases (engine, key_id, state) WHERE finished_at IS NULL;

CREATE INDEX purchases_by_intent ON purchases (engine, intended_at, key_id);

-- What was begun and never got an answer.
CREATE INDEX purchases_unanswered ON purchases (intended_at)
WHERE finished_at IS NULL AND state IN ('intended', 'unknown');
