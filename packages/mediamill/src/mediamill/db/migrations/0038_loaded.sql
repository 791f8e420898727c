-- survives: older versions
-- A JSON array: the engines that a process's own engine processes have loaded, as of its last beat.
ALTER TABLE workers ADD COLUMN loaded TEXT NOT NULL DEFAULT '[]';
