-- name: insert
INSERT INTO generations (id, account_id, tool, model, type, status, payload, input, webhook, pool,
    trace, api_key_id, seed, attempt, losses, due_at, progress, stage, created_at)
VALUES (:id, :account_id, :tool, :model, :type, :status, :payload, :input, :webhook, :pool,
    :trace, :api_key_id, :seed, 0, 0, :now, 0, '', :now)

-- name: insert_door_request
INSERT INTO door_requests (generation_id, account_id, door, model, input) VALUES (:id, :account_id, :door, :model, :input)

-- name: door_generation
SELECT g.*, d.door, d.model AS asked_model, d.input AS asked_input,
    (SELECT MIN(a.started_at) FROM attempts AS a WHERE a.generation_id = g.id) AS started_at
FROM door_requests AS d JOIN generations AS g ON g.id = d.generation_id
WHERE d.generation_id = :id

-- name: door_page
SELECT g.*, d.door, d.model AS asked_model, d.input AS asked_input,
    (SELECT MIN(a.started_at) FROM attempts AS a WHERE a.generation_id = g.id) AS started_at
FROM door_requests AS d JOIN generations AS g ON g.id = d.generation_id
WHERE d.account_id = :account_id AND d.door = :door AND d.generation_id < :before_id
  AND (CAST(:tool AS TEXT) IS NULL OR g.tool = CAST(:tool AS TEXT))
ORDER BY d.generation_id DESC LIMIT :limit

-- name: find
SELECT * FROM generations WHERE id = :id

-- name: find_all
SELECT * FROM generations
WHERE id /*sqlite: IN (SELECT value FROM json_each(:ids)) *//*pg: = ANY (ARRAY(SELECT jsonb_array_elements_text(CAST(:ids AS JSONB)))) */

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

-- name: count_move
UPDATE generation_counts SET total = total + CASE status WHEN :after THEN 1 ELSE -1 END
WHERE account_id = :account_id AND status IN (:before, :after)

-- name: heads
-- Whose turn it is: for each model the accounts that were served longest ago, of those that have something due and room to
-- run it. `models` is a JSON array of [tool, model], `barred` one of account ids, `running_max` an object by plan;
-- `accounts` is a JSON array of [when served, id], no longer than the limit. One walk in the order of turns for each model
-- ends there: whoever has no room was served a moment ago, as a rule, and stands at its end.
SELECT served.value ->> 0 AS tool, served.value ->> 1 AS model, (
    SELECT CAST(/*sqlite: json_group_array(json_array( *//*pg: json_agg(json_build_array( */ next.served_at, next.account_id)) AS TEXT)
    FROM (
        SELECT t.served_at, t.account_id FROM turns AS t
        WHERE t.pool = :pool AND t.tool = served.value ->> 0 AND t.model = served.value ->> 1 AND t.due_at <= :now
          AND t.account_id NOT IN (
              SELECT value FROM /*sqlite: json_each(:barred) *//*pg: jsonb_array_elements_text(CAST(:barred AS JSONB)) */
          )
          AND (SELECT COUNT(*) FROM generations AS g WHERE g.account_id = t.account_id AND g.lease_owner IS NOT NULL) < (
              SELECT CASE WHEN a.running_max_until > :now AND a.running_max < a.most THEN a.running_max ELSE a.most END
              FROM (SELECT running_max_until, running_max, COALESCE(own_running_max,
                        CAST(/*sqlite: :running_max *//*pg: CAST(:running_max AS JSONB) */ ->> plan AS INTEGER)) AS most
                    FROM accounts WHERE id = t.account_id) AS a)
        ORDER BY t.served_at, t.account_id LIMIT :limit
    ) AS next
) AS accounts
FROM /*sqlite: json_each(:models) *//*pg: jsonb_array_elements(CAST(:models AS JSONB)) */ AS served

-- name: running_of
-- What accounts have running, and what each may have: `running_max` only while it has fewer than its plan allows.
SELECT a.id AS account_id, a.served_at, a.plan, a.own_running_max,
    CASE WHEN a.running_max_until > :now THEN a.running_max END AS running_max,
    (SELECT COUNT(*) FROM generations AS g WHERE g.account_id = a.id AND g.lease_owner IS NOT NULL) AS running
