-- name: start
INSERT INTO jobs (purchase_id, generation_id, engine, key_id, wish, handle, look_at, deadline_at, missing, fence,
    started_at)
VALUES (:purchase_id, :generation_id, :engine, :key_id, :wish, :handle, :look_at, :deadline_at, 0, 0, :now)

-- name: of_generation
SELECT * FROM jobs WHERE generation_id = :generation_id ORDER BY purchase_id

-- name: under_way
SELECT key_id, COUNT(*) AS jobs FROM jobs WHERE engine = :engine GROUP BY key_id

-- name: next_look
SELECT MIN(look_at) AS look_at FROM jobs WHERE engine = :engine

-- name: due
SELECT purchase_id, look_at FROM jobs WHERE engine = :engine AND look_at <= :now
ORDER BY look_at, purchase_id LIMIT :limit

-- name: claim_looks
-- Leased jobs are due again when the lease is over: look_at is moved there, so that the index alone finds what is due.
WITH due AS /*pg: MATERIALIZED */ (
    SELECT purchase_id, look_at FROM jobs WHERE engine = :engine AND look_at <= :now
    ORDER BY look_at, purchase_id LIMIT :limit /*pg: FOR UPDATE SKIP LOCKED */
)
UPDATE jobs SET looker = :looker, look_at = :until, fence = fence + 1
WHERE purchase_id IN (SELECT purchase_id FROM due)
RETURNING *

-- name: shorten_pauses
UPDATE jobs SET look_at = :latest WHERE engine = :engine AND look_at > :latest

-- name: look_now
UPDATE jobs SET look_at = :now WHERE engine = :engine AND key_id = :key_id AND looker IS NULL AND look_at > :now

-- name: keep
UPDATE jobs SET look_at = :until WHERE purchase_id = :purchase_id AND fence = :fence

-- name: engines
-- One step in the index for each engine.
WITH RECURSIVE each (engine) AS (
    SELECT MIN(engine) FROM jobs
    UNION ALL
    SELECT (SELECT MIN(j.engine) FROM jobs AS j WHERE j.engine > each.engine) FROM each WHERE each.engine IS NOT NULL
)
SELECT engine FROM each WHERE engine IS NOT NULL

-- name: sections
SELECT engine, section FROM engine_sections ORDER BY engine

-- name: remember_section
INSERT INTO engine_sections (engine, section) VALUES (:engine, :section)
ON CONFLICT (engine) DO UPDATE SET section = excluded.section

-- name: look_again
UPDATE jobs
SET looker = NULL, look_at = :look_at, missing = :missing, missing_since = :missing_since
WHERE purchase_id = :purchase_id AND fence = :fence

-- name: rewrite
UPDATE jobs SET handle = :handle WHERE purchase_id = :purchase_id AND fence = :fence

-- name: go_on
-- Whoever looks by now: what was bought is kept. Where nobody wants the result any more, the new step is called off, too.
UPDATE jobs
SET handle = :handle,
    look_at = CASE WHEN wish = 'result' THEN look_at ELSE :now END,
    looker = CASE WHEN wish = 'result' THEN looker ELSE NULL END,
    fence = CASE WHEN wish = 'result' THEN fence ELSE fence + 1 END,
    wish = CASE WHEN wish = 'result' THEN wish ELSE 'cancel' END
WHERE purchase_id = :purchase_id

-- name: want
UPDATE jobs SET looker = NULL, wish = :wish, look_at = :look_at
WHERE purchase_id = :purchase_id AND fence = :fence

-- name: end
DELETE FROM jobs WHERE purchase_id = :purchase_id AND fence = :fence

-- name: cancel_jobs
-- The fence moves on: whoever looks just now has lost it.
UPDATE jobs SET wish = 'cancel', look_at = :now, looker = NULL, fence = fence + 1
WHERE generation_id = :generation_id AND wish = 'result'

-- name: leave_looks
UPDATE jobs SET look_at = :now, looker = NULL, fence = fence + 1 WHERE looker LIKE :prefix
