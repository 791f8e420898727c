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
INSERT INTO api_keys (id, account_id, name, digest, created_at, scopes, expires_at, tools, models, networks, create_rates)
VALUES (:id, :account_id, :name, :digest, :now, :scopes, :expires_at, :tools, :models, :networks, :create_rates)

-- name: key_with_account
-- A key that was not revoked, with its caps and the account it opens.
SELECT k.*, c.day AS cap_day, c.month AS cap_month, c.total AS cap_total,
    a.email, a.plan, a.created_at AS account_created_at, a.own_creates_max, a.own_running_max, a.own_kept_ms,
    a.suspended_at, a.suspended_reason, a.deleted_at, a.erased_at
FROM api_keys AS k
JOIN accounts AS a ON a.id = k.account_id
LEFT JOIN spending_caps AS c ON c.account_id = k.account_id AND c.api_key_id = k.id
WHERE k.id = :id AND k.revoked_at IS NULL

-- name: find_key
SELECT k.*, c.day AS cap_day, c.month AS cap_month, c.total AS cap_total
FROM api_keys AS k LEFT JOIN spending_caps AS c ON c.account_id = k.account_id AND c.api_key_id = k.id
WHERE k.id = :id

-- name: keys_of
SELECT k.*, c.day AS cap_day, c.month AS cap_month, c.total AS cap_total
FROM api_keys AS k LEFT JOIN spending_caps AS c ON c.account_id = k.account_id AND c.api_key_id = k.id
WHERE k.account_id = :account_id ORDER BY k.created_at, k.id

-- name: count_keys
-- Those in force.
SELECT COUNT(*) AS total FROM api_keys
WHERE account_id = :account_id AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > :now)

-- name: revoke_key
-- The first revocation counts; a second changes nothing.
UPDATE api_keys SET revoked_at = COALESCE(revoked_at, :now) WHERE id = :id

-- name: mark_used
UPDATE api_keys SET used_at = :now WHERE id = :id AND (used_at IS NULL OR used_at < :now)

-- name: count_call
-- One call more, unless that is over the limit. In microseconds; statement_timestamp is one instant for all of it.
-- An allowance that is full later than it can be dates from before the clock went back.
INSERT INTO rate_limits (caller, full_at, counted_at, was_allowed)
VALUES (
    :caller,
    /*pg: CAST(EXTRACT(EPOCH FROM statement_timestamp()) * 1000000 AS BIGINT) *//*sqlite: :now */ + :interval,
    /*pg: CAST(EXTRACT(EPOCH FROM statement_timestamp()) * 1000000 AS BIGINT) *//*sqlite: :now */,
    1
)
ON CONFLICT (caller) DO UPDATE SET
    full_at = CASE
        WHEN rate_limits.full_at + :interval <= excluded.counted_at + :window
            THEN /*pg: GREATEST *//*sqlite: MAX */ (rate_limits.full_at, excluded.counted_at) + :interval
        ELSE /*pg: LEAST *//*sqlite: MIN */ (rate_limits.full_at, excluded.counted_at + :window)
    END,
    was_allowed = CASE WHEN rate_limits.full_at + :interval <= excluded.counted_at + :window THEN 1 ELSE 0 END,
    counted_at = excluded.counted_at
RETURNING full_at, counted_at, was_allowed

-- name: forget_rested
DELETE FROM rate_limits WHERE full_at <= :now

-- name: change_plan
UPDATE accounts SET plan = :plan WHERE id = :id RETURNING *

-- name: set_limits
UPDATE accounts SET own_creates_max = :creates_max, own_running_max = :running_max, own_kept_ms = :kept_ms
WHERE id = :id RETURNING *

-- name: suspend
UPDATE accounts SET suspended_at = COALESCE(suspended_at, :now), suspended_reason = :reason WHERE id = :id RETURNING *

-- name: resume
UPDATE accounts SET suspended_at = NULL, suspended_reason = '' WHERE id = :id RETURNING *

-- name: count_accounts
SELECT COUNT(*) AS total FROM accounts
WHERE (:text = '' OR id = :text OR email_key LIKE :pattern ESCAPE '\') AND (:plan = '' OR plan = :plan)
  AND (:state = '' OR (CASE WHEN deleted_at IS NOT NULL THEN 'deleted' WHEN suspended_at IS NOT NULL THEN 'suspended'
                            ELSE 'active' END) = :state)

-- name: search_accounts
SELECT a.*, b.available, b.held FROM accounts AS a JOIN balances AS b ON b.account_id = a.id
WHERE (:text = '' OR a.id = :text OR a.email_key LIKE :pattern ESCAPE '\') AND (:plan = '' OR a.plan = :plan)
  AND (:state = '' OR (CASE WHEN a.deleted_at IS NOT NULL THEN 'deleted' WHEN a.suspended_at IS NOT NULL THEN 'suspended'
                            ELSE 'active' END) = :state)
ORDER BY a.id DESC LIMIT :limit OFFSET :offset

-- name: delete_account
-- What is left of the person is nothing; nobody may start anything in between.
UPDATE accounts SET email = :nobody, email_key = :nobody, suspended_at = COALESCE(suspended_at, :now),
    suspended_reason = 'deleted', deleted_at = :now
WHERE id = :id RETURNING *

-- name: delete_keys
DELETE FROM api_keys WHERE account_id = :account_id

-- name: accounts_to_erase
SELECT id FROM accounts WHERE deleted_at IS NOT NULL AND erased_at IS NULL ORDER BY deleted_at, id

-- name: note_erased
-- Only once nothing that was begun before can arrive any more.
UPDATE accounts SET erased_at = :now WHERE id = :id AND erased_at IS NULL AND deleted_at <= :before
