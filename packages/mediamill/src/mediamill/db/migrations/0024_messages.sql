-- The migrations of Procrastinate, whose tables lie beside ours, and which of its versions brought each.
CREATE TABLE message_migrations (
    name TEXT /*pg: COLLATE "C" */ PRIMARY KEY NOT NULL,
    library TEXT NOT NULL,
    applied_at INTEGER NOT NULL
) /*sqlite: STRICT */;
