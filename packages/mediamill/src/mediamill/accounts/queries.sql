-- name: create
-- A new account, or no row when the address is taken.
INSERT INTO accounts (id, email, email_key, plan, served_at, created_at)
VALUES (:id, :email, :email_key, :plan, 0, :now)
ON CONFLICT (email_key) DO NOTHING
RETURNING *

-- name: find
SELECT * FROM accounts WHERE id = :id

-- name: find_by_email
SELECT * FROM accounts WHERE email_key = :email_key

-- name: all_accounts
SELECT * FROM accounts ORDER BY id

-- name: any_account
SELECT 1 AS found FROM accounts LIMIT 1

-- name: add_key
INSERT INTO api_keys (id, account_id, name, digest, created_at)
VALUES (:id, :account_id, :name, :digest, :now)
RETURNING *

-- name: key_with_account
-- A key that is in force, with the account it opens.
SELECT k.id AS key_id, k.digest, a.id, a.email, a.plan, a.created_at
FROM api_keys AS k JOIN accounts AS a ON a.id = k.account_id
WHERE k.id = :id AND k.revoked_at IS NULL

-- name: keys_of
SELECT * FROM api_keys WHERE account_id = :account_id ORDER BY created_at, id

-- name: revoke_key
-- The first revocation counts; a second changes nothing.
UPDATE api_keys SET revoked_at = COALESCE(revoked_at, :now) WHERE id = :id RETURNING *

-- name: mark_used
UPDATE api_keys SET used_at = :now WHERE id = :id AND (used_at IS NULL OR used_at < :now)
