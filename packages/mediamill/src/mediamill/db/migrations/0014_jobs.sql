-- What vendors work on just now: a row for each purchase that is looked at until the vendor says how it ended.
CREATE TABLE jobs (
    purchase_id TEXT /*pg: COLLATE "C" */ PRIMARY KEY REFERENCES purchases (id),
    generation_id TEXT /*pg: COLLATE "C" */ NOT NULL,
    engine TEXT NOT NULL, -- the one that bought it: changed settings concern new purchases only
    key_id TEXT NOT NULL,
    wish TEXT NOT NULL CHECK (wish IN ('result', 'cancel', 'verdict')), -- what the next look is for
    handle TEXT NOT NULL, -- the vendor's ids and addresses, as the engine wrote them
    look_at INTEGER NOT NULL,
    deadline_at INTEGER NOT NULL,
    missing INTEGER NOT NULL, -- looks one after another at which the vendor knew nothing of it
    missing_since INTEGER,
    fence INTEGER NOT NULL, -- every write after a look names the one it belongs to
    looker TEXT, -- the process that looks just now; look_at is when its lease ends
    started_at INTEGER NOT NULL
) /*sqlite: STRICT */;

CREATE INDEX jobs_by_look ON jobs (engine, look_at, purchase_id);

CREATE INDEX jobs_of_generation ON jobs (generation_id);

CREATE INDEX jobs_of_key ON jobs (engine, key_id);
