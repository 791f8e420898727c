-- name: create
CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL)

-- name: add
INSERT INTO notes (text) VALUES (:text)

-- name: texts
-- In the order they were written.
SELECT text FROM notes ORDER BY id /*pg: FOR UPDATE */

-- name: break_it
INSERT INTO notes (id, text) VALUES (1, :text)
