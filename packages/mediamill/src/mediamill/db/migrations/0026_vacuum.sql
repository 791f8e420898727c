-- survives: older versions
-- On PostgreSQL: rows that every order changes leave room for their next versions, and what is dead goes soon.

-- A few rows that are changed again and again: new versions fit beside the old ones, without a new entry in any index.
/*pg: ALTER TABLE balances SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);
ALTER TABLE generation_counts SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);
ALTER TABLE turns SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500,
    autovacuum_analyze_scale_factor = 0.05);
ALTER TABLE budgets SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);
ALTER TABLE purchase_counts SET (fillfactor = 50, autovacuum_vacuum_threshold = 500);
ALTER TABLE workers SET (fillfactor = 50, autovacuum_vacuum_threshold = 500);
ALTER TABLE duties SET (fillfactor = 50, autovacuum_vacuum_threshold = 500);
ALTER TABLE jobs SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500,
    autovacuum_analyze_scale_factor = 0.05);
*/

-- Long history with a short queue in it: a fifth of millions may be dead before the server cleans up by itself, and all
-- of that was in the indexes of what waits. A tenth of a page is room for progress and leases.
/*pg: ALTER TABLE generations SET (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.005,
    autovacuum_vacuum_threshold = 2000, autovacuum_analyze_scale_factor = 0.01);
ALTER TABLE deliveries SET (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.005,
    autovacuum_vacuum_threshold = 2000, autovacuum_analyze_scale_factor = 0.01);
ALTER TABLE purchases SET (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.005,
    autovacuum_vacuum_threshold = 2000, autovacuum_analyze_scale_factor = 0.01);
*/
