-- name: insert
INSERT INTO generations (id, account_id, tool, model, type, status, payload, input, webhook, pool,
    trace, api_key_id, seed, attempt, losses, due_at, progress, stage, created_at)
VALUES (:id, :account_id, :tool, :model, :type, :status, :payload, :input, :webhook, :pool,
    :trace, :api_key_id, :seed, 0, 0, :now, 0, '', :now)

-- name: find
SELECT * FROM generations WHERE id = :id

-- name: page
-- Newest first. The ids are found in the index alone, the rows fetched only for those.
SELECT * FROM generations WHERE id IN (
    SELECT id FROM generations WHERE account_id = :account_id ORDER BY id DESC LIMIT :limit OFFSET :offset
) ORDER BY id DESC

-- name: page_of_status
SELECT * FROM generations WHERE id IN (
    SELECT id FROM generations WHERE account_id = :account_id AND status = :status
    ORDER BY id DESC LIMIT :limit OFFSET :offset
) ORDER BY id DESC

-- name: page_from_end
-- The same page reached from the oldest side, for offsets beyond the middle.
SELECT * FROM generations WHERE id IN (
    SELECT id FROM generations WHERE account_id = :account_id ORDER BY id LIMIT :limit OFFSET :offset
) ORDER BY id DESC

-- name: page_of_status_from_end
SELECT * FROM generations WHERE id IN (
    SELECT id FROM generations WHERE account_id = :account_id AND status = :status
    ORDER BY id LIMIT :limit OFFSET :offset
) ORDER BY id DESC

-- name: totals
SELECT status, total FROM generation_counts WHERE account_id = :account_id

-- name: open_count
INSERT INTO generation_counts (account_id, status, total) VALUES (:account_id, :status, 0)

-- name: count
-- One generation more (or, with -1, fewer) in a status.
UPDATE generation_counts SET total = total + :change WHERE account_id = :account_id AND status = :status

-- name: next_turn
-- Whose turn it is: of the accounts with something due that the worker can run and room to run it, the one served
-- longest ago, with the model of which it has the oldest due. `models` is a JSON array of [tool, model], `barred` one of
-- account ids, `running_max` an object by plan. For each model one walk in the order of turns: it ends at the first account that may be served.
WITH at_limit AS MATERIALIZED (
    SELECT running.account_id
    FROM (SELECT account_id, COUNT(*) AS total FROM generations WHERE lease_owner IS NOT NULL GROUP BY account_id)
        AS running
    JOIN accounts AS a ON a.id = running.account_id
    WHERE running.total >= CAST(
            /*sqlite: :running_max *//*pg: CAST(:running_max AS JSONB) */ ->> a.plan AS INTEGER
        )
       OR (a.running_max_until > :now AND running.total >= a.running_max)
),
heads AS MATERIALIZED (
    SELECT served.value ->> 0 AS tool, served.value ->> 1 AS model,
        (SELECT t.account_id FROM turns AS t
         WHERE t.pool = :pool AND t.tool = served.value ->> 0 AND t.model = served.value ->> 1 AND t.due_at <= :now
           AND t.account_id NOT IN (SELECT account_id FROM at_limit)
           AND t.account_id NOT IN (
               SELECT value FROM /*sqlite: json_each(:barred) *//*pg: jsonb_array_elements_text(CAST(:barred AS JSONB)) */
           )
         ORDER BY t.served_at, t.account_id LIMIT 1 /*pg: FOR UPDATE OF t SKIP LOCKED */) AS account_id
    FROM /*sqlite: json_each(:models) *//*pg: jsonb_array_elements(CAST(:models AS JSONB)) */ AS served
)
SELECT t.account_id, t.tool, t.model
FROM heads AS h
JOIN turns AS t ON t.account_id = h.account_id AND t.pool = :pool AND t.tool = h.tool AND t.model = h.model
ORDER BY t.served_at, t.account_id, t.due_at
LIMIT 1

