-- When a process last read its engines again, and what was wrong with them: then nothing has changed in it.
ALTER TABLE workers ADD COLUMN reloaded_at INTEGER;

ALTER TABLE workers ADD COLUMN reload_fault TEXT;
