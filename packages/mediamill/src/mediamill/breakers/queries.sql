-- name: open_ones
-- What keeps a call from an engine: the breakers of the engine itself, of the key and of the model.
SELECT * FROM breakers
WHERE engine = :engine AND key_id IN ('', :key_id) AND model IN ('', :model) AND opened_at IS NOT NULL

-- name: all_open
SELECT * FROM breakers WHERE opened_at IS NOT NULL ORDER BY engine, key_id, model

-- name: take_probe
-- Of those who want to try first, one may.
UPDATE breakers SET tried_until = :until
WHERE engine = :engine AND key_id = :key_id AND model = :model AND opened_at IS NOT NULL
  AND (tried_until IS NULL OR tried_until <= :now OR tried_until > :latest)

-- name: count_call
INSERT INTO breakers (engine, key_id, model, calls, failures, window_at, times, reason)
VALUES (:engine, :key_id, :model, 1, :failed, :now, 0, '')
ON CONFLICT (engine, key_id, model) DO UPDATE SET
    calls = CASE WHEN breakers.window_at > :since THEN breakers.calls ELSE 0 END + 1,
    failures = CASE WHEN breakers.window_at > :since THEN breakers.failures ELSE 0 END + :failed,
    window_at = CASE WHEN breakers.window_at > :since THEN breakers.window_at ELSE :now END
RETURNING *

-- name: open
-- A later deadline always wins.
INSERT INTO breakers (engine, key_id, model, calls, failures, window_at, opened_at, open_until, times, reason,
    for_operator)
VALUES (:engine, :key_id, :model, 0, 0, :now, :now, :until, 1, :reason, :for_operator)
ON CONFLICT (engine, key_id, model) DO UPDATE SET
    opened_at = COALESCE(breakers.opened_at, :now), tried_until = NULL,
    open_until = CASE WHEN breakers.open_until > :until THEN breakers.open_until ELSE :until END,
    for_operator = CASE WHEN breakers.for_operator = 1 THEN 1 ELSE :for_operator END,
    times = breakers.times + 1, reason = :reason, calls = 0, failures = 0, window_at = :now

-- name: close
-- Only what is open, or has failures to forget, is written.
UPDATE breakers
SET opened_at = NULL, open_until = NULL, tried_until = NULL, times = 0, reason = '', for_operator = 0, calls = 0, failures = 0
WHERE engine = :engine AND key_id IN ('', :key_id) AND model IN ('', :model) AND opened_at IS NOT NULL

-- name: try_now
UPDATE breakers SET open_until = :now
WHERE engine = :engine AND key_id = :key_id AND model = '' AND opened_at IS NOT NULL AND open_until > :now

-- name: find
SELECT * FROM breakers WHERE engine = :engine AND key_id = :key_id AND model = :model

-- name: pause
INSERT INTO paused_engines (engine, reason, since, by_itself) VALUES (:engine, :reason, :now, :by_itself)
ON CONFLICT (engine) DO UPDATE SET reason = excluded.reason, by_itself = excluded.by_itself

-- name: resume
DELETE FROM paused_engines WHERE engine = :engine

-- name: paused
SELECT * FROM paused_engines WHERE engine = :engine

-- name: all_paused
SELECT * FROM paused_engines ORDER BY engine
