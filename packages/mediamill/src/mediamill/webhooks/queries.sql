-- name: queue
INSERT INTO deliveries (generation_id, account_id, url, host, body, status, attempt, failures, due_at, is_due, created_at)
VALUES (:generation_id, :account_id, :url, :host, :body, 'pending', 0, 0, :now, 1, :now)

-- name: write_body
UPDATE deliveries SET body = :body WHERE generation_id = :generation_id AND body = ''

-- name: forget
-- Its attempts go with it.
DELETE FROM deliveries WHERE generation_id = :generation_id

-- name: thin_attempts
-- `ids` is a JSON array of generations. Of deliveries that have ended the last attempt stays.
DELETE FROM delivery_attempts
WHERE generation_id IN (
        SELECT value FROM /*sqlite: json_each(:ids) *//*pg: jsonb_array_elements_text(CAST(:ids AS JSONB)) */)
  AND number < (SELECT d.attempt FROM deliveries AS d
                WHERE d.generation_id = delivery_attempts.generation_id AND d.finished_at IS NOT NULL)

-- name: delivery_of
SELECT * FROM deliveries WHERE generation_id = :generation_id

-- name: delivery_to_move
SELECT * FROM deliveries WHERE generation_id = :generation_id /*pg: FOR UPDATE */

-- name: attempts_of
SELECT * FROM delivery_attempts WHERE generation_id = :generation_id ORDER BY number

-- name: page_of_all
-- Of all accounts, newest first.
SELECT * FROM deliveries ORDER BY generation_id DESC LIMIT :limit OFFSET :offset

-- name: page_of_delivered
SELECT * FROM deliveries WHERE status = 'delivered' ORDER BY generation_id DESC LIMIT :limit OFFSET :offset

-- name: page_of_undelivered
-- Those pending or failed, found in the small index of what is not delivered.
SELECT * FROM deliveries WHERE status <> 'delivered' AND status = :status
ORDER BY generation_id DESC LIMIT :limit OFFSET :offset

-- name: count_of_all
-- No further than to `most`.
SELECT COUNT(*) AS total FROM (SELECT 1 AS one FROM deliveries LIMIT :most) AS found

-- name: count_of_delivered
SELECT COUNT(*) AS total FROM (SELECT 1 AS one FROM deliveries WHERE status = 'delivered' LIMIT :most) AS found

-- name: count_of_undelivered
SELECT COUNT(*) AS total FROM (
    SELECT 1 AS one FROM deliveries WHERE status <> 'delivered' AND status = :status LIMIT :most
) AS found

-- name: page_of_account
-- An account's deliveries, newest first, found in the index alone.
SELECT * FROM deliveries WHERE generation_id IN (
    SELECT generation_id FROM deliveries
    WHERE account_id = :account_id AND (CAST(:status AS TEXT) IS NULL OR status = CAST(:status AS TEXT))
    ORDER BY generation_id DESC LIMIT :limit OFFSET :offset
) ORDER BY generation_id DESC

-- name: count_of_account
SELECT COUNT(*) AS total FROM deliveries
WHERE account_id = :account_id AND (CAST(:status AS TEXT) IS NULL OR status = CAST(:status AS TEXT))

-- name: next_scheduled
-- When the next one that waits for its time is due.
SELECT MIN(due_at) AS due_at FROM deliveries WHERE status = 'pending' AND is_due = 0

-- name: mark_due
-- The time of these has come: from now on they wait for their turn. More than the limit would do no harm.
UPDATE deliveries SET is_due = 1
WHERE generation_id IN (
    SELECT generation_id FROM deliveries
    WHERE status = 'pending' AND is_due = 0 AND due_at <= :now
    ORDER BY due_at, generation_id LIMIT :limit /*pg: FOR UPDATE SKIP LOCKED */
)

-- name: anything_waiting
-- In the order of the index of what waits: without one PostgreSQL may look for the first from the oldest row on.
SELECT 1 AS waiting FROM deliveries WHERE is_due = 1 AND lease_owner IS NULL ORDER BY account_id LIMIT 1

