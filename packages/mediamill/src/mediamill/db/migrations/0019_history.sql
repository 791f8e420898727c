-- Old history: up to where it has been thinned, and what the purchases cost that are gone.

-- One row: generations with ids up to this one have nothing left that may go.
CREATE TABLE thinned_history (
    name TEXT PRIMARY KEY,
    generation_id TEXT /*pg: COLLATE "C" */ NOT NULL
) /*sqlite: STRICT */;

-- The sums of settled purchases whose rows are gone: with them budgets and daily sums are proven as before.
CREATE TABLE purchase_sums (
    engine TEXT NOT NULL,
    key_id TEXT NOT NULL,
    day TEXT NOT NULL,
    account_id TEXT /*pg: COLLATE "C" */ NOT NULL,
    api_key_id TEXT NOT NULL,
    tool TEXT NOT NULL,
    model TEXT NOT NULL,
    booked INTEGER NOT NULL CHECK (booked >= 0), -- millionths of the currency
    PRIMARY KEY (engine, key_id, day, account_id, api_key_id, tool, model)
) /*sqlite: WITHOUT ROWID, STRICT */;
