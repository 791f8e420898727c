-- Attempts that ran into a time limit in the last minutes: an account with several of them is slowed.
CREATE TABLE timeouts (
    account_id TEXT /*pg: COLLATE "C" */ NOT NULL REFERENCES accounts (id),
    generation_id TEXT /*pg: COLLATE "C" */ NOT NULL,
    attempt INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (account_id, generation_id, attempt)
) /*sqlite: WITHOUT ROWID, STRICT */;
