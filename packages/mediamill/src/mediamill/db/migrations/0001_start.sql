-- Instants are milliseconds since 1970; INTEGER is 64 bits wide on every database; ids compare byte by byte.

CREATE TABLE accounts (
    id TEXT /*pg: COLLATE "C" */ PRIMARY KEY,
    email TEXT NOT NULL,
    email_key TEXT NOT NULL UNIQUE, -- the address in lower case: one account per address, however written
    plan TEXT NOT NULL CHECK (plan IN ('free', 'pro')),
    served_at INTEGER NOT NULL, -- when a worker last took something of this account: turns go by it
    created_at INTEGER NOT NULL
) /*sqlite: STRICT */;

CREATE TABLE api_keys (
    id TEXT /*pg: COLLATE "C" */ PRIMARY KEY, -- the public part of the key, by which it is looked up
    account_id TEXT /*pg: COLLATE "C" */ NOT NULL REFERENCES accounts (id),
    name TEXT NOT NULL,
    digest TEXT NOT NULL, -- HMAC-SHA256 of the whole key; the key itself is stored nowhere
    created_at INTEGER NOT NULL,
    used_at INTEGER,
    revoked_at INTEGER
) /*sqlite: STRICT */;

CREATE INDEX api_keys_of_account ON api_keys (account_id, id);

CREATE TABLE balances (
    account_id TEXT /*pg: COLLATE "C" */ PRIMARY KEY REFERENCES accounts (id),
    available INTEGER NOT NULL CHECK (available >= 0),
    held INTEGER NOT NULL CHECK (held >= 0)
) /*sqlite: STRICT */;

-- Entries are only ever added. The hold of a generation is the sum of its `hold` entries until it is captured or released.
CREATE TABLE ledger (
    id TEXT /*pg: COLLATE "C" */ PRIMARY KEY,
    account_id TEXT /*pg: COLLATE "C" */ NOT NULL REFERENCES accounts (id),
    generation_id TEXT /*pg: COLLATE "C" */,
    kind TEXT NOT NULL CHECK (kind IN ('grant', 'hold', 'capture', 'release')),
    credits INTEGER NOT NULL,
    note TEXT,
    created_at INTEGER NOT NULL
) /*sqlite: STRICT */;

CREATE INDEX ledger_of_account ON ledger (account_id, id);

CREATE INDEX ledger_of_generation ON ledger (generation_id) WHERE generation_id IS NOT NULL;

-- A hold ends once: captured or released, never both, never twice.
CREATE UNIQUE INDEX ledger_hold_ends_once ON ledger (generation_id) WHERE kind IN ('capture', 'release');

CREATE TABLE generations (
    id TEXT /*pg: COLLATE "C" */ PRIMARY KEY,
    account_id TEXT /*pg: COLLATE "C" */ NOT NULL REFERENCES accounts (id),
    tool TEXT NOT NULL,
    model TEXT NOT NULL,
    type TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('pending', 'processing', 'uploading', 'success', 'error')),
    payload TEXT NOT NULL, -- the input object, character by character as it was sent
    input TEXT NOT NULL, -- the checked input with defaults filled in and its seed drawn
    webhook TEXT,
    output_key TEXT,
    thumbnail_key TEXT,
    error TEXT,
    pool TEXT NOT NULL,
    attempt INTEGER NOT NULL, -- the fence: every write of a worker names the attempt it belongs to
    losses INTEGER NOT NULL, -- attempts that a crash of worker or engine used up
    due_at INTEGER NOT NULL,
    lease_owner TEXT,
    lease_expires_at INTEGER,
    waiting_since INTEGER, -- since when it waits for another try
    checkpoint TEXT,
    progress REAL NOT NULL,
    stage TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    finished_at INTEGER
) /*sqlite: STRICT */;

CREATE INDEX generations_of_account ON generations (account_id, id DESC);

CREATE INDEX generations_by_status ON generations (account_id, status, id DESC);

CREATE INDEX generations_waiting ON generations (pool, account_id, due_at, id)
WHERE lease_owner IS NULL AND finished_at IS NULL;

CREATE INDEX generations_leased ON generations (account_id, lease_expires_at) WHERE lease_owner IS NOT NULL;

-- How many generations an account has in each status, kept in the transactions that move them.
CREATE TABLE generation_counts (
    account_id TEXT /*pg: COLLATE "C" */ NOT NULL REFERENCES accounts (id),
    status TEXT NOT NULL,
    total INTEGER NOT NULL CHECK (total >= 0),
    PRIMARY KEY (account_id, status)
) /*sqlite: STRICT */;

CREATE TABLE deliveries (
    generation_id TEXT /*pg: COLLATE "C" */ PRIMARY KEY REFERENCES generations (id),
    account_id TEXT /*pg: COLLATE "C" */ NOT NULL REFERENCES accounts (id),
    url TEXT NOT NULL,
    body TEXT NOT NULL, -- frozen when the generation became a success
    status TEXT NOT NULL CHECK (status IN ('pending', 'delivered', 'failed')),
    attempt INTEGER NOT NULL,
    due_at INTEGER NOT NULL,
    lease_owner TEXT,
    lease_expires_at INTEGER,
    created_at INTEGER NOT NULL,
    finished_at INTEGER
) /*sqlite: STRICT */;

CREATE INDEX deliveries_due ON deliveries (due_at, generation_id) WHERE status = 'pending';
