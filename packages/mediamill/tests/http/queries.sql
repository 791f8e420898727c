-- name: probes
SELECT written_at FROM probes
