-- When the allowance of each caller is full again, for all processes that share a server. Nothing here is worth a sync:
-- after a crash of the server everybody has a whole allowance.
CREATE /*pg: UNLOGGED */ TABLE rate_limits (
    caller TEXT /*pg: COLLATE "C" */ PRIMARY KEY,
    full_at INTEGER NOT NULL, -- microseconds by the database's clock
    counted_at INTEGER NOT NULL, -- when the last call was
    was_allowed INTEGER NOT NULL -- whether it was within the limit
) /*sqlite: STRICT */;
