-- survives: older versions
-- What operators and accounts are told of beside webhooks.

-- When it happened last; NULL before this was kept.
ALTER TABLE purchase_counts ADD COLUMN last_at INTEGER;

-- A JSON object: of each setting that all processes need alike, a digest of its value.
ALTER TABLE workers ADD COLUMN settings TEXT NOT NULL DEFAULT '{}';

-- Where an account wants to be told that its caps are nearly reached.
CREATE TABLE notification_addresses (
    account_id TEXT /*pg: COLLATE "C" */ PRIMARY KEY REFERENCES accounts (id),
    url TEXT NOT NULL,
    created_at INTEGER NOT NULL
) /*sqlite: STRICT */;

-- What was passed of which cap in which window: once each. A cap that is changed is another one.
CREATE TABLE notices (
    id TEXT /*pg: COLLATE "C" */ PRIMARY KEY,
    account_id TEXT /*pg: COLLATE "C" */ NOT NULL REFERENCES accounts (id),
    api_key_id TEXT /*pg: COLLATE "C" */ NOT NULL, -- '' for the account as a whole
    span TEXT NOT NULL CHECK (span IN ('day', 'month', 'total')),
    period TEXT NOT NULL, -- 2026-11-22, 2026-11, or '' for all time
    cap INTEGER NOT NULL,
    share INTEGER NOT NULL, -- of the cap that was passed, in hundredths
    used INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    tell_at INTEGER, -- when to try next; NULL: there is nothing to tell any more
    tries INTEGER NOT NULL
) /*sqlite: STRICT */;

CREATE UNIQUE INDEX notices_once ON notices (account_id, api_key_id, span, period, cap, share);

CREATE INDEX notices_due ON notices (tell_at) WHERE tell_at IS NOT NULL;

CREATE INDEX notices_of_windows ON notices (created_at) WHERE span <> 'total';