FROM accounts AS a
WHERE a.id /*sqlite: IN (SELECT value FROM json_each(:account_ids)) *//*pg: = ANY (ARRAY(SELECT jsonb_array_elements_text(CAST(:account_ids AS JSONB)))) */

-- name: due
-- What accounts have due, by model: `due` is a JSON array of [due since, id, status, waiting since] in the order in which
-- they are taken, no longer than the limit.
SELECT t.account_id, t.tool, t.model, (
    SELECT CAST(/*sqlite: json_group_array(json_array( *//*pg: json_agg(json_build_array( */ one.due_at, one.id, one.status, one.waiting_since)) AS TEXT)
    FROM (
        SELECT g.due_at, g.id, g.status, g.waiting_since FROM generations AS g
        WHERE g.pool = t.pool AND g.account_id = t.account_id AND g.tool = t.tool AND g.model = t.model
          AND g.lease_owner IS NULL AND g.finished_at IS NULL AND g.due_at <= :now
        ORDER BY g.due_at, g.id LIMIT :limit
    ) AS one
) AS due
FROM turns AS t
WHERE t.account_id /*sqlite: IN (SELECT value FROM json_each(:account_ids)) *//*pg: = ANY (ARRAY(SELECT jsonb_array_elements_text(CAST(:account_ids AS JSONB)))) */
  AND t.pool = :pool AND t.due_at <= :now

-- name: add_turn
-- Something of the account waits for this model, from then on. A turn that comes earlier stays as it is.
INSERT INTO turns (account_id, pool, tool, model, served_at, due_at)
VALUES (:account_id, :pool, :tool, :model, (SELECT served_at FROM accounts WHERE id = :account_id), :due_at)
ON CONFLICT (account_id, pool, tool, model) DO UPDATE SET due_at = excluded.due_at
WHERE turns.due_at > excluded.due_at

-- name: drop_turns
-- Turns of these accounts for which nothing waits any more. `account_ids` is a JSON array.
DELETE FROM turns
WHERE account_id /*sqlite: IN (SELECT value FROM json_each(:account_ids)) *//*pg: = ANY (ARRAY(SELECT jsonb_array_elements_text(CAST(:account_ids AS JSONB)))) */
  AND (SELECT MIN(g.due_at) FROM generations AS g -- one look for each
       WHERE g.pool = turns.pool AND g.account_id = turns.account_id AND g.tool = turns.tool
         AND g.model = turns.model AND g.lease_owner IS NULL AND g.finished_at IS NULL) IS NULL

-- name: refresh_turns
-- The others, as they follow from what waits now.
UPDATE turns
SET served_at = (SELECT a.served_at FROM accounts AS a WHERE a.id = turns.account_id),
    due_at = (SELECT MIN(g.due_at) FROM generations AS g
              WHERE g.pool = turns.pool AND g.account_id = turns.account_id AND g.tool = turns.tool
                AND g.model = turns.model AND g.lease_owner IS NULL AND g.finished_at IS NULL)
WHERE account_id /*sqlite: IN (SELECT value FROM json_each(:account_ids)) *//*pg: = ANY (ARRAY(SELECT jsonb_array_elements_text(CAST(:account_ids AS JSONB)))) */

-- name: due_pools
-- Where the account has something that may run now, if it has no more room than for one: else nothing waited for that.
-- `running_max` is an object by plan.
SELECT DISTINCT t.pool FROM turns AS t
WHERE t.account_id = :account_id AND t.due_at <= :now
  AND (SELECT COUNT(*) FROM generations AS g WHERE g.account_id = :account_id AND g.lease_owner IS NOT NULL) + 1 >= (
      SELECT CASE WHEN a.running_max_until > :now AND a.running_max < a.most THEN a.running_max ELSE a.most END
      FROM (SELECT running_max_until, running_max, COALESCE(own_running_max,
                CAST(/*sqlite: :running_max *//*pg: CAST(:running_max AS JSONB) */ ->> plan AS INTEGER)) AS most
            FROM accounts WHERE id = :account_id) AS a)
ORDER BY t.pool

