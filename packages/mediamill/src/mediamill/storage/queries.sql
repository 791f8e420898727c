-- name: add_upload
INSERT INTO uploads (id, account_id, storage_key, kind, size_bytes, created_at, expires_at)
VALUES (:id, :account_id, :storage_key, :kind, :size_bytes, :now, :expires_at)
RETURNING *

-- name: stored_bytes
-- What an account keeps here now.
SELECT COALESCE(SUM(size_bytes), 0) AS stored FROM uploads WHERE account_id = :account_id AND expires_at > :now

-- name: upload_by_key
SELECT * FROM uploads WHERE storage_key = :storage_key AND expires_at > :now

-- name: any_upload_by_key
SELECT id FROM uploads WHERE storage_key = :storage_key

-- name: expired_uploads
SELECT * FROM uploads WHERE expires_at <= :now ORDER BY expires_at, id LIMIT :limit

-- name: forget_upload
DELETE FROM uploads WHERE id = :id

-- name: find_upload
SELECT * FROM uploads WHERE id = :id AND expires_at > :now

-- name: count_uploads
SELECT COUNT(*) AS total FROM uploads WHERE account_id = :account_id AND expires_at > :now

-- name: uploads_of
SELECT * FROM uploads WHERE account_id = :account_id ORDER BY expires_at, id LIMIT :limit

-- name: uploads_page
-- Ids sort by time.
SELECT * FROM uploads WHERE account_id = :account_id AND expires_at > :now
ORDER BY id DESC LIMIT :limit OFFSET :offset

-- name: reserved_bytes
-- What the uploads of an account that are under way may come to.
SELECT COUNT(*) AS uploads, COALESCE(SUM(size_bytes), 0) AS reserved
FROM upload_reservations WHERE account_id = :account_id AND expires_at > :now

-- name: reserve
INSERT INTO upload_reservations (id, account_id, size_bytes, expires_at)
VALUES (:id, :account_id, :size_bytes, :expires_at)

-- name: renew_reservation
UPDATE upload_reservations SET expires_at = :expires_at WHERE id = :id

-- name: release_reservation
DELETE FROM upload_reservations WHERE id = :id

-- name: forget_reservations
-- Those of a service that has died.
DELETE FROM upload_reservations WHERE account_id = :account_id AND expires_at <= :now
