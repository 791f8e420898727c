-- survives: older versions
-- Codes that are worth credits. A code itself is stored nowhere.
CREATE TABLE vouchers (
    id TEXT /*pg: COLLATE "C" */ PRIMARY KEY, -- sorts by time
    name TEXT NOT NULL, -- what it is for
    digest TEXT NOT NULL UNIQUE, -- HMAC-SHA256 of the code
    credits INTEGER NOT NULL CHECK (credits > 0), -- of each redemption
    uses INTEGER NOT NULL DEFAULT 0,
    uses_max INTEGER NOT NULL CHECK (uses_max > 0),
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    revoked_at INTEGER,
    CHECK (uses <= uses_max)
) /*sqlite: STRICT */;

-- Who redeemed which: an account gets nothing for one that it has redeemed already.
CREATE TABLE voucher_redemptions (
    voucher_id TEXT /*pg: COLLATE "C" */ NOT NULL REFERENCES vouchers (id),
    account_id TEXT /*pg: COLLATE "C" */ NOT NULL,
    credits INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (voucher_id, account_id)
) /*sqlite: WITHOUT ROWID, STRICT */;