-- name: without_turn
-- What waits though no turn stands for it: a process of an older version took it.
WITH waiting AS MATERIALIZED (
    SELECT pool, account_id, tool, model, MIN(due_at) AS due_at FROM generations
    WHERE lease_owner IS NULL AND finished_at IS NULL
    GROUP BY pool, account_id, tool, model
)
SELECT g.account_id, g.pool, g.tool, g.model FROM waiting AS g
WHERE NOT EXISTS (
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

-- name: oldest_waits
-- Of each pool and model, since when the oldest that waits is due.
SELECT pool, tool, model, MIN(due_at) AS due_at FROM turns GROUP BY pool, tool, model ORDER BY pool, tool, model

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
LIMIT :limit

-- name: serve_accounts
-- `served` is a JSON object: when, by account id.
UPDATE accounts SET served_at = CAST(/*sqlite: :served *//*pg: CAST(:served AS JSONB) */ ->> id AS INTEGER)
WHERE id /*sqlite: IN (SELECT key FROM json_each(:served)) *//*pg: = ANY (ARRAY(SELECT jsonb_object_keys(CAST(:served AS JSONB)))) */

-- name: lease
-- What was chosen under the locks of its accounts is one worker's, each under a new attempt number. From now on it waits
-- no longer.
UPDATE generations
SET lease_owner = :worker, lease_expires_at = :lease_expires_at, attempt = attempt + 1, status = 'processing',
    waiting_since = NULL
WHERE id /*sqlite: IN (SELECT value FROM json_each(:ids)) *//*pg: = ANY (ARRAY(SELECT jsonb_array_elements_text(CAST(:ids AS JSONB)))) */
  AND COALESCE(lease_owner, '') = '' AND finished_at IS NULL -- in words that have no planner walk through all that waits
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
    ) AS few
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
RETURNING engine, started_at

-- name: attempt_of
SELECT engine, started_at, outcome FROM attempts WHERE generation_id = :generation_id AND number = :number

-- name: attempts_of
SELECT * FROM attempts WHERE generation_id = :generation_id ORDER BY number

-- name: start_uploading
-- Fenced: only the attempt that holds the generation moves it. What has ended is held by nobody.
UPDATE generations SET status = 'uploading'
WHERE id = :id AND attempt = :attempt AND lease_owner = :worker AND status = 'processing'
RETURNING *

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

-- name: rooms
-- What accounts have left, and how many generations under way: new ones are `processing`, the few that wait for another
-- try are not worth a look of their own in every accept.
SELECT b.account_id, b.available, c.total AS processing, a.suspended_at,
    EXISTS (SELECT 1 FROM spending_caps AS s WHERE s.account_id = b.account_id) AS is_capped
FROM balances AS b JOIN generation_counts AS c ON c.account_id = b.account_id AND c.status = 'processing'
JOIN accounts AS a ON a.id = b.account_id
WHERE b.account_id /*sqlite: IN (SELECT value FROM json_each(:account_ids)) *//*pg: = ANY (ARRAY(SELECT jsonb_array_elements_text(CAST(:account_ids AS JSONB)))) */

-- name: remember_key
INSERT INTO idempotency_keys (account_id, key, body_digest, generation_id, created_at)
VALUES (:account_id, :key, :body_digest, :generation_id, :now)

-- name: remembered_keys
-- `places` is a JSON array of [account id, key].
SELECT k.*
FROM /*sqlite: json_each(:places) *//*pg: jsonb_array_elements(CAST(:places AS JSONB)) */ AS asked
CROSS JOIN idempotency_keys AS k -- in this order
WHERE k.account_id = asked.value ->> 0 AND k.key = asked.value ->> 1

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

-- name: thinned_up_to
SELECT generation_id FROM thinned_history WHERE name = 'history'

-- name: note_thinned
INSERT INTO thinned_history (name, generation_id) VALUES ('history', :id)
ON CONFLICT (name) DO UPDATE SET generation_id = excluded.generation_id

-- name: old_ones
-- The next generations in the order in which they were accepted.
SELECT id, finished_at FROM generations WHERE id > :after AND id < :before ORDER BY id LIMIT :limit

-- name: thin_attempts
-- `ids` is a JSON array. The last attempt of each stays.
DELETE FROM attempts
WHERE generation_id IN (
        SELECT value FROM /*sqlite: json_each(:ids) *//*pg: jsonb_array_elements_text(CAST(:ids AS JSONB)) */)
  AND number < (SELECT g.attempt FROM generations AS g WHERE g.id = attempts.generation_id)