-- name: add_turn
-- Something of the account waits for this model, from then on. A turn that comes earlier stays as it is.
INSERT INTO turns (account_id, pool, tool, model, served_at, due_at)
VALUES (:account_id, :pool, :tool, :model, (SELECT served_at FROM accounts WHERE id = :account_id), :due_at)
ON CONFLICT (account_id, pool, tool, model) DO UPDATE SET due_at = excluded.due_at
WHERE turns.due_at > excluded.due_at

-- name: refresh_turns
-- The account's turns as they follow from what it has waiting now.
UPDATE turns
SET served_at = (SELECT a.served_at FROM accounts AS a WHERE a.id = turns.account_id),
    due_at = (SELECT MIN(g.due_at) FROM generations AS g
              WHERE g.pool = turns.pool AND g.account_id = turns.account_id AND g.tool = turns.tool
                AND g.model = turns.model AND g.lease_owner IS NULL AND g.finished_at IS NULL)
WHERE account_id = :account_id

-- name: drop_turns
-- Those with nothing waiting any more.
DELETE FROM turns WHERE account_id = :account_id AND due_at IS NULL

-- name: without_turn
-- What waits though no turn stands for it: a process of an older version took it.
SELECT DISTINCT g.account_id, g.pool, g.tool, g.model FROM generations AS g
WHERE g.lease_owner IS NULL AND g.finished_at IS NULL AND NOT EXISTS (
    SELECT 1 FROM turns AS t
    WHERE t.account_id = g.account_id AND t.pool = g.pool AND t.tool = g.tool AND t.model = g.model
      AND t.due_at <= g.due_at)
LIMIT :limit

-- name: waiting_models
SELECT DISTINCT tool, model FROM turns WHERE pool = :pool

-- name: unserved
-- What waits though no live worker runs it.
SELECT waiting.pool, waiting.tool, waiting.model
FROM (SELECT DISTINCT pool, tool, model FROM turns) AS waiting
WHERE NOT EXISTS (
    SELECT 1 FROM worker_models AS m JOIN workers AS w ON w.name = m.worker
    WHERE m.pool = waiting.pool AND m.tool = waiting.tool AND m.model = waiting.model
      AND w.alive_until > :now AND w.beat_at <= :latest)
ORDER BY waiting.pool, waiting.tool, waiting.model

-- name: note_unserved
INSERT INTO unserved_models (pool, tool, model, since) VALUES (:pool, :tool, :model, :now)
ON CONFLICT (pool, tool, model) DO NOTHING

-- name: noted_unserved
SELECT * FROM unserved_models

-- name: forget_unserved
DELETE FROM unserved_models WHERE pool = :pool AND tool = :tool AND model = :model

-- name: unserved_too_long
-- What has been due since then for models that no live worker has run since then.
SELECT g.*
FROM unserved_models AS u CROSS JOIN turns AS t CROSS JOIN generations AS g -- in this order
WHERE u.since <= :before
  AND t.pool = u.pool AND t.tool = u.tool AND t.model = u.model AND t.due_at <= :before
  AND g.pool = t.pool AND g.account_id = t.account_id AND g.tool = t.tool AND g.model = t.model
  AND g.lease_owner IS NULL AND g.finished_at IS NULL AND g.due_at <= :before
LIMIT :limit /*pg: FOR UPDATE OF g SKIP LOCKED */

-- name: serve_account
UPDATE accounts SET served_at = :now WHERE id = :account_id

-- name: claim
-- The account's oldest due generation for a model, leased to one worker under a new attempt number, in one statement.
WITH chosen AS /*pg: MATERIALIZED */ (
    SELECT id, status FROM generations
    WHERE pool = :pool AND account_id = :account_id AND tool = :tool AND model = :model
      AND lease_owner IS NULL AND finished_at IS NULL AND due_at <= :now
    ORDER BY due_at, id LIMIT 1 /*pg: FOR UPDATE SKIP LOCKED */
)
UPDATE generations
SET lease_owner = :worker, lease_expires_at = :lease_expires_at, attempt = attempt + 1
WHERE id IN (SELECT id FROM chosen)
RETURNING *

