-- Sending webhooks: whose turn it is, what came of every attempt, which secrets sign.

-- The receiver's host: turns and caps go by it. Deliveries that were owed before share one.
ALTER TABLE deliveries ADD COLUMN host TEXT /*pg: COLLATE "C" */ NOT NULL DEFAULT '-';

-- Failed attempts in a row: they tell the next delay, and when it is enough.
ALTER TABLE deliveries ADD COLUMN failures INTEGER NOT NULL DEFAULT 0;

-- Set once due_at has come: who looks for work passes over what is due, never over all that waits for its time.
ALTER TABLE deliveries ADD COLUMN is_due INTEGER NOT NULL DEFAULT 0 CHECK (is_due IN (0, 1));

DROP INDEX deliveries_due;

CREATE INDEX deliveries_scheduled ON deliveries (due_at, generation_id) WHERE status = 'pending' AND is_due = 0;

CREATE INDEX deliveries_waiting ON deliveries (account_id, host, due_at, generation_id)
WHERE is_due = 1 AND lease_owner IS NULL;

CREATE INDEX deliveries_leased ON deliveries (account_id, host) WHERE lease_owner IS NOT NULL;

CREATE INDEX deliveries_undelivered ON deliveries (generation_id) WHERE status <> 'delivered';

-- One row for each attempt, written when it begins. It has neither status nor trouble while it is under way.
CREATE TABLE delivery_attempts (
    generation_id TEXT /*pg: COLLATE "C" */ NOT NULL REFERENCES deliveries (generation_id) ON DELETE CASCADE,
    number INTEGER NOT NULL, -- the fence of the delivery
    started_at INTEGER NOT NULL,
    duration_ms INTEGER,
    address TEXT, -- contacted, if it came to that
    status INTEGER, -- of the receiver's answer
    trouble TEXT, -- one word for why there is none
    answer TEXT NOT NULL DEFAULT '', -- its beginning, undecodable bytes replaced
    PRIMARY KEY (generation_id, number),
    CHECK (status IS NULL OR trouble IS NULL),
    CHECK ((duration_ms IS NULL) = (status IS NULL AND trouble IS NULL))
) /*sqlite: STRICT */;

-- Whose turn it is: the account with the lowest number, and of its receivers the one after `host`.
CREATE TABLE webhook_turns (
    account_id TEXT /*pg: COLLATE "C" */ PRIMARY KEY REFERENCES accounts (id),
    turn INTEGER NOT NULL,
    host TEXT /*pg: COLLATE "C" */ NOT NULL
) /*sqlite: STRICT */;

CREATE INDEX webhook_turns_by_turn ON webhook_turns (turn);

-- Which secrets sign an account's webhooks. They are derived from account and number: no secret is stored. An account
-- without a row has number 1.
CREATE TABLE webhook_secrets (
    account_id TEXT /*pg: COLLATE "C" */ NOT NULL REFERENCES accounts (id),
    number INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    ends_at INTEGER, -- null: the one in force
    PRIMARY KEY (account_id, number)
) /*sqlite: STRICT */;
