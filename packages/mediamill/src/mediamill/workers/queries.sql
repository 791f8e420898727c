-- name: register
-- A process introduces itself, or does so again after it was forgotten.
INSERT INTO workers (name, version, catalogue, pools, base_url, host, slots, settings, started_at, beat_at, alive_until)
VALUES (:name, :version, :catalogue, :pools, :base_url, :host, :slots, :settings, :now, :now, :alive_until)
ON CONFLICT (name) DO UPDATE SET beat_at = excluded.beat_at, alive_until = excluded.alive_until, stopped_at = NULL,
    pools = excluded.pools, slots = excluded.slots, settings = excluded.settings

-- name: add_model
INSERT INTO worker_models (worker, pool, tool, model) VALUES (:worker, :pool, :tool, :model)
ON CONFLICT (worker, pool, tool, model) DO NOTHING

-- name: forget_models
DELETE FROM worker_models WHERE worker = :name

-- name: note_reload
UPDATE workers SET reloaded_at = :now, reload_fault = :fault WHERE name = :name

-- name: beat
UPDATE workers SET beat_at = :now, alive_until = :alive_until, loaded = :loaded WHERE name = :name AND stopped_at IS NULL

-- name: stop
UPDATE workers SET alive_until = :now, stopped_at = :now WHERE name LIKE :prefix AND stopped_at IS NULL

-- name: alive
SELECT * FROM workers WHERE alive_until > :now AND beat_at <= :latest ORDER BY started_at, name

-- name: remembered
SELECT * FROM workers ORDER BY started_at, name

-- name: remove
-- Their models go with them.
DELETE FROM workers WHERE name LIKE :prefix

-- name: known_models
-- What some process runs, or ran until a while ago.
SELECT DISTINCT pool, tool, model FROM worker_models

-- name: models_of_workers
SELECT worker, pool, tool, model FROM worker_models ORDER BY worker, tool, model

-- name: forget
-- Their models go with them.
DELETE FROM workers WHERE beat_at <= :before AND alive_until <= :now

-- name: take_duty
-- Nothing while somebody else holds it. A lease longer than can be given dates from before the clock went back.
INSERT INTO duties (name, owner, expires_at) VALUES (:name, :owner, :expires_at)
ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, expires_at = excluded.expires_at
WHERE duties.owner = excluded.owner OR duties.expires_at <= :now OR duties.expires_at > :latest

-- name: leave_duties
DELETE FROM duties WHERE owner LIKE :prefix

-- name: owner_of
SELECT owner FROM duties WHERE name = :name AND expires_at > :now

-- name: note_mark
-- The first one counts.
INSERT INTO agreements (subject, mark) VALUES (:subject, :mark) ON CONFLICT (subject) DO NOTHING

-- name: mark_of
SELECT mark FROM agreements WHERE subject = :subject

-- name: change_mark
INSERT INTO agreements (subject, mark) VALUES (:subject, :mark)
ON CONFLICT (subject) DO UPDATE SET mark = excluded.mark

-- name: draining_since
SELECT draining_since FROM workers WHERE name = :name

-- name: drain
UPDATE workers SET draining_since = COALESCE(draining_since, :now) WHERE name = :name AND alive_until > :now

-- name: resume
UPDATE workers SET draining_since = NULL WHERE name = :name AND alive_until > :now

-- name: pause_pool
INSERT INTO paused_pools (pool, since, reason) VALUES (:pool, :now, :reason)
ON CONFLICT (pool) DO UPDATE SET reason = excluded.reason

-- name: resume_pool
DELETE FROM paused_pools WHERE pool = :pool

-- name: paused_pools
SELECT * FROM paused_pools ORDER BY pool

-- name: halt
INSERT INTO halts (kind, name, mode, since, reason) VALUES (:kind, :name, :mode, :now, :reason)
ON CONFLICT (kind, name) DO UPDATE SET mode = excluded.mode, reason = excluded.reason
RETURNING *

-- name: lift_halt
DELETE FROM halts WHERE kind = :kind AND name = :name RETURNING *

-- name: halts
SELECT * FROM halts ORDER BY kind, name
