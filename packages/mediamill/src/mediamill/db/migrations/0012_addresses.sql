-- Where clients reach a process that serves HTTP; media URLs begin with it. None for one that only works.
ALTER TABLE workers ADD COLUMN base_url TEXT;