-- name: under_way
-- How many attempts are under way, by account and receiver, in all processes.
SELECT account_id, host, COUNT(*) AS attempts FROM deliveries
WHERE lease_owner IS NOT NULL
GROUP BY account_id, host

-- name: turns
-- Every account with something due, the one served longest ago first, with the receiver it was served for.
-- The recursion hops from account to account in the index of what waits, however much each has waiting.
WITH RECURSIVE waiting (account_id) AS (
    SELECT MIN(account_id) FROM deliveries WHERE is_due = 1 AND lease_owner IS NULL
    UNION ALL
    SELECT (SELECT MIN(d.account_id) FROM deliveries AS d
            WHERE d.is_due = 1 AND d.lease_owner IS NULL AND d.account_id > waiting.account_id)
    FROM waiting WHERE waiting.account_id IS NOT NULL
)
SELECT waiting.account_id, COALESCE(t.host, '') AS host
FROM waiting LEFT JOIN webhook_turns AS t ON t.account_id = waiting.account_id
WHERE waiting.account_id IS NOT NULL
ORDER BY COALESCE(t.turn, 0), waiting.account_id

-- name: next_host
-- The account's next receiver in the order of names that has something due: one hop in the index.
SELECT MIN(host) AS host FROM deliveries
WHERE account_id = :account_id AND host > :host AND is_due = 1 AND lease_owner IS NULL

-- name: take_turn
-- This account goes last from now on, and goes on after this receiver when its turn comes.
INSERT INTO webhook_turns (account_id, turn, host)
VALUES (:account_id, (SELECT COALESCE(MAX(turn), 0) + 1 FROM webhook_turns), :host)
ON CONFLICT (account_id) DO UPDATE SET turn = excluded.turn, host = excluded.host

-- name: lease
-- What is owed to this receiver longest, leased to one worker under a new attempt number, in one statement.
WITH chosen AS /*pg: MATERIALIZED */ (
    SELECT generation_id FROM deliveries
    WHERE account_id = :account_id AND host = :host AND is_due = 1 AND lease_owner IS NULL
    ORDER BY due_at, generation_id LIMIT 1 /*pg: FOR UPDATE SKIP LOCKED */
)
UPDATE deliveries SET lease_owner = :worker, lease_expires_at = :lease_expires_at, attempt = attempt + 1
WHERE generation_id IN (SELECT generation_id FROM chosen)
RETURNING *

-- name: begin_attempt
INSERT INTO delivery_attempts (generation_id, number, started_at) VALUES (:generation_id, :number, :now)

-- name: end_attempt
UPDATE delivery_attempts
SET duration_ms = :duration_ms, address = :address, status = :status, trouble = :trouble, answer = :answer
WHERE generation_id = :generation_id AND number = :number

-- name: held_by
-- The delivery, if this attempt of this worker still holds it.
SELECT * FROM deliveries
WHERE generation_id = :generation_id AND attempt = :attempt AND lease_owner = :worker /*pg: FOR UPDATE */

-- name: save
-- Fenced by the attempt; whatever the state, nobody holds it any more.
UPDATE deliveries
SET status = :status, failures = :failures, due_at = :due_at, is_due = :is_due, finished_at = :finished_at,
    lease_owner = NULL, lease_expires_at = NULL
WHERE generation_id = :generation_id AND attempt = :attempt

-- name: expired
-- What a lost worker still holds, with the beginning of its attempt.
SELECT d.*, a.started_at
FROM deliveries AS d JOIN delivery_attempts AS a ON a.generation_id = d.generation_id AND a.number = d.attempt
WHERE d.lease_owner IS NOT NULL AND d.lease_expires_at <= :now
ORDER BY d.lease_expires_at, d.generation_id /*pg: FOR UPDATE OF d SKIP LOCKED */

-- name: shorten_leases
UPDATE deliveries SET lease_expires_at = :latest WHERE lease_owner IS NOT NULL AND lease_expires_at > :latest

