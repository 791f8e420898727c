-- name: open_balance
INSERT INTO balances (account_id, available, held) VALUES (:account_id, 0, 0)

-- name: balance
SELECT available, held FROM balances WHERE account_id = :account_id

-- name: held_in_all
SELECT COALESCE(SUM(held), 0) AS held FROM balances

-- name: move
-- Both sides at once, or no row: twenty clients racing for ten runs' worth of credits get ten.
UPDATE balances SET available = available + :available, held = held + :held
WHERE account_id = :account_id AND available + :available >= 0 AND held + :held >= 0

-- name: add
INSERT INTO ledger (id, account_id, generation_id, kind, credits, note, created_at)
VALUES (:id, :account_id, :generation_id, :kind, :credits, :note, :now)

-- name: hold_of
-- Nothing once the hold was captured or released.
SELECT CASE WHEN COUNT(CASE WHEN kind IN ('capture', 'release') THEN 1 END) > 0 THEN 0
            ELSE COALESCE(SUM(CASE WHEN kind = 'hold' THEN credits END), 0) END AS held
FROM ledger WHERE generation_id = :generation_id

-- name: captured_by
SELECT COALESCE(SUM(credits), 0) AS captured FROM ledger WHERE generation_id = :generation_id AND kind = 'capture'

-- name: entries
SELECT * FROM ledger WHERE account_id = :account_id ORDER BY id

-- name: count_entries
SELECT COUNT(*) AS total FROM ledger WHERE account_id = :account_id

-- name: page
SELECT * FROM ledger WHERE account_id = :account_id ORDER BY id DESC LIMIT :limit OFFSET :offset

-- name: discrepancies
-- Accounts whose balance is not what their ledger says: available = granted - captured - held.
WITH holds AS (
    SELECT generation_id, account_id,
        SUM(CASE WHEN kind = 'hold' THEN credits ELSE 0 END) AS held,
        COUNT(CASE WHEN kind IN ('capture', 'release') THEN 1 END) AS ended
    FROM ledger WHERE generation_id IS NOT NULL GROUP BY generation_id, account_id
),
open_holds AS (
    SELECT account_id, SUM(held) AS held FROM holds WHERE ended = 0 GROUP BY account_id
),
sums AS (
    SELECT account_id,
        SUM(CASE WHEN kind = 'grant' THEN credits WHEN kind = 'capture' THEN -credits ELSE 0 END) AS kept
    FROM ledger GROUP BY account_id
)
SELECT b.account_id, b.available, b.held,
    COALESCE(s.kept, 0) - COALESCE(o.held, 0) AS ledger_available, COALESCE(o.held, 0) AS ledger_held
FROM balances AS b
LEFT JOIN sums AS s ON s.account_id = b.account_id
LEFT JOIN open_holds AS o ON o.account_id = b.account_id
WHERE b.held <> COALESCE(o.held, 0) OR b.available <> COALESCE(s.kept, 0) - COALESCE(o.held, 0)
ORDER BY b.account_id

-- name: overdrawn
-- Generations of which more was captured than held, or something captured or released that never was held.
SELECT generation_id, account_id
FROM ledger WHERE generation_id IS NOT NULL GROUP BY generation_id, account_id
HAVING SUM(CASE WHEN kind = 'capture' THEN credits ELSE 0 END) > SUM(CASE WHEN kind = 'hold' THEN credits ELSE 0 END)
    OR SUM(CASE WHEN kind = 'hold' THEN 1 ELSE 0 END) = 0
ORDER BY generation_id
