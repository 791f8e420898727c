-- name: add
INSERT INTO usage_daily (day, account_id, api_key_id, tool, model, engine, runs, errors, run_ms, credits, cost)
VALUES (:day, :account_id, :api_key_id, :tool, :model, :engine, :runs, :errors, :run_ms, :credits, :cost)
ON CONFLICT (day, account_id, api_key_id, tool, model, engine) DO UPDATE
SET runs = usage_daily.runs + excluded.runs, errors = usage_daily.errors + excluded.errors,
    run_ms = usage_daily.run_ms + excluded.run_ms, credits = usage_daily.credits + excluded.credits,
    cost = usage_daily.cost + excluded.cost

-- name: by_engine
SELECT engine, SUM(runs) AS runs, SUM(errors) AS errors, SUM(run_ms) AS run_ms, SUM(credits) AS credits,
    SUM(cost) AS cost
FROM usage_daily WHERE day >= :first_day AND day <= :last_day
GROUP BY engine ORDER BY engine

-- name: by_model
SELECT tool, model, SUM(runs) AS runs, SUM(errors) AS errors, SUM(run_ms) AS run_ms, SUM(credits) AS credits,
    SUM(cost) AS cost
FROM usage_daily WHERE day >= :first_day AND day <= :last_day
GROUP BY tool, model ORDER BY tool, model

-- name: by_account
SELECT s.account_id AS account, COALESCE(a.email, '') AS email, s.runs, s.errors, s.run_ms, s.credits, s.cost
FROM (
    SELECT account_id, SUM(runs) AS runs, SUM(errors) AS errors, SUM(run_ms) AS run_ms, SUM(credits) AS credits,
        SUM(cost) AS cost
    FROM usage_daily WHERE day >= :first_day AND day <= :last_day GROUP BY account_id
) AS s
LEFT JOIN accounts AS a ON a.id = s.account_id
ORDER BY s.account_id

-- name: by_key
SELECT COALESCE(a.email, '') AS email, s.api_key_id AS key, COALESCE(k.name, '') AS name, s.runs, s.errors, s.run_ms,
    s.credits, s.cost
FROM (
    SELECT account_id, api_key_id, SUM(runs) AS runs, SUM(errors) AS errors, SUM(run_ms) AS run_ms,
        SUM(credits) AS credits, SUM(cost) AS cost
    FROM usage_daily WHERE day >= :first_day AND day <= :last_day GROUP BY account_id, api_key_id
) AS s
LEFT JOIN accounts AS a ON a.id = s.account_id
LEFT JOIN api_keys AS k ON k.id = s.api_key_id
ORDER BY s.account_id, s.api_key_id

-- name: table
-- What is not asked for is the same for all.
SELECT day, account, key, tool, model, SUM(runs) AS runs, SUM(errors) AS errors, SUM(run_ms) AS run_ms,
    SUM(credits) AS credits, SUM(cost) AS cost
FROM (
    SELECT CASE WHEN :by_day = 1 THEN day ELSE '' END AS day,
        CASE WHEN :by_account = 1 THEN account_id ELSE '' END AS account,
        CASE WHEN :by_key = 1 THEN api_key_id ELSE '' END AS key,
        CASE WHEN :by_tool = 1 THEN tool ELSE '' END AS tool,
        CASE WHEN :by_model = 1 THEN model ELSE '' END AS model,
        runs, errors, run_ms, credits, cost
    FROM usage_daily
    WHERE day >= :first_day AND day <= :last_day AND (:account_id = '' OR account_id = :account_id)
) AS each_one
GROUP BY day, account, key, tool, model ORDER BY day, account, key, tool, model

-- name: cost_by_day
SELECT day, SUM(cost) AS cost FROM usage_daily
WHERE engine = :engine AND day >= :first_day AND day <= :last_day
GROUP BY day HAVING SUM(cost) > 0

-- name: any_of_engine
SELECT 1 AS found FROM usage_daily WHERE engine = :engine LIMIT 1

-- name: of_account
-- An account's sums of some days, by what is asked for: of the rest all are in one line.
SELECT day, tool, model, api_key_id, SUM(runs) AS runs, SUM(errors) AS errors, SUM(run_ms) AS run_ms,
    SUM(credits) AS credits
FROM (
    SELECT
        CASE WHEN CAST(:by_day AS INTEGER) = 1 THEN day ELSE '' END AS day,
        CASE WHEN CAST(:by_tool AS INTEGER) = 1 THEN tool ELSE '' END AS tool,
        CASE WHEN CAST(:by_model AS INTEGER) = 1 THEN model ELSE '' END AS model,
        CASE WHEN CAST(:by_key AS INTEGER) = 1 THEN api_key_id ELSE '' END AS api_key_id,
        runs, errors, run_ms, credits
    FROM usage_daily WHERE account_id = :account_id AND day >= :first_day AND day <= :last_day
) AS each_one
GROUP BY day, tool, model, api_key_id
HAVING SUM(runs) > 0 OR SUM(errors) > 0 OR SUM(credits) > 0
ORDER BY day, tool, model, api_key_id

-- name: costs_of_days
SELECT tool, model, engine, SUM(credits) AS credits, SUM(cost) AS cost
FROM usage_daily WHERE day IN (:today, :yesterday)
GROUP BY tool, model, engine HAVING SUM(cost) > 0 ORDER BY tool, model, engine
