-- survives: older versions
-- What was asked for through a door, the interface of another service, as it was asked there.
CREATE TABLE door_requests (
    generation_id TEXT /*pg: COLLATE "C" */ PRIMARY KEY NOT NULL REFERENCES generations (id) ON DELETE CASCADE,
    account_id TEXT /*pg: COLLATE "C" */ NOT NULL,
    door TEXT NOT NULL,
    model TEXT NOT NULL, -- as it is called there
    input TEXT NOT NULL -- the fields as sent, JSON
) /*sqlite: STRICT */;

CREATE INDEX door_requests_of_account ON door_requests (account_id, door, generation_id DESC);
