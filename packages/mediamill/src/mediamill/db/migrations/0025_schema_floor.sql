-- The oldest schema that a version has to know to work with this database: the last change that older ones do not survive.
CREATE TABLE schema_floor (
    version INTEGER NOT NULL
) /*sqlite: STRICT */;
