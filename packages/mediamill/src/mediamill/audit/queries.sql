-- name: note
INSERT INTO audit_log (id, actor, act, subject, before, after, created_at)
VALUES (:id, :actor, :act, :subject, :before, :after, :now)

-- name: page
SELECT * FROM audit_log
WHERE (:actor = '' OR actor = :actor) AND (:act = '' OR act = :act) AND (:subject = '' OR subject = :subject)
ORDER BY id DESC LIMIT :limit OFFSET :offset

-- name: total
SELECT COUNT(*) AS total FROM audit_log
WHERE (:actor = '' OR actor = :actor) AND (:act = '' OR act = :act) AND (:subject = '' OR subject = :subject)
