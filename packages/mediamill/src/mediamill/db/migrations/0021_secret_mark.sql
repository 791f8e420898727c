-- What all processes that share this database have to agree on.
CREATE TABLE agreements (
    subject TEXT /*pg: COLLATE "C" */ PRIMARY KEY,
    mark TEXT NOT NULL -- says nothing of what it was derived from
) /*sqlite: STRICT */;