-- name: backlogs
-- By pool: what waits, since when the oldest is due, and what a worker holds.
SELECT pool, SUM(waiting) AS waiting, MIN(due_at) AS oldest_due_at, SUM(running) AS running
FROM (
    SELECT pool, COUNT(*) AS waiting, CAST(NULL AS INTEGER) AS due_at, 0 AS running FROM generations
    WHERE lease_owner IS NULL AND finished_at IS NULL GROUP BY pool
    UNION ALL
    SELECT pool, 0, MIN(due_at), 0 FROM turns GROUP BY pool
    UNION ALL
    SELECT pool, 0, NULL, COUNT(*) FROM generations WHERE lease_owner IS NOT NULL GROUP BY pool
) AS under_way
GROUP BY pool ORDER BY pool

-- name: anything_due
SELECT 1 AS due
FROM /*sqlite: json_each(:models) *//*pg: jsonb_array_elements(CAST(:models AS JSONB)) */ AS served
CROSS JOIN turns AS t -- in this order
WHERE t.pool = :pool AND t.tool = served.value ->> 0 AND t.model = served.value ->> 1 AND t.due_at <= :now
LIMIT 1

-- name: own_ahead
-- Of the same account and pool, what is taken before this one; no more rows are looked at than the limit.
SELECT COUNT(*) AS ahead FROM (
    SELECT 1 FROM generations
    WHERE pool = :pool AND account_id = :account_id AND lease_owner IS NULL AND finished_at IS NULL
      AND due_at <= :due_at AND (due_at < :due_at OR id < :id)
    LIMIT :limit
) AS ahead

-- name: others_ahead
-- Of other accounts, what waits in the pool: so many accounts at most, and so many of each.
WITH RECURSIVE waiting (account_id, number) AS (
    SELECT MIN(account_id), 0 FROM generations
    WHERE pool = :pool AND lease_owner IS NULL AND finished_at IS NULL
    UNION ALL
    SELECT (SELECT MIN(g.account_id) FROM generations AS g
            WHERE g.pool = :pool AND g.lease_owner IS NULL AND g.finished_at IS NULL
              AND g.account_id > waiting.account_id),
        waiting.number + 1
    FROM waiting WHERE waiting.account_id IS NOT NULL AND waiting.number < :accounts_max
)
SELECT COALESCE(SUM((
    SELECT COUNT(*) FROM (
        SELECT 1 FROM generations AS d
        WHERE d.pool = :pool AND d.account_id = waiting.account_id AND d.lease_owner IS NULL
          AND d.finished_at IS NULL
        LIMIT :each_max
    ) AS some
)), 0) AS ahead
FROM waiting WHERE waiting.account_id <> :account_id

-- name: begin_attempt
INSERT INTO attempts (generation_id, number, worker, engine, engine_version, started_at)
VALUES (:generation_id, :number, :worker, :engine, :engine_version, :now)

-- name: note_engine
-- Fenced: an attempt that was taken over has ended.
UPDATE attempts SET engine = :engine, engine_version = :engine_version
WHERE generation_id = :generation_id AND number = :number AND worker = :worker AND ended_at IS NULL

-- name: end_attempt
UPDATE attempts
SET ended_at = :now, outcome = :outcome, reason = :reason, provenance = :provenance, not_understood = :not_understood
WHERE generation_id = :generation_id AND number = :number AND ended_at IS NULL

-- name: attempt_of
SELECT engine, started_at FROM attempts WHERE generation_id = :generation_id AND number = :number

-- name: attempts_of
SELECT * FROM attempts WHERE generation_id = :generation_id ORDER BY number

