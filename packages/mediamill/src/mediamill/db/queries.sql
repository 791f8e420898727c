-- name: write_probe
INSERT INTO probes (name, written_at) VALUES (:name, :now)
ON CONFLICT (name) DO UPDATE SET written_at = excluded.written_at
