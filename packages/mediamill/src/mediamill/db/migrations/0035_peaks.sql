-- survives: older versions
-- What a sound looks like, so that it is decoded for that only once.
CREATE TABLE generation_peaks (
    generation_id TEXT /*pg: COLLATE "C" */ PRIMARY KEY NOT NULL REFERENCES generations (id) ON DELETE CASCADE,
    peaks TEXT NOT NULL -- JSON: seconds, channels and pairs of the least and the greatest sample
) /*sqlite: STRICT */;
