-- survives: older versions
-- Keys of operators, which open the admin API and nothing else.
CREATE TABLE admin_keys (
    id TEXT /*pg: COLLATE "C" */ PRIMARY KEY, -- the public part of the key, by which it is looked up
    name TEXT NOT NULL,
    digest TEXT NOT NULL, -- HMAC-SHA256 of the whole key; the key itself is stored nowhere
    scopes TEXT NOT NULL, -- with commas
    ceiling INTEGER NOT NULL CHECK (ceiling >= 0), -- credits that its acts may move within a UTC day
    created_at INTEGER NOT NULL,
    used_at INTEGER,
    revoked_at INTEGER
) /*sqlite: STRICT */;

-- What each of them has moved on a day.
CREATE TABLE admin_spending (
    key_id TEXT /*pg: COLLATE "C" */ NOT NULL REFERENCES admin_keys (id),
    day TEXT /*pg: COLLATE "C" */ NOT NULL, -- 2026-11-22, in UTC
    credits INTEGER NOT NULL CHECK (credits >= 0),
    PRIMARY KEY (key_id, day)
) /*sqlite: WITHOUT ROWID, STRICT */;

-- Who did what to what. Lines are only ever added.
CREATE TABLE audit_log (
    id TEXT /*pg: COLLATE "C" */ PRIMARY KEY, -- sorts by time
    actor TEXT NOT NULL, -- key:… or user:…
    act TEXT NOT NULL,
    subject TEXT NOT NULL,
    before TEXT, -- a JSON object
    after TEXT, -- a JSON object
    created_at INTEGER NOT NULL
) /*sqlite: STRICT */;