-- name: set_status
-- Fenced: only the attempt that holds the generation moves it. What has ended is held by nobody.
UPDATE generations SET status = :status
WHERE id = :id AND attempt = :attempt AND lease_owner = :worker

-- name: beat
-- Prolong what this worker holds; what it no longer holds is not in the answer.
UPDATE generations SET lease_expires_at = :lease_expires_at
WHERE lease_owner = :worker
RETURNING id, attempt

-- name: note_progress
UPDATE generations SET progress = :progress, stage = :stage
WHERE id = :id AND attempt = :attempt AND lease_owner = :worker

-- name: note_checkpoint
UPDATE generations SET checkpoint = :checkpoint
WHERE id = :id AND attempt = :attempt AND lease_owner = :worker

-- name: hand_over
-- No process leases it any more: its job holds it until a look brings the end.
UPDATE generations SET lease_owner = :owner, lease_expires_at = NULL
WHERE id = :id AND attempt = :attempt AND lease_owner = :worker

-- name: held_by
-- The generation, if this attempt of this worker still holds it.
SELECT * FROM generations
WHERE id = :id AND attempt = :attempt AND lease_owner = :worker /*pg: FOR UPDATE */

-- name: held_by_job
SELECT * FROM generations WHERE id = :id AND lease_owner = :owner

-- name: under_way
-- The generation, unless it has ended.
SELECT * FROM generations WHERE id = :id AND finished_at IS NULL /*pg: FOR UPDATE */

-- name: note_event
INSERT INTO generation_events (generation_id, number, status, created_at)
SELECT :generation_id, COALESCE(MAX(number), 0) + 1, :status, :now
FROM generation_events WHERE generation_id = :generation_id

-- name: events_after
SELECT number, status, created_at FROM generation_events
WHERE generation_id = :generation_id AND number > :number
ORDER BY number

-- name: count_one_more
-- Nothing when the account has as many under way as it may: new ones are `processing`, the few that wait for another
-- try are not worth a statement of their own in every accept.
UPDATE generation_counts SET total = total + 1
WHERE account_id = :account_id AND status = 'processing' AND total < :processing_max

-- name: remember_key
-- Nothing when the account has used the key.
INSERT INTO idempotency_keys (account_id, key, body_digest, generation_id, created_at)
VALUES (:account_id, :key, :body_digest, :generation_id, :now)
ON CONFLICT (account_id, key) DO NOTHING

-- name: remembered_key
SELECT * FROM idempotency_keys WHERE account_id = :account_id AND key = :key

-- name: forget_key
DELETE FROM idempotency_keys WHERE account_id = :account_id AND key = :key AND created_at <= :before

-- name: forget_keys
DELETE FROM idempotency_keys WHERE created_at <= :before

-- name: add_tombstone
INSERT INTO tombstones (generation_id, account_id, reason, created_at)
VALUES (:generation_id, :account_id, :reason, :now)
ON CONFLICT (generation_id) DO UPDATE SET reason = excluded.reason, created_at = excluded.created_at

-- name: tombstone
SELECT * FROM tombstones WHERE generation_id = :generation_id

-- name: delete
-- Its events go with it.
DELETE FROM generations WHERE id = :id

-- name: drop_files
UPDATE generations SET output_key = NULL, thumbnail_key = NULL WHERE id = :id

-- name: retried
-- Generations that ended since then and took more than one attempt.
SELECT * FROM generations WHERE attempt > 1 AND finished_at >= :since
ORDER BY finished_at LIMIT :limit

-- name: past_retention
-- Files of an account whose time is over, the oldest first.
SELECT * FROM generations
WHERE account_id = :account_id AND output_key IS NOT NULL AND finished_at <= :before
ORDER BY finished_at LIMIT :limit

-- name: accounts_with_outlived
-- Accounts of a plan that have files whose time is over, in the order of ids: one look into an index for each account.
SELECT a.id FROM accounts AS a
WHERE a.plan = :plan AND a.id > :after
  AND EXISTS (SELECT 1 FROM generations AS g
              WHERE g.account_id = a.id AND g.output_key IS NOT NULL AND g.finished_at <= :before)
