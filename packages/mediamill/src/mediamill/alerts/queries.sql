-- name: rise
-- Of what is open already only the sentence and the number change.
INSERT INTO alerts (id, kind, subject, sentence, count, opened_at, told, tell_at, tries)
VALUES (:id, :kind, :subject, :sentence, :count, :now, 'nothing', :now, 0)
ON CONFLICT (kind, subject) WHERE resolved_at IS NULL DO UPDATE SET
    sentence = excluded.sentence, count = CASE WHEN alerts.count > :count THEN alerts.count ELSE :count END

-- name: find_open
SELECT * FROM alerts WHERE kind = :kind AND subject = :subject AND resolved_at IS NULL

-- name: open_ones
SELECT * FROM alerts WHERE resolved_at IS NULL ORDER BY opened_at, id

-- name: latest
SELECT * FROM alerts ORDER BY id DESC LIMIT :limit

-- name: resolve
-- An opening that was not told yet is told first.
UPDATE alerts SET resolved_at = :now, tries = CASE told WHEN 'nothing' THEN tries ELSE 0 END,
    tell_at = CASE told WHEN 'nothing' THEN tell_at ELSE :now END
WHERE id = :id AND resolved_at IS NULL

-- name: due
SELECT * FROM alerts WHERE tell_at <= :now ORDER BY tell_at, id

-- name: told
-- What has ended meanwhile is told next.
UPDATE alerts SET tries = 0,
    tell_at = CASE WHEN told = 'nothing' AND resolved_at IS NOT NULL THEN :now END,
    told = CASE told WHEN 'nothing' THEN 'opening' ELSE 'all' END
WHERE id = :id AND told = :told

-- name: try_again
UPDATE alerts SET tries = tries + 1, tell_at = :tell_at WHERE id = :id AND told = :told

-- name: bring_nearer
-- The clock may have gone back.
UPDATE alerts SET tell_at = :latest WHERE tell_at > :latest

-- name: forget
DELETE FROM alerts WHERE resolved_at <= :before AND told = 'all'