-- name: thin_events
-- The end stays.
DELETE FROM generation_events
WHERE generation_id IN (
        SELECT value FROM /*sqlite: json_each(:ids) *//*pg: jsonb_array_elements_text(CAST(:ids AS JSONB)) */)
  AND number < (SELECT MAX(e.number) FROM generation_events AS e WHERE e.generation_id = generation_events.generation_id)

-- name: own_retentions
-- Accounts that keep outputs for a time of their own.
SELECT id, own_kept_ms FROM accounts WHERE own_kept_ms IS NOT NULL AND id > :after ORDER BY id LIMIT :limit

-- name: oldest_of
SELECT * FROM generations WHERE account_id = :account_id ORDER BY id LIMIT :limit

-- name: next_of
SELECT * FROM generations WHERE account_id = :account_id AND id > :after ORDER BY id LIMIT :limit

-- name: forget_account_keys
DELETE FROM idempotency_keys WHERE account_id = :account_id

-- name: forget_account_timeouts
DELETE FROM timeouts WHERE account_id = :account_id

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
WHERE a.plan = :plan AND a.id > :after AND a.own_kept_ms IS NULL
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

-- name: expired
-- What a lost worker still holds.
SELECT * FROM generations
WHERE lease_owner IS NOT NULL AND lease_expires_at <= :now
ORDER BY lease_expires_at, id

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
      AND g.lease_owner IS NULL AND g.finished_at IS NULL AND g.due_at > :now AND g.status = 'processing'
)
RETURNING account_id

-- name: waiting_accounts
SELECT DISTINCT account_id FROM turns WHERE pool = :pool

-- name: end_waits
UPDATE generations SET due_at = :now
WHERE id /*sqlite: IN ( *//*pg: = ANY (ARRAY( */
    SELECT g.id FROM turns AS t CROSS JOIN generations AS g -- in this order
    WHERE t.pool = :pool
      AND g.pool = t.pool AND g.account_id = t.account_id AND g.tool = t.tool AND g.model = t.model
      AND g.lease_owner IS NULL AND g.finished_at IS NULL AND g.due_at > :now
/*sqlite: ) *//*pg: )) */

-- name: leased_to
-- What workers whose names begin like this hold.
SELECT * FROM generations
WHERE lease_owner IS NOT NULL AND lease_owner LIKE :prefix
ORDER BY lease_expires_at, id

-- name: running_by_worker
SELECT lease_owner, id, tool, model FROM generations WHERE lease_owner IS NOT NULL ORDER BY lease_owner, id

