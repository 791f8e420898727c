-- name: register
-- A process introduces itself, or does so again after it was forgotten.
INSERT INTO workers (name, version, catalogue, pools, base_url, started_at, beat_at, alive_until)
VALUES (:name, :version, :catalogue, :pools, :base_url, :now, :now, :alive_until)
ON CONFLICT (name) DO UPDATE SET beat_at = excluded.beat_at, alive_until = excluded.alive_until, stopped_at = NULL,
    pools = excluded.pools

-- name: add_model
INSERT INTO worker_models (worker, pool, tool, model) VALUES (:worker, :pool, :tool, :model)
ON CONFLICT (worker, pool, tool, model) DO NOTHING

-- name: forget_models
DELETE FROM worker_models WHERE worker = :name

-- name: note_reload
UPDATE workers SET reloaded_at = :now, reload_fault = :fault WHERE name = :name

-- name: beat
UPDATE workers SET beat_at = :now, alive_until = :alive_until WHERE name = :name AND stopped_at IS NULL

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
