-- What engines buy: a row for each call that a vendor may bill, written before the call is made.
-- Amounts are millionths of the currency; NULL where nobody knows.
CREATE TABLE purchases (
    id TEXT /*pg: COLLATE "C" */ PRIMARY KEY,
    generation_id TEXT /*pg: COLLATE "C" */ NOT NULL, -- which may be deleted: what was spent for it stays
    account_id TEXT /*pg: COLLATE "C" */ NOT NULL,
    attempt INTEGER NOT NULL,
    tool TEXT NOT NULL,
    model TEXT NOT NULL,
    engine TEXT NOT NULL,
    key_id TEXT NOT NULL, -- the vendor's key; '' for an engine without keys
    state TEXT NOT NULL CHECK (state IN ('intended', 'open', 'unknown', 'settled', 'void', 'orphaned')),
    currency TEXT NOT NULL,
    price_line TEXT, -- the price that the estimate was made with
    estimate INTEGER CHECK (estimate >= 0),
    actual INTEGER CHECK (actual >= 0),
    booked INTEGER NOT NULL CHECK (booked >= 0), -- what the budgets hold for it
    job TEXT, -- the vendor's ids and addresses of it, once it is known
    day TEXT NOT NULL, -- of the intent, in UTC: its budgets are those of this day and month
    intended_at INTEGER NOT NULL,
    finished_at INTEGER
) /*sqlite: STRICT */;

CREATE INDEX purchases_of_generation ON purchases (generation_id, id);

CREATE INDEX purchases_of_day ON purchases (engine, day, id);

CREATE INDEX purchases_unfinished ON purchases (engine, id) WHERE finished_at IS NULL;

-- What purchases of a day or month add up to, of an engine and of each of its keys.
CREATE TABLE budgets (
    engine TEXT NOT NULL,
    key_id TEXT NOT NULL, -- '' for all of the engine's together
    period TEXT NOT NULL, -- 2026-11-22 or 2026-11
    used INTEGER NOT NULL CHECK (used >= 0),
    PRIMARY KEY (engine, key_id, period)
) /*sqlite: WITHOUT ROWID, STRICT */;
