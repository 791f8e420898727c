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
