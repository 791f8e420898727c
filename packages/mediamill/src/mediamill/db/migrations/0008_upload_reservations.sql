-- Room that uploads under way may fill. Each is renewed while it lasts, so that those of a killed service end by themselves.
CREATE TABLE upload_reservations (
    id TEXT /*pg: COLLATE "C" */ PRIMARY KEY,
    account_id TEXT /*pg: COLLATE "C" */ NOT NULL REFERENCES accounts (id),
    size_bytes INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) /*sqlite: STRICT */;

CREATE INDEX upload_reservations_of_account ON upload_reservations (account_id, expires_at);
