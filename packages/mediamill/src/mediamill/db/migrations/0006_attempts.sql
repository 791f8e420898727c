-- Every attempt at a generation: who worked on it, with which engine, from when to when, and how it ended.
CREATE TABLE attempts (
    generation_id TEXT /*pg: COLLATE "C" */ NOT NULL REFERENCES generations (id) ON DELETE CASCADE,
    number INTEGER NOT NULL, -- the fence of the generation while this attempt held it
    worker TEXT NOT NULL,
    engine TEXT,
    engine_version TEXT,
    started_at INTEGER NOT NULL,
    ended_at INTEGER,
    outcome TEXT CHECK (outcome IN ('success', 'error', 'failed', 'lost', 'released', 'canceled')),
    reason TEXT, -- one sentence; none for a success
    provenance TEXT, -- of a success: how it was made, a JSON object
    not_understood TEXT, -- of a success: words of the prompt that changed nothing, a JSON array
    PRIMARY KEY (generation_id, number),
    CHECK ((ended_at IS NULL) = (outcome IS NULL))
) /*sqlite: STRICT */;

-- What runs while this migration is applied has an attempt too; it began with the last move to `processing`.
INSERT INTO attempts (generation_id, number, worker, started_at)
SELECT g.id, g.attempt, g.lease_owner, COALESCE(
    (SELECT MAX(e.created_at) FROM generation_events AS e WHERE e.generation_id = g.id AND e.status = 'processing'),
    g.created_at)
FROM generations AS g WHERE g.lease_owner IS NOT NULL;

-- The seed drawn when the generation was accepted, as a JSON number; none for those accepted before this column.
ALTER TABLE generations ADD COLUMN seed TEXT;