ORDER BY a.id LIMIT :limit

-- name: finish
UPDATE generations
SET status = :status, output_key = :output_key, thumbnail_key = :thumbnail_key, error = :error,
    lease_owner = NULL, lease_expires_at = NULL, progress = :progress, finished_at = :now
WHERE id = :id AND attempt = :attempt

-- name: release
-- Let it wait for another try.
UPDATE generations
SET status = 'pending', lease_owner = NULL, lease_expires_at = NULL, losses = :losses, due_at = :due_at,
    waiting_since = COALESCE(waiting_since, :since), progress = 0, stage = '',
    pool = :pool, fallback_engine = :fallback_engine
WHERE id = :id AND attempt = :attempt

-- name: waited_enough
-- It runs again: from now on it waits no longer.
UPDATE generations SET waiting_since = NULL WHERE id = :id

-- name: expired
-- What a lost worker still holds.
SELECT * FROM generations
WHERE lease_owner IS NOT NULL AND lease_expires_at <= :now
ORDER BY lease_expires_at, id /*pg: FOR UPDATE SKIP LOCKED */

-- name: shorten_leases
UPDATE generations SET lease_expires_at = :latest WHERE lease_owner IS NOT NULL AND lease_expires_at > :latest

-- name: shorten_waits
UPDATE generations SET due_at = :now
WHERE lease_owner IS NULL AND finished_at IS NULL AND status = 'pending' AND due_at > :latest
RETURNING account_id

-- name: shorten_first_waits
-- What was accepted before the clock went back is due at once all the same. Where a turn is due, something is taken anyway.
UPDATE generations SET due_at = :now WHERE id IN (
    SELECT g.id FROM turns AS t CROSS JOIN generations AS g -- in this order
    WHERE t.due_at > :now
      AND g.pool = t.pool AND g.account_id = t.account_id AND g.tool = t.tool AND g.model = t.model
      AND g.lease_owner IS NULL AND g.finished_at IS NULL AND g.status = 'processing'
)
RETURNING account_id

-- name: leased_to
-- What workers whose names begin like this hold.
SELECT * FROM generations
WHERE lease_owner IS NOT NULL AND lease_owner LIKE :prefix
ORDER BY lease_expires_at, id /*pg: FOR UPDATE SKIP LOCKED */

-- name: waiting_too_long
SELECT * FROM generations
WHERE lease_owner IS NULL AND finished_at IS NULL AND waiting_since <= :before
ORDER BY waiting_since, id LIMIT :limit /*pg: FOR UPDATE SKIP LOCKED */

-- name: miscounted
-- Accounts whose counters are not the number of their rows.
WITH counted AS (
    SELECT account_id, status, COUNT(*) AS total FROM generations GROUP BY account_id, status
)
SELECT k.account_id, k.status, k.total AS counter, COALESCE(c.total, 0) AS counted
FROM generation_counts AS k LEFT JOIN counted AS c ON c.account_id = k.account_id AND c.status = k.status
WHERE k.total <> COALESCE(c.total, 0)
ORDER BY k.account_id, k.status

-- name: mismatched_holds
-- Generations under way whose hold has ended, and finished ones whose hold has not.
WITH holds AS (
    SELECT generation_id, COUNT(CASE WHEN kind IN ('capture', 'release') THEN 1 END) AS ended,
        COUNT(CASE WHEN kind = 'capture' THEN 1 END) AS captured
    FROM ledger WHERE generation_id IS NOT NULL GROUP BY generation_id
)
SELECT g.id, g.status
FROM generations AS g JOIN holds AS h ON h.generation_id = g.id
WHERE (g.finished_at IS NULL AND h.ended > 0) OR (g.finished_at IS NOT NULL AND h.ended <> 1)
   OR (g.status = 'success' AND h.captured = 0) OR (g.status = 'error' AND h.captured > 0)
