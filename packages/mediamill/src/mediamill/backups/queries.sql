-- name: outputs
-- Files of generations, a page at a time.
SELECT id, output_key, thumbnail_key FROM generations
WHERE id > :after AND output_key IS NOT NULL ORDER BY id LIMIT :limit

-- name: uploads
-- Files that callers handed in, a page at a time.
SELECT id, storage_key AS output_key, NULL AS thumbnail_key FROM uploads WHERE id > :after ORDER BY id LIMIT :limit

-- name: account_count
SELECT COUNT(*) AS total FROM accounts

-- name: generation_count
SELECT COUNT(*) AS total FROM generations

-- name: upload_count
SELECT COUNT(*) AS total FROM uploads
