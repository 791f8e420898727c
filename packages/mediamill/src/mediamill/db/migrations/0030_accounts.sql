-- survives: older versions
-- What operators decide about one account: that it may start nothing, limits that differ from its plan's, its end.
ALTER TABLE accounts ADD COLUMN suspended_at INTEGER;

ALTER TABLE accounts ADD COLUMN suspended_reason TEXT NOT NULL DEFAULT '';

-- NULL: as its plan has it. Creates in a minute, generations at once, and how long outputs are kept (0: for ever).
ALTER TABLE accounts ADD COLUMN own_creates_max INTEGER;

ALTER TABLE accounts ADD COLUMN own_running_max INTEGER;

ALTER TABLE accounts ADD COLUMN own_kept_ms INTEGER;

-- Since then it has no keys and no address, and what it left is taken away.
ALTER TABLE accounts ADD COLUMN deleted_at INTEGER;

-- All of it is gone; the ledger stays.
ALTER TABLE accounts ADD COLUMN erased_at INTEGER;

CREATE INDEX accounts_to_erase ON accounts (deleted_at) WHERE deleted_at IS NOT NULL AND erased_at IS NULL;

CREATE INDEX accounts_with_own_retention ON accounts (id) WHERE own_kept_ms IS NOT NULL;
