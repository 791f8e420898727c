-- What was made, earned and spent on each day: the sums that reports read, kept in the transactions that they count.
-- The day is in UTC: that of the end for runs, errors and credits, that of the purchase for costs.
CREATE TABLE usage_daily (
    day TEXT /*pg: COLLATE "C" */ NOT NULL, -- 2026-11-22
    account_id TEXT /*pg: COLLATE "C" */ NOT NULL,
    api_key_id TEXT /*pg: COLLATE "C" */ NOT NULL, -- '' for none
    tool TEXT /*pg: COLLATE "C" */ NOT NULL,
    model TEXT /*pg: COLLATE "C" */ NOT NULL,
    engine TEXT /*pg: COLLATE "C" */ NOT NULL, -- '' where none was chosen
    runs INTEGER NOT NULL CHECK (runs >= 0), -- generations that became a success
    errors INTEGER NOT NULL CHECK (errors >= 0), -- generations that ended in error, canceled ones included
    run_ms INTEGER NOT NULL CHECK (run_ms >= 0), -- how long the attempts took that became a success
    credits INTEGER NOT NULL CHECK (credits >= 0), -- captured
    cost INTEGER NOT NULL CHECK (cost >= 0), -- of settled purchases, in millionths of the currency
    PRIMARY KEY (day, account_id, api_key_id, tool, model, engine)
) /*sqlite: WITHOUT ROWID, STRICT */;

-- The API key that ordered it, whose look-up id it is; none for those accepted before this column.
ALTER TABLE generations ADD COLUMN api_key_id TEXT;

-- The same of the generation that it was made for; '' for none.
ALTER TABLE purchases ADD COLUMN api_key_id TEXT NOT NULL DEFAULT '';

-- The days before this table. Of what was deleted the ledger knows account, credits and end, and nobody the rest: what
-- was free as well is in no sum.
INSERT INTO usage_daily (day, account_id, api_key_id, tool, model, engine, runs, errors, run_ms, credits, cost)
SELECT day, account_id, '', tool, model, engine, SUM(runs), SUM(errors), SUM(run_ms), SUM(credits), SUM(cost)
FROM (
    SELECT
        /*sqlite: strftime('%Y-%m-%d', g.finished_at / 1000, 'unixepoch') */
        /*pg: to_char(to_timestamp(g.finished_at / 1000) AT TIME ZONE 'UTC', 'YYYY-MM-DD') */ AS day,
        g.account_id, g.tool, g.model, COALESCE(a.engine, '') AS engine,
        CASE g.status WHEN 'success' THEN 1 ELSE 0 END AS runs, CASE g.status WHEN 'error' THEN 1 ELSE 0 END AS errors,
        CASE WHEN a.outcome = 'success' AND a.ended_at > a.started_at THEN a.ended_at - a.started_at ELSE 0 END
            AS run_ms,
        0 AS credits, 0 AS cost
    FROM generations AS g LEFT JOIN attempts AS a ON a.generation_id = g.id AND a.number = g.attempt
    WHERE g.finished_at IS NOT NULL
    UNION ALL
    SELECT
        /*sqlite: strftime('%Y-%m-%d', l.created_at / 1000, 'unixepoch') */
        /*pg: to_char(to_timestamp(l.created_at / 1000) AT TIME ZONE 'UTC', 'YYYY-MM-DD') */,
        l.account_id, COALESCE(g.tool, ''), COALESCE(g.model, ''), COALESCE(a.engine, ''),
        CASE WHEN g.id IS NULL AND l.kind = 'capture' THEN 1 ELSE 0 END,
        CASE WHEN g.id IS NULL AND l.kind = 'release' THEN 1 ELSE 0 END,
        0, CASE l.kind WHEN 'capture' THEN l.credits ELSE 0 END, 0
    FROM ledger AS l
    LEFT JOIN generations AS g ON g.id = l.generation_id
    LEFT JOIN attempts AS a ON a.generation_id = g.id AND a.number = g.attempt
    WHERE l.kind IN ('capture', 'release')
    UNION ALL
    SELECT day, account_id, tool, model, engine, 0, 0, 0, 0, booked FROM purchases WHERE state = 'settled'
) AS each_one
GROUP BY day, account_id, tool, model, engine;
