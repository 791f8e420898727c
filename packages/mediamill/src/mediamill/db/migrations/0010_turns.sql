-- Whose turn it is, found without looking at everything that waits.

-- A row for each model that an account has something waiting for; it goes with the last of them.
CREATE TABLE turns (
    account_id TEXT /*pg: COLLATE "C" */ NOT NULL REFERENCES accounts (id),
    pool TEXT /*pg: COLLATE "C" */ NOT NULL,
    tool TEXT /*pg: COLLATE "C" */ NOT NULL,
    model TEXT /*pg: COLLATE "C" */ NOT NULL,
    served_at INTEGER NOT NULL, -- the account's
    due_at INTEGER, -- when the first of them is due
    PRIMARY KEY (account_id, pool, tool, model)
) /*sqlite: WITHOUT ROWID, STRICT */;

CREATE INDEX turns_in_order ON turns (pool, tool, model, served_at, account_id, due_at);

-- The last two columns are null in every entry: with them SQLite counts without looking at the rows.
DROP INDEX generations_waiting;

CREATE INDEX generations_waiting ON generations (pool, account_id, tool, model, due_at, id, lease_owner, finished_at)
WHERE lease_owner IS NULL AND finished_at IS NULL;

DROP INDEX generations_leased;

CREATE INDEX generations_leased ON generations (account_id, lease_owner) WHERE lease_owner IS NOT NULL;

INSERT INTO turns (account_id, pool, tool, model, served_at, due_at)
SELECT g.account_id, g.pool, g.tool, g.model, a.served_at, MIN(g.due_at)
FROM generations AS g JOIN accounts AS a ON a.id = g.account_id
WHERE g.lease_owner IS NULL AND g.finished_at IS NULL
GROUP BY g.account_id, g.pool, g.tool, g.model, a.served_at;

-- Models for which something waits though no live worker runs them, and since when that has been so.
CREATE TABLE unserved_models (
    pool TEXT /*pg: COLLATE "C" */ NOT NULL,
    tool TEXT /*pg: COLLATE "C" */ NOT NULL,
    model TEXT /*pg: COLLATE "C" */ NOT NULL,
    since INTEGER NOT NULL,
    PRIMARY KEY (pool, tool, model)
) /*sqlite: STRICT */;
