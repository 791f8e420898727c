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

-- name: cost_by_day
SELECT day, SUM(cost) AS cost FROM usage_daily
WHERE engine = :engine AND day >= :first_day AND day <= :last_day
GROUP BY day HAVING SUM(cost) > 0

-- name: any_of_engine
SELECT 1 AS found FROM usage_daily WHERE engine = :engine LIMIT 1
