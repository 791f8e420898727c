-- name: add_key
INSERT INTO admin_keys (id, name, digest, scopes, ceiling, created_at)
VALUES (:id, :name, :digest, :scopes, :ceiling, :now)
RETURNING *

-- name: revoke_key
-- The first revocation counts; a second changes nothing.
UPDATE admin_keys SET revoked_at = COALESCE(revoked_at, :now) WHERE id = :id RETURNING *

-- name: all_keys
SELECT * FROM admin_keys ORDER BY created_at, id

-- name: any_key
SELECT 1 AS found FROM admin_keys WHERE revoked_at IS NULL LIMIT 1

-- name: key_in_force
SELECT * FROM admin_keys WHERE id = :id AND revoked_at IS NULL

-- name: mark_used
UPDATE admin_keys SET used_at = :now WHERE id = :id AND (used_at IS NULL OR used_at < :now)

-- name: spend
-- So much more on this day, or no row when that is over the ceiling. The first act of a day is within it.
INSERT INTO admin_spending (key_id, day, credits) VALUES (:key_id, :day, :credits)
ON CONFLICT (key_id, day) DO UPDATE SET credits = admin_spending.credits + excluded.credits
WHERE admin_spending.credits + excluded.credits <= :ceiling

-- name: spent
SELECT credits FROM admin_spending WHERE key_id = :key_id AND day = :day