-- name: shorten_waits
-- Retries after so many failures that are further away than their delay.
UPDATE deliveries SET due_at = :latest
WHERE status = 'pending' AND is_due = 0 AND failures = :failures AND due_at > :latest

-- name: leased_to
-- What workers whose names begin like this hold.
SELECT d.*, a.started_at
FROM deliveries AS d JOIN delivery_attempts AS a ON a.generation_id = d.generation_id AND a.number = d.attempt
WHERE d.lease_owner IS NOT NULL AND d.lease_owner LIKE :prefix
ORDER BY d.lease_expires_at, d.generation_id /*pg: FOR UPDATE OF d SKIP LOCKED */

-- name: secrets_in_force
SELECT number, ends_at, created_at FROM webhook_secrets
WHERE account_id = :account_id AND (ends_at IS NULL OR ends_at > :now)
ORDER BY number DESC

-- name: add_secret
INSERT INTO webhook_secrets (account_id, number, created_at) VALUES (:account_id, :number, :now)

-- name: end_secrets
-- All that are in force end at this instant, or earlier if they would anyway.
UPDATE webhook_secrets SET ends_at = :ends_at
WHERE account_id = :account_id AND (ends_at IS NULL OR ends_at > :ends_at)

-- name: mismatched_attempts
-- Every attempt that began has its row; of old ones the first were forgotten. The only one that may be under way is the
-- latest of a delivery that is held.
WITH counted AS (
    SELECT generation_id,
        COUNT(*) + CASE WHEN generation_id <= (SELECT t.generation_id FROM thinned_history AS t WHERE t.name = 'history')
                        THEN MIN(number) - 1 ELSE 0 END AS attempts,
        MAX(number) AS latest,
        MAX(CASE WHEN duration_ms IS NULL THEN number END) AS under_way,
        COUNT(CASE WHEN duration_ms IS NULL THEN 1 END) AS all_under_way
    FROM delivery_attempts GROUP BY generation_id
)
SELECT d.generation_id, d.attempt, COALESCE(c.attempts, 0) AS attempts, COALESCE(c.all_under_way, 0) AS under_way
FROM deliveries AS d LEFT JOIN counted AS c ON c.generation_id = d.generation_id
WHERE d.attempt <> COALESCE(c.attempts, 0) OR d.attempt <> COALESCE(c.latest, 0)
   OR COALESCE(c.all_under_way, 0) <> CASE WHEN d.lease_owner IS NULL THEN 0 ELSE 1 END
   OR (d.lease_owner IS NOT NULL AND c.under_way <> d.attempt)
ORDER BY d.generation_id

-- name: mismatched_states
-- What is delivered was acknowledged by its latest attempt; what has failed was not; neither is due or held.
SELECT d.generation_id, d.status
FROM deliveries AS d
LEFT JOIN delivery_attempts AS a ON a.generation_id = d.generation_id AND a.number = d.attempt
WHERE (d.status = 'delivered' AND COALESCE(a.status, 0) <> 200)
   OR (d.status = 'failed' AND (d.failures = 0 OR COALESCE(a.status, 0) = 200))
   OR (d.status <> 'pending' AND (d.is_due = 1 OR d.lease_owner IS NOT NULL))
   OR (d.status <> 'pending') <> (d.finished_at IS NOT NULL)
   OR (d.lease_owner IS NOT NULL AND d.is_due = 0)
ORDER BY d.generation_id

-- name: forget_secrets
DELETE FROM webhook_secrets WHERE account_id = :account_id

-- name: counts_since
SELECT status, COUNT(*) AS total FROM deliveries WHERE generation_id >= :first GROUP BY status

-- name: failing_hosts
-- Receivers that have not taken so many of the newest webhooks that are not delivered.
SELECT host, COUNT(*) AS failing, MIN(created_at) AS since
FROM (
    SELECT host, failures, created_at FROM deliveries
    WHERE status <> 'delivered' AND generation_id >= :first
    ORDER BY generation_id DESC LIMIT :limit
) AS newest
WHERE failures > 0
GROUP BY host HAVING COUNT(*) >= :least ORDER BY host
