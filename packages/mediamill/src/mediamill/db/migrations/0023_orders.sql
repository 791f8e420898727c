-- survives: older versions
-- What operators ask of processes and of pools, and what they have to know for it.
ALTER TABLE workers ADD COLUMN host TEXT NOT NULL DEFAULT '';

-- Of its pools, in their order, with commas.
ALTER TABLE workers ADD COLUMN slots TEXT NOT NULL DEFAULT '';

-- Since then it claims nothing more.
ALTER TABLE workers ADD COLUMN draining_since INTEGER;

-- Pools of which nobody claims anything.
CREATE TABLE paused_pools (
    pool TEXT /*pg: COLLATE "C" */ PRIMARY KEY,
    since INTEGER NOT NULL,
    reason TEXT NOT NULL
) /*sqlite: STRICT */;
