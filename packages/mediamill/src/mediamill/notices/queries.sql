-- name: set_address
INSERT INTO notification_addresses (account_id, url, created_at) VALUES (:account_id, :url, :now)
ON CONFLICT (account_id) DO UPDATE SET url = excluded.url, created_at = excluded.created_at

-- name: address_of
SELECT * FROM notification_addresses WHERE account_id = :account_id

-- name: remove_address
DELETE FROM notification_addresses WHERE account_id = :account_id

-- name: forget_notices
DELETE FROM notices WHERE account_id = :account_id

-- name: accounts_to_look_at
SELECT a.account_id FROM notification_addresses AS a
WHERE a.account_id > :after AND EXISTS (SELECT 1 FROM spending_caps AS c WHERE c.account_id = a.account_id)
ORDER BY a.account_id LIMIT :limit

-- name: is_noted
SELECT 1 AS found FROM notices
WHERE account_id = :account_id AND api_key_id = :api_key_id AND span = :span AND period = :period AND cap = :cap
  AND share = :share

-- name: note
INSERT INTO notices (id, account_id, api_key_id, span, period, cap, share, used, created_at, tell_at, tries)
VALUES (:id, :account_id, :api_key_id, :span, :period, :cap, :share, :used, :now, :tell_at, 0)
ON CONFLICT (account_id, api_key_id, span, period, cap, share) DO NOTHING

-- name: due
SELECT n.*, a.url FROM notices AS n JOIN notification_addresses AS a ON a.account_id = n.account_id
WHERE n.tell_at <= :now ORDER BY n.tell_at, n.id LIMIT :limit

-- name: told
UPDATE notices SET tell_at = NULL WHERE id = :id

-- name: try_again
UPDATE notices SET tries = tries + 1, tell_at = :tell_at WHERE id = :id

-- name: bring_nearer
-- The clock may have gone back.
UPDATE notices SET tell_at = :latest WHERE tell_at > :latest

-- name: forget
DELETE FROM notices WHERE span <> 'total' AND created_at <= :before
