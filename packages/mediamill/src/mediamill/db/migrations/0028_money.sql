-- Two further kinds of entries: a refund of what a generation was charged, once, and an adjustment under a reference that
-- whoever pays or bills chooses, which counts once however often it is sent.

/*pg: ALTER TABLE ledger ADD COLUMN reference TEXT;
ALTER TABLE ledger DROP CONSTRAINT ledger_kind_check;
ALTER TABLE ledger ADD CONSTRAINT ledger_kind_check
    CHECK (kind IN ('grant', 'hold', 'capture', 'release', 'refund', 'adjust')) NOT VALID; -- what is there was checked
*/

-- SQLite cannot change a CHECK: the entries go into a new table, in the order in which they lie, then it has its indexes.
/*sqlite: CREATE TABLE new_ledger (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    generation_id TEXT,
    kind TEXT NOT NULL CHECK (kind IN ('grant', 'hold', 'capture', 'release', 'refund', 'adjust')),
    credits INTEGER NOT NULL,
    note TEXT,
    created_at INTEGER NOT NULL,
    reference TEXT
) STRICT;
INSERT INTO new_ledger (id, account_id, generation_id, kind, credits, note, created_at)
SELECT id, account_id, generation_id, kind, credits, note, created_at FROM ledger ORDER BY id;
DROP TABLE ledger;
ALTER TABLE new_ledger RENAME TO ledger;
CREATE INDEX ledger_of_account ON ledger (account_id, id);
CREATE INDEX ledger_of_generation ON ledger (generation_id) WHERE generation_id IS NOT NULL;
CREATE UNIQUE INDEX ledger_hold_ends_once ON ledger (generation_id) WHERE kind IN ('capture', 'release');
*/

CREATE UNIQUE INDEX ledger_refunded_once ON ledger (generation_id) WHERE kind = 'refund';

CREATE UNIQUE INDEX ledger_references ON ledger (reference) WHERE reference IS NOT NULL;