ORDER BY g.id

-- name: jobless
-- What waits for a job that nobody looks at.
SELECT g.id, g.lease_owner FROM generations AS g
WHERE g.lease_owner LIKE 'job:%' AND NOT EXISTS (
    SELECT 1 FROM jobs AS j WHERE j.purchase_id = SUBSTR(g.lease_owner, 5) AND j.generation_id = g.id)
ORDER BY g.id

-- name: mismatched_attempts
-- A leased generation has its current attempt running and no other; one that waits or has ended has none running; the
-- attempt that succeeded is the last one of a success.
SELECT g.id, g.status FROM generations AS g
WHERE g.lease_owner IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM attempts AS a
    WHERE a.generation_id = g.id AND a.number = g.attempt AND a.ended_at IS NULL
      AND (a.worker = g.lease_owner OR g.lease_owner LIKE 'job:%'))
UNION
SELECT g.id, g.status FROM attempts AS a JOIN generations AS g ON g.id = a.generation_id
WHERE (a.ended_at IS NULL AND (g.lease_owner IS NULL OR a.number <> g.attempt))
   OR (a.outcome = 'success' AND (g.status <> 'success' OR a.number <> g.attempt))
   OR (a.outcome <> 'success' AND g.status = 'success' AND a.number = g.attempt)
ORDER BY 1

-- name: mismatched_deliveries
-- A success with a webhook has one delivery; nothing else has any.
SELECT g.id, g.status
FROM generations AS g LEFT JOIN deliveries AS d ON d.generation_id = g.id
WHERE (g.status = 'success' AND g.webhook IS NOT NULL) <> (d.generation_id IS NOT NULL)
ORDER BY g.id

-- name: mismatched_turns
-- Accounts whose turns are not what follows from what they have waiting.
WITH waiting AS (
    SELECT account_id, pool, tool, model, MIN(due_at) AS due_at FROM generations
    WHERE lease_owner IS NULL AND finished_at IS NULL GROUP BY account_id, pool, tool, model
)
SELECT w.account_id FROM waiting AS w
LEFT JOIN turns AS t ON t.account_id = w.account_id AND t.pool = w.pool AND t.tool = w.tool AND t.model = w.model
WHERE t.due_at IS NULL OR t.due_at <> w.due_at
UNION
SELECT t.account_id FROM turns AS t
JOIN accounts AS a ON a.id = t.account_id
LEFT JOIN waiting AS w ON w.account_id = t.account_id AND w.pool = t.pool AND w.tool = t.tool AND w.model = t.model
WHERE w.account_id IS NULL OR t.served_at <> a.served_at
ORDER BY 1

-- name: mismatched_usage_credits
-- Accounts and days whose captured credits are not those of the ledger.
SELECT account_id, day, SUM(summed) AS summed, SUM(captured) AS captured FROM (
    SELECT account_id, day, credits AS summed, 0 AS captured FROM usage_daily
    UNION ALL
    SELECT account_id,
        /*sqlite: strftime('%Y-%m-%d', created_at / 1000, 'unixepoch') */
        /*pg: to_char(to_timestamp(created_at / 1000) AT TIME ZONE 'UTC', 'YYYY-MM-DD') */,
        0, credits
    FROM ledger WHERE kind = 'capture'
) AS each_one
GROUP BY account_id, day HAVING SUM(summed) <> SUM(captured)
ORDER BY account_id, day

-- name: mismatched_usage_cost
-- Sums whose cost is not that of the settled purchases.
SELECT day, account_id, api_key_id, tool, model, engine, SUM(summed) AS summed, SUM(booked) AS booked FROM (
    SELECT day, account_id, api_key_id, tool, model, engine, cost AS summed, 0 AS booked FROM usage_daily
    UNION ALL
    SELECT day, account_id, api_key_id, tool, model, engine, 0, booked FROM purchases WHERE state = 'settled'
) AS each_one
GROUP BY day, account_id, api_key_id, tool, model, engine HAVING SUM(summed) <> SUM(booked)
ORDER BY engine, day, account_id, api_key_id, tool, model

