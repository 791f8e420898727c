-- name: write_probe
INSERT INTO probes (name, written_at) VALUES (:name, :now)
ON CONFLICT (name) DO UPDATE SET written_at = excluded.written_at

-- name: lock_account
/*pg: SELECT account_id FROM balances WHERE account_id = :account_id FOR UPDATE */

-- name: try_lock_accounts
-- `account_ids` is a JSON array; no more of them are locked than the limit.
/*sqlite: SELECT value AS account_id FROM json_each(:account_ids) ORDER BY key LIMIT :limit */
/*pg: SELECT account_id FROM balances
WHERE account_id = ANY (ARRAY(SELECT jsonb_array_elements_text(CAST(:account_ids AS JSONB))))
ORDER BY array_position(ARRAY(SELECT jsonb_array_elements_text(CAST(:account_ids AS JSONB))), account_id)
LIMIT :limit FOR UPDATE SKIP LOCKED */

-- name: lock_accounts
-- In the order of ids: two transactions that need the same ones wait for each other and never in a circle.
/*pg: SELECT account_id FROM balances
WHERE account_id = ANY (ARRAY(SELECT jsonb_array_elements_text(CAST(:account_ids AS JSONB))))
ORDER BY account_id FOR UPDATE */

-- name: lock_name
/*pg: SELECT pg_advisory_xact_lock(hashtextextended(:name, 0)) */
