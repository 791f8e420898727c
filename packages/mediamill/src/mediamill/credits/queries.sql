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

-- name: end_hold
UPDATE balances SET available = available + :freed, held = held - :held WHERE account_id = :account_id

-- name: add
INSERT INTO ledger (id, account_id, generation_id, kind, credits, note, reference, created_at)
VALUES (:id, :account_id, :generation_id, :kind, :credits, :note, :reference, :now)

-- name: entry_of_generation
SELECT * FROM ledger WHERE generation_id = :generation_id AND kind = :kind

-- name: entry_of_reference
SELECT * FROM ledger WHERE reference = :reference

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
-- Accounts whose balance is not what their ledger says: available = granted - captured - held + refunded ± adjusted.
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
        SUM(CASE WHEN kind IN ('grant', 'refund', 'adjust') THEN credits WHEN kind = 'capture' THEN -credits ELSE 0 END)
            AS kept
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
-- Generations of which more was captured than held, more refunded than captured, or something captured or released that
-- never was held.
SELECT generation_id, account_id
FROM ledger WHERE generation_id IS NOT NULL GROUP BY generation_id, account_id
HAVING SUM(CASE WHEN kind = 'capture' THEN credits ELSE 0 END) > SUM(CASE WHEN kind = 'hold' THEN credits ELSE 0 END)
    OR SUM(CASE WHEN kind = 'refund' THEN credits ELSE 0 END) > SUM(CASE WHEN kind = 'capture' THEN credits ELSE 0 END)
    OR SUM(CASE WHEN kind = 'hold' THEN 1 ELSE 0 END) = 0
ORDER BY generation_id

-- name: caps
-- The caps of these accounts and of their keys, and what each account holds. `account_ids` is a JSON array.
SELECT c.account_id, c.api_key_id, c.day, c.month, c.total, b.held
FROM spending_caps AS c JOIN balances AS b ON b.account_id = c.account_id
WHERE c.account_id IN (
    SELECT value FROM /*sqlite: json_each(:account_ids) *//*pg: jsonb_array_elements_text(CAST(:account_ids AS JSONB)) */
)

-- name: caps_of
SELECT day, month, total FROM spending_caps WHERE account_id = :account_id AND api_key_id = :api_key_id

-- name: add_caps
INSERT INTO spending_caps (account_id, api_key_id, day, month, total)
VALUES (:account_id, :api_key_id, :day, :month, :total)

-- name: forget_caps
DELETE FROM spending_caps WHERE account_id = :account_id AND api_key_id = :api_key_id

-- name: add_capped_key
INSERT INTO capped_keys (account_id, api_key_id, capped_by) VALUES (:account_id, :api_key_id, :capped_by)

-- name: capped_keys
SELECT account_id, api_key_id, capped_by FROM capped_keys
WHERE account_id IN (
    SELECT value FROM /*sqlite: json_each(:account_ids) *//*pg: jsonb_array_elements_text(CAST(:account_ids AS JSONB)) */
)

-- name: spent
-- By key, what was captured today, this month and since the given day.
SELECT api_key_id,
    SUM(CASE WHEN day = :today THEN credits ELSE 0 END) AS day,
    SUM(CASE WHEN day >= :month THEN credits ELSE 0 END) AS month,
    SUM(credits) AS total
FROM usage_daily WHERE account_id = :account_id AND day >= :since
GROUP BY api_key_id

-- name: held_by_key
-- By key, what unfinished generations hold: until they end they have only holds in the ledger. One look for each of them.
SELECT COALESCE(g.api_key_id, '') AS api_key_id,
    SUM(COALESCE((SELECT SUM(l.credits) FROM ledger AS l WHERE l.generation_id = g.id), 0)) AS held
FROM generations AS g
WHERE g.account_id = :account_id AND g.status IN ('pending', 'processing', 'uploading')
GROUP BY COALESCE(g.api_key_id, '')

-- name: forget_account_caps
DELETE FROM spending_caps WHERE account_id = :account_id

-- name: forget_capped_keys
DELETE FROM capped_keys WHERE account_id = :account_id

-- name: add_voucher
INSERT INTO vouchers (id, name, digest, credits, uses_max, created_at, expires_at)
VALUES (:id, :name, :digest, :credits, :uses_max, :now, :expires_at)
RETURNING *

-- name: use_voucher
-- Once more, or no row: fifty clients racing for a voucher of one use get it once. The account is locked, so that it
-- cannot have it twice at the same time.
UPDATE vouchers SET uses = uses + 1
WHERE digest = :digest AND uses < uses_max AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > :now)
  AND NOT EXISTS (
    SELECT 1 FROM voucher_redemptions AS r WHERE r.voucher_id = vouchers.id AND r.account_id = :account_id)
  AND EXISTS (SELECT 1 FROM accounts AS a WHERE a.id = :account_id AND a.suspended_at IS NULL)
RETURNING *

-- name: add_redemption
INSERT INTO voucher_redemptions (voucher_id, account_id, credits, created_at)
VALUES (:voucher_id, :account_id, :credits, :now)

-- name: revoke_voucher
-- The first revocation counts; a second changes nothing.
UPDATE vouchers SET revoked_at = COALESCE(revoked_at, :now) WHERE id = :id RETURNING *

-- name: count_vouchers
SELECT COUNT(*) AS total FROM vouchers

-- name: list_vouchers
SELECT * FROM vouchers ORDER BY id DESC LIMIT :limit OFFSET :offset

-- name: mismatched_vouchers
-- Each use has its redemption, and each redemption its entry in the ledger of the account.
SELECT id, uses, redeemed, granted FROM (
    SELECT v.id, v.uses, COUNT(r.account_id) AS redeemed, COALESCE(SUM(CASE WHEN EXISTS (
        SELECT 1 FROM ledger AS l
        WHERE l.account_id = r.account_id AND l.kind = 'grant' AND l.note = 'voucher ' || v.id AND l.credits = r.credits
    ) THEN 1 ELSE 0 END), 0) AS granted
    FROM vouchers AS v LEFT JOIN voucher_redemptions AS r ON r.voucher_id = v.id
    GROUP BY v.id, v.uses
) AS each_one
WHERE uses <> redeemed OR redeemed <> granted
ORDER BY id
