-- name: made
-- A success as the generations room leaves it, without the way there.
INSERT INTO generations (id, account_id, tool, model, type, status, payload, input, webhook, output_key, pool,
    attempt, losses, due_at, progress, stage, created_at, finished_at)
VALUES (:id, :account_id, 'text-to-speech', 'voicevendor-tts', 'audio', 'success', '{}', '{}', :webhook, 'gen_x/y.mp3',
    'cpu', 1, 0, :now, 1, '', :now, :now)

-- name: forget
DELETE FROM deliveries WHERE generation_id = :generation_id

-- name: deliveries_in
SELECT COUNT(*) AS number FROM deliveries WHERE status = :status

-- name: attempts
SELECT COUNT(*) AS number FROM delivery_attempts
