-- survives: older versions
-- An account's own deliveries, newest first.
CREATE INDEX deliveries_of_account ON deliveries (account_id, generation_id DESC, status);
