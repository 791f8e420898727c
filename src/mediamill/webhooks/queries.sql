-- name: queue
INSERT INTO deliveries (generation_id, account_id, url, body, status, attempt, due_at, created_at)
VALUES (:generation_id, :account_id, :url, :body, 'pending', 0, :now, :now)

-- name: delivery_of
SELECT * FROM deliveries WHERE generation_id = :generation_id
