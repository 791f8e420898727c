-- name: open_budget
INSERT INTO budgets (engine, key_id, period, used) VALUES (:engine, :key_id, :period, 0)
ON CONFLICT (engine, key_id, period) DO NOTHING

-- name: take
-- Nothing where it would exceed the cap: two hundred purchases racing for the last dollar get one dollar's worth.
UPDATE budgets SET used = used + :amount
WHERE engine = :engine AND key_id = :key_id AND period = :period
  AND (CAST(:cap AS INTEGER) IS NULL OR used + :amount <= CAST(:cap AS INTEGER))

-- name: correct
UPDATE budgets SET used = used + :amount WHERE engine = :engine AND key_id = :key_id AND period = :period

-- name: used
SELECT used FROM budgets WHERE engine = :engine AND key_id = :key_id AND period = :period

-- name: add
INSERT INTO purchases (id, generation_id, account_id, attempt, tool, model, engine, key_id, state, currency,
    price_line, estimate, booked, day, api_key_id, intended_at)
VALUES (:id, :generation_id, :account_id, :attempt, :tool, :model, :engine, :key_id, 'intended', :currency,
    :price_line, :estimate, :booked, :day, :api_key_id, :now)
RETURNING *

-- name: find
SELECT * FROM purchases WHERE id = :id

-- name: of_generation
SELECT * FROM purchases WHERE generation_id = :generation_id ORDER BY id

-- name: unfinished
SELECT * FROM purchases WHERE engine = :engine AND finished_at IS NULL ORDER BY id

-- name: under_way
SELECT key_id, COUNT(*) AS total FROM purchases
WHERE engine = :engine AND finished_at IS NULL AND state IN ('intended', 'open') GROUP BY key_id

-- name: made_since
SELECT key_id, COUNT(*) AS total FROM purchases WHERE engine = :engine AND intended_at > :since GROUP BY key_id

-- name: abandoned
SELECT p.id, p.state FROM purchases AS p
WHERE p.finished_at IS NULL AND p.state IN ('intended', 'unknown') AND p.intended_at <= :before
  AND NOT EXISTS (SELECT 1 FROM jobs AS j WHERE j.purchase_id = p.id)
LIMIT :limit

-- name: move
-- Conditional on the state that was read: of two who move it the second changes nothing.
UPDATE purchases
SET state = :state, job = COALESCE(:job, job), actual = :actual, booked = :booked, finished_at = :finished_at
WHERE id = :id AND state = :previous
RETURNING *

-- name: note_job
UPDATE purchases SET job = :job WHERE id = :id

-- name: outlived
-- What ended and was intended long ago, the oldest first: neither a job nor a generation under way asks for it.
SELECT p.id FROM purchases AS p
WHERE p.id < :before AND p.finished_at IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM jobs AS j WHERE j.purchase_id = p.id)
  AND NOT EXISTS (SELECT 1 FROM generations AS g WHERE g.id = p.generation_id AND g.finished_at IS NULL)
ORDER BY p.id LIMIT :limit

-- name: sum_up
-- `ids` is a JSON array. What was void cost nothing.
INSERT INTO purchase_sums (engine, key_id, day, account_id, api_key_id, tool, model, booked)
SELECT p.engine, p.key_id, p.day, p.account_id, p.api_key_id, p.tool, p.model, SUM(p.booked)
FROM purchases AS p
WHERE p.booked > 0 AND p.id IN (
    SELECT value FROM /*sqlite: json_each(:ids) *//*pg: jsonb_array_elements_text(CAST(:ids AS JSONB)) */)
GROUP BY p.engine, p.key_id, p.day, p.account_id, p.api_key_id, p.tool, p.model
ON CONFLICT (engine, key_id, day, account_id, api_key_id, tool, model) DO UPDATE
SET booked = purchase_sums.booked + excluded.booked

-- name: forget
DELETE FROM purchases WHERE id IN (
    SELECT value FROM /*sqlite: json_each(:ids) *//*pg: jsonb_array_elements_text(CAST(:ids AS JSONB)) */)

-- name: mismatched
-- Budgets that differ from the sum of their purchases, and sums without a budget.
WITH days AS (
    SELECT engine, key_id, day, SUM(booked) AS booked FROM (
        SELECT engine, key_id, day, booked FROM purchases
        UNION ALL SELECT engine, key_id, day, booked FROM purchase_sums
    ) AS all_of_them
    GROUP BY engine, key_id, day
),
sums AS (
    SELECT engine, key_id, period, SUM(booked) AS booked FROM (
        SELECT engine, key_id, day AS period, booked FROM days WHERE key_id <> ''
        UNION ALL SELECT engine, key_id, SUBSTR(day, 1, 7), booked FROM days WHERE key_id <> ''
        UNION ALL SELECT engine, '', day, booked FROM days
        UNION ALL SELECT engine, '', SUBSTR(day, 1, 7), booked FROM days
    ) AS each_one
    GROUP BY engine, key_id, period
)
SELECT b.engine, b.key_id, b.period, b.used, COALESCE(s.booked, 0) AS booked
FROM budgets AS b
LEFT JOIN sums AS s ON s.engine = b.engine AND s.key_id = b.key_id AND s.period = b.period
WHERE b.used <> COALESCE(s.booked, 0)
UNION ALL
SELECT s.engine, s.key_id, s.period, 0, s.booked
FROM sums AS s
LEFT JOIN budgets AS b ON b.engine = s.engine AND b.key_id = s.key_id AND b.period = s.period
WHERE b.engine IS NULL
ORDER BY 1, 2, 3

-- name: count_event
INSERT INTO purchase_counts (engine, event, total, last_at) VALUES (:engine, :event, 1, :now)
ON CONFLICT (engine, event) DO UPDATE SET total = purchase_counts.total + 1, last_at = excluded.last_at

-- name: counts
SELECT engine, event, total FROM purchase_counts ORDER BY engine, event

-- name: events_since
SELECT engine, total, last_at FROM purchase_counts WHERE event = :event AND last_at > :since ORDER BY engine

-- name: any_unknown
SELECT 1 AS found FROM purchases WHERE generation_id = :generation_id AND state = 'unknown' LIMIT 1

-- name: open_questions
-- The states in which it is not known what a purchase costs although nobody works on it, of the time since then.
SELECT state, COUNT(*) AS total FROM purchases
WHERE engine = :engine AND finished_at IS NULL AND state IN ('unknown', 'orphaned')
  AND intended_at > :since AND (state = 'unknown' OR intended_at <= :orphaned_before)
GROUP BY state