-- name: mismatched_usage_rows
-- Sums with fewer runs or errors than there are generations that ended so: there may be more, of deleted ones.
SELECT day, account_id, api_key_id, tool, model, engine, SUM(runs) AS runs, SUM(errors) AS errors, SUM(made) AS made,
    SUM(failed) AS failed
FROM (
    SELECT day, account_id, api_key_id, tool, model, engine, runs, errors, 0 AS made, 0 AS failed FROM usage_daily
    UNION ALL
    SELECT
        /*sqlite: strftime('%Y-%m-%d', g.finished_at / 1000, 'unixepoch') */
        /*pg: to_char(to_timestamp(g.finished_at / 1000) AT TIME ZONE 'UTC', 'YYYY-MM-DD') */,
        g.account_id, COALESCE(g.api_key_id, ''), g.tool, g.model, COALESCE(a.engine, ''), 0, 0,
        CASE g.status WHEN 'success' THEN 1 ELSE 0 END, CASE g.status WHEN 'error' THEN 1 ELSE 0 END
    FROM generations AS g LEFT JOIN attempts AS a ON a.generation_id = g.id AND a.number = g.attempt
    WHERE g.finished_at IS NOT NULL
) AS each_one
GROUP BY day, account_id, api_key_id, tool, model, engine HAVING SUM(made) > SUM(runs) OR SUM(failed) > SUM(errors)
ORDER BY account_id, day, api_key_id, tool, model, engine

-- name: mismatched_usage_ends
-- Accounts with fewer runs or errors in all than are known to have been, or more than can have been.
SELECT account_id, SUM(runs) AS runs, SUM(errors) AS errors, SUM(made) AS made, SUM(failed) AS failed,
    SUM(unknown) AS unknown
FROM (
    SELECT account_id, runs, errors, 0 AS made, 0 AS failed, 0 AS unknown FROM usage_daily
    UNION ALL
    SELECT account_id, 0, 0, CASE kind WHEN 'capture' THEN 1 ELSE 0 END, CASE kind WHEN 'release' THEN 1 ELSE 0 END, 0
    FROM ledger WHERE kind IN ('capture', 'release')
    UNION ALL
    SELECT g.account_id, 0, 0, CASE g.status WHEN 'success' THEN 1 ELSE 0 END,
        CASE g.status WHEN 'error' THEN 1 ELSE 0 END, 0
    FROM generations AS g
    WHERE g.finished_at IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM ledger AS l WHERE l.generation_id = g.id AND l.kind IN ('capture', 'release'))
    UNION ALL
    SELECT t.account_id, 0, 0, 0, 0, 1 FROM tombstones AS t
    WHERE t.reason = 'deleted' AND NOT EXISTS (
        SELECT 1 FROM ledger AS l WHERE l.generation_id = t.generation_id AND l.kind IN ('capture', 'release'))
) AS each_one
GROUP BY account_id
HAVING SUM(runs) < SUM(made) OR SUM(errors) < SUM(failed)
    OR SUM(runs) + SUM(errors) > SUM(made) + SUM(failed) + SUM(unknown)
ORDER BY account_id

-- name: forget_timeouts
DELETE FROM timeouts WHERE account_id = :account_id AND at <= :before

-- name: note_timeout
INSERT INTO timeouts (account_id, generation_id, attempt, at) VALUES (:account_id, :generation_id, :attempt, :now)
ON CONFLICT (account_id, generation_id, attempt) DO NOTHING

-- name: count_timeouts
SELECT COUNT(*) AS total FROM timeouts WHERE account_id = :account_id

-- name: slow_account
UPDATE accounts SET running_max = :running_max, running_max_until = :until WHERE id = :account_id
