-- name: generations
SELECT * FROM generations ORDER BY id

-- name: ledger
SELECT * FROM ledger ORDER BY id

-- name: deliveries
SELECT * FROM deliveries ORDER BY generation_id

-- name: attempts
SELECT * FROM attempts ORDER BY generation_id, number
