-- name: message_migrations
-- Which migrations of Procrastinate this database has seen.
SELECT name FROM message_migrations

-- name: note_message_migration
INSERT INTO message_migrations (name, library, applied_at) VALUES (:name, :library, :now)

-- name: sweep_messages
-- Whatever became of them: a message as old as that says nothing that polls have not seen.
/*pg: DELETE FROM procrastinate_jobs WHERE task_name = :task AND id IN (
    SELECT job_id FROM procrastinate_events
    WHERE type = 'deferred' AND at < now() - CAST(:older_than_seconds AS INTEGER) * INTERVAL '1 second')*/
