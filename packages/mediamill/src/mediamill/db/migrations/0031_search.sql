-- Finding generations of an account by tool, model, type, time and the texts of their inputs.

-- The texts of each input in lower case, a line each; those of one account lie together.
CREATE TABLE generation_texts (
    account_id TEXT /*pg: COLLATE "C" */ NOT NULL,
    generation_id TEXT /*pg: COLLATE "C" */ NOT NULL REFERENCES generations (id) ON DELETE CASCADE,
    tool TEXT NOT NULL,
    model TEXT NOT NULL,
    type TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (account_id, generation_id)
) /*sqlite: WITHOUT ROWID, STRICT */;

INSERT INTO generation_texts (account_id, generation_id, tool, model, type, text)
SELECT g.account_id, g.id, g.tool, g.model, g.type, COALESCE((
    /*sqlite: SELECT group_concat(lower(t.value), char(10)) FROM json_tree(g.input) AS t WHERE t.type = 'text' */
    /*pg: SELECT string_agg(lower(t.value #>> '{}'), chr(10))
        FROM jsonb_path_query(CAST(g.input AS JSONB), 'strict $.** ? (@.type() == "string")') AS t (value) */
), '')
FROM generations AS g;

CREATE INDEX generation_texts_of_generation ON generation_texts (generation_id);

-- With what is filtered by beside the ids, so that only rows that are wanted are looked at.
CREATE INDEX generations_found ON generations (account_id, id DESC, tool, model, type);

CREATE INDEX generations_found_by_status ON generations (account_id, status, id DESC, tool, model, type);

DROP INDEX generations_of_account;

DROP INDEX generations_by_status;
