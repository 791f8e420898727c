-- survives: older versions
-- What operators have stopped, beside the pools of which nobody claims anything: of what is draining nothing new is
-- accepted; of tools and models that are paused nothing that waits is claimed either.
CREATE TABLE halts (
    kind TEXT /*pg: COLLATE "C" */ NOT NULL CHECK (kind IN ('service', 'pool', 'tool', 'model')),
    name TEXT /*pg: COLLATE "C" */ NOT NULL, -- '' for the service, tool/model for a model
    mode TEXT NOT NULL CHECK (mode IN ('paused', 'draining')),
    since INTEGER NOT NULL,
    reason TEXT NOT NULL, -- that of the service is told to callers
    PRIMARY KEY (kind, name)
) /*sqlite: STRICT */;
