-- What an operator is told of: one row from its opening to its end, however often it happens meanwhile.
CREATE TABLE alerts (
    id TEXT /*pg: COLLATE "C" */ PRIMARY KEY,
    kind TEXT NOT NULL,
    subject TEXT NOT NULL, -- an engine, with its key, model or period
    sentence TEXT NOT NULL,
    count INTEGER NOT NULL, -- of what it is about, the most at one time
    opened_at INTEGER NOT NULL,
    resolved_at INTEGER,
    told TEXT NOT NULL CHECK (told IN ('nothing', 'opening', 'all')),
    tell_at INTEGER, -- when to try next; NULL: there is nothing to tell now
    tries INTEGER NOT NULL
) /*sqlite: STRICT */;

CREATE UNIQUE INDEX alerts_open ON alerts (kind, subject) WHERE resolved_at IS NULL;

-- Breakers that only an operator can help: of a key, an account's money or a model that is gone.
ALTER TABLE breakers ADD COLUMN for_operator INTEGER NOT NULL DEFAULT 0;

-- Whether the service paused the engine, not the operator.
ALTER TABLE paused_engines ADD COLUMN by_itself INTEGER NOT NULL DEFAULT 0;

-- How many purchases reached each state, and how many were made although an earlier one may have been accepted.
CREATE TABLE purchase_counts (
    engine TEXT NOT NULL,
    event TEXT NOT NULL, -- a state, or possible_double
    total INTEGER NOT NULL,
    PRIMARY KEY (engine, event)
) /*sqlite: WITHOUT ROWID, STRICT */;