-- name: waiting_too_long
SELECT * FROM generations
WHERE lease_owner IS NULL AND finished_at IS NULL AND waiting_since <= :before
ORDER BY waiting_since, id LIMIT :limit

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
-- A success with a webhook has one delivery, and so has an error of what was asked through a door; nothing else has any.
SELECT g.id, g.status
FROM generations AS g
LEFT JOIN deliveries AS d ON d.generation_id = g.id
LEFT JOIN door_requests AS r ON r.generation_id = g.id
WHERE (g.webhook IS NOT NULL AND (g.status = 'success' OR (g.status = 'error' AND r.generation_id IS NOT NULL)))
   <> (d.generation_id IS NOT NULL)
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
-- Sums whose cost is not that of the settled purchases, those whose rows are gone included.
SELECT day, account_id, api_key_id, tool, model, engine, SUM(summed) AS summed, SUM(booked) AS booked FROM (
    SELECT day, account_id, api_key_id, tool, model, engine, cost AS summed, 0 AS booked FROM usage_daily
    UNION ALL
    SELECT day, account_id, api_key_id, tool, model, engine, 0, booked FROM purchases WHERE state = 'settled'
    UNION ALL
    SELECT day, account_id, api_key_id, tool, model, engine, 0, booked FROM purchase_sums
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

-- name: search
-- What of an account is wanted, found in one index alone.
SELECT id FROM generations
WHERE account_id = :account_id AND id >= :first AND id < :last
  AND (CAST(:tool AS TEXT) IS NULL OR tool = CAST(:tool AS TEXT))
  AND (CAST(:model AS TEXT) IS NULL OR model = CAST(:model AS TEXT))
  AND (CAST(:type AS TEXT) IS NULL OR type = CAST(:type AS TEXT))
ORDER BY id DESC LIMIT :limit OFFSET :offset

-- name: count_search
SELECT COUNT(*) AS total FROM generations
WHERE account_id = :account_id AND id >= :first AND id < :last
  AND (CAST(:tool AS TEXT) IS NULL OR tool = CAST(:tool AS TEXT))
  AND (CAST(:model AS TEXT) IS NULL OR model = CAST(:model AS TEXT))
  AND (CAST(:type AS TEXT) IS NULL OR type = CAST(:type AS TEXT))

-- name: search_status
SELECT id FROM generations
WHERE account_id = :account_id AND status = :status AND id >= :first AND id < :last
  AND (CAST(:tool AS TEXT) IS NULL OR tool = CAST(:tool AS TEXT))
  AND (CAST(:model AS TEXT) IS NULL OR model = CAST(:model AS TEXT))
  AND (CAST(:type AS TEXT) IS NULL OR type = CAST(:type AS TEXT))
ORDER BY id DESC LIMIT :limit OFFSET :offset

-- name: count_status
SELECT COUNT(*) AS total FROM generations
WHERE account_id = :account_id AND status = :status AND id >= :first AND id < :last
  AND (CAST(:tool AS TEXT) IS NULL OR tool = CAST(:tool AS TEXT))
  AND (CAST(:model AS TEXT) IS NULL OR model = CAST(:model AS TEXT))
  AND (CAST(:type AS TEXT) IS NULL OR type = CAST(:type AS TEXT))

-- name: search_texts
-- The same by a part of the input's texts.
SELECT t.generation_id AS id
FROM generation_texts AS t
WHERE t.account_id = :account_id AND t.generation_id >= :first AND t.generation_id < :last
  AND (CAST(:tool AS TEXT) IS NULL OR t.tool = CAST(:tool AS TEXT))
  AND (CAST(:model AS TEXT) IS NULL OR t.model = CAST(:model AS TEXT))
  AND (CAST(:type AS TEXT) IS NULL OR t.type = CAST(:type AS TEXT))
  AND /*sqlite: instr(t.text, :text) *//*pg: strpos(t.text, :text) */ > 0
  AND (CAST(:status AS TEXT) IS NULL
       OR EXISTS (SELECT 1 FROM generations AS g
                  WHERE g.account_id = :account_id AND g.status = CAST(:status AS TEXT) AND g.id = t.generation_id))
ORDER BY t.generation_id DESC LIMIT :limit OFFSET :offset

-- name: count_texts
SELECT COUNT(*) AS total
FROM generation_texts AS t
WHERE t.account_id = :account_id AND t.generation_id >= :first AND t.generation_id < :last
  AND (CAST(:tool AS TEXT) IS NULL OR t.tool = CAST(:tool AS TEXT))
  AND (CAST(:model AS TEXT) IS NULL OR t.model = CAST(:model AS TEXT))
  AND (CAST(:type AS TEXT) IS NULL OR t.type = CAST(:type AS TEXT))
  AND /*sqlite: instr(t.text, :text) *//*pg: strpos(t.text, :text) */ > 0
  AND (CAST(:status AS TEXT) IS NULL
       OR EXISTS (SELECT 1 FROM generations AS g
                  WHERE g.account_id = :account_id AND g.status = CAST(:status AS TEXT) AND g.id = t.generation_id))

-- name: add_texts
INSERT INTO generation_texts (account_id, generation_id, tool, model, type, text)
VALUES (:account_id, :id, :tool, :model, :type, :text)

-- name: find_each
-- `ids` is a JSON array. Each with its credits, and with the number, time and last engine of its attempts.
SELECT g.*,
    (SELECT SUM(l.credits) FROM ledger AS l WHERE l.generation_id = g.id AND l.kind = 'hold') AS held,
    (SELECT SUM(l.credits) FROM ledger AS l WHERE l.generation_id = g.id AND l.kind = 'capture') AS captured,
    (SELECT COUNT(*) FROM attempts AS a WHERE a.generation_id = g.id) AS attempts_known,
    (SELECT SUM(a.ended_at - a.started_at) FROM attempts AS a WHERE a.generation_id = g.id) AS run_ms,
    (SELECT a.engine FROM attempts AS a WHERE a.generation_id = g.id AND a.number = g.attempt) AS engine
FROM generations AS g
WHERE g.id IN (
    SELECT value FROM /*sqlite: json_each(:ids) *//*pg: jsonb_array_elements_text(CAST(:ids AS JSONB)) */)
ORDER BY g.id DESC

-- name: successes_since
-- What an account made since then and still has.
SELECT * FROM generations
WHERE account_id = :account_id AND output_key IS NOT NULL AND finished_at >= :since
ORDER BY finished_at, id LIMIT :limit

-- name: end_of
SELECT finished_at FROM generations WHERE id = :id AND account_id = :account_id

-- name: page_of_all
-- Of all accounts; ids sort by time.
SELECT g.*, a.engine, r.retried_as
FROM generations AS g
LEFT JOIN attempts AS a ON a.generation_id = g.id AND a.number = g.attempt
LEFT JOIN retries AS r ON r.generation_id = g.id
WHERE g.id >= :first AND g.id < :last AND (:status = '' OR g.status = :status) AND (:tool = '' OR g.tool = :tool)
  AND (:model = '' OR g.model = :model) AND (:account_id = '' OR g.account_id = :account_id)
  AND (:engine = '' OR a.engine = :engine) AND (:reason = '' OR g.error = :reason)
ORDER BY g.id DESC LIMIT :limit OFFSET :offset

-- name: count_of_all
-- No further than to `most`.
SELECT COUNT(*) AS total FROM (
    SELECT 1 AS one
    FROM generations AS g LEFT JOIN attempts AS a ON a.generation_id = g.id AND a.number = g.attempt
    WHERE g.id >= :first AND g.id < :last AND (:status = '' OR g.status = :status) AND (:tool = '' OR g.tool = :tool)
      AND (:model = '' OR g.model = :model) AND (:account_id = '' OR g.account_id = :account_id)
      AND (:engine = '' OR a.engine = :engine) AND (:reason = '' OR g.error = :reason)
    LIMIT :most
) AS found

-- name: failure_causes
SELECT g.tool, COALESCE(a.engine, '') AS engine, g.error AS reason, COUNT(*) AS total, MAX(g.finished_at) AS last_at,
    MAX(g.id) AS last_id
FROM generations AS g LEFT JOIN attempts AS a ON a.generation_id = g.id AND a.number = g.attempt
WHERE g.status = 'error' AND g.finished_at >= :since AND g.error <> 'Canceled'
GROUP BY g.tool, COALESCE(a.engine, ''), g.error ORDER BY total DESC, last_at DESC LIMIT :limit

-- name: failed_by
-- The oldest of a cause that were not made again.
SELECT g.id
FROM generations AS g LEFT JOIN attempts AS a ON a.generation_id = g.id AND a.number = g.attempt
WHERE g.status = 'error' AND g.finished_at >= :since AND g.tool = :tool AND COALESCE(a.engine, '') = :engine
  AND g.error = :reason AND NOT EXISTS (SELECT 1 FROM retries AS r WHERE r.generation_id = g.id)
ORDER BY g.finished_at, g.id LIMIT :limit

-- name: attempt_times
-- Of the newest generations, how long the attempts took that became a success.
SELECT g.tool, g.model, a.ended_at - a.started_at AS took
FROM generations AS g JOIN attempts AS a ON a.generation_id = g.id AND a.number = g.attempt
WHERE g.id >= :first AND g.status = 'success' AND a.outcome = 'success'
ORDER BY g.id DESC LIMIT :limit

-- name: note_retry
INSERT INTO retries (generation_id, retried_as, created_at) VALUES (:generation_id, :retried_as, :now)

-- name: retried_as
SELECT retried_as FROM retries WHERE generation_id = :generation_id

-- name: retry_of
SELECT generation_id FROM retries WHERE retried_as = :generation_id

-- name: peaks_of
SELECT peaks FROM generation_peaks WHERE generation_id = :generation_id

-- name: keep_peaks
INSERT INTO generation_peaks (generation_id, peaks)
SELECT g.id, :peaks FROM generations AS g WHERE g.id = :generation_id
ON CONFLICT (generation_id) DO NOTHING
