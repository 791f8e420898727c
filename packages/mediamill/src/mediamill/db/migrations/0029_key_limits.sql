-- survives: older versions
-- What an API key may do, and how much an account or a key may spend. The digest of a key that is restricted in any way
-- begins with a mark: versions that know nothing of restrictions refuse such a key instead of granting it everything.
ALTER TABLE api_keys ADD COLUMN scopes TEXT NOT NULL DEFAULT 'read run manage';

ALTER TABLE api_keys ADD COLUMN expires_at INTEGER;

-- JSON arrays of slugs, of "tool/model" and of CIDR; null: all.
ALTER TABLE api_keys ADD COLUMN tools TEXT;

ALTER TABLE api_keys ADD COLUMN models TEXT;

ALTER TABLE api_keys ADD COLUMN networks TEXT;

-- A JSON array of [key id, creates per minute]: its own limit and those of the keys that it descends from.
ALTER TABLE api_keys ADD COLUMN create_rates TEXT NOT NULL DEFAULT '[]';

CREATE TABLE spending_caps (
    account_id TEXT /*pg: COLLATE "C" */ NOT NULL REFERENCES accounts (id),
    api_key_id TEXT /*pg: COLLATE "C" */ NOT NULL, -- '' for the account as a whole
    day INTEGER CHECK (day >= 0), -- credits; null: no cap
    month INTEGER CHECK (month >= 0),
    total INTEGER CHECK (total >= 0),
    PRIMARY KEY (account_id, api_key_id)
) /*sqlite: STRICT */;

-- Keys that were made with a capped one spend under its caps, too.
CREATE TABLE capped_keys (
    account_id TEXT /*pg: COLLATE "C" */ NOT NULL REFERENCES accounts (id),
    api_key_id TEXT /*pg: COLLATE "C" */ NOT NULL,
    capped_by TEXT /*pg: COLLATE "C" */ NOT NULL, -- the key that has the caps
    PRIMARY KEY (account_id, api_key_id, capped_by)
) /*sqlite: STRICT */;

-- What an account spent in a window.
CREATE INDEX usage_daily_of_account ON usage_daily (account_id, day, api_key_id);
