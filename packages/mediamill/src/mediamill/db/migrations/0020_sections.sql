-- The sections of vendors' engines as they were last configured: jobs outlive them. Keys are not in them, only where they are.
CREATE TABLE engine_sections (
    engine TEXT PRIMARY KEY,
    section TEXT NOT NULL -- a JSON object
) /*sqlite: STRICT */;
