-- Whoever looks again and again for something reads an index of what has not ended, however long the history is.

-- Leases: which have expired, which a worker prolongs. `generations_leased` counts what an account has running.
CREATE INDEX generations_by_lease_end ON generations (lease_expires_at, id) WHERE lease_owner IS NOT NULL;

CREATE INDEX generations_by_worker ON generations (lease_owner) WHERE lease_owner IS NOT NULL;

DROP INDEX generations_leased;

CREATE INDEX generations_leased ON generations (account_id) WHERE lease_owner IS NOT NULL;

-- What waits for another try: until when, and since when.
CREATE INDEX generations_put_off ON generations (due_at)
WHERE status = 'pending' AND lease_owner IS NULL AND finished_at IS NULL;

CREATE INDEX generations_put_off_since ON generations (waiting_since, id)
WHERE waiting_since IS NOT NULL AND lease_owner IS NULL AND finished_at IS NULL;

-- Files whose time is over, account by account: of accounts that keep theirs for ever nothing is read.
DROP INDEX generations_with_files;

CREATE INDEX generations_with_files ON generations (account_id, finished_at) WHERE output_key IS NOT NULL;

-- The same for webhooks: which leases have expired.
CREATE INDEX deliveries_by_lease_end ON deliveries (lease_expires_at, generation_id) WHERE lease_owner IS NOT NULL;
