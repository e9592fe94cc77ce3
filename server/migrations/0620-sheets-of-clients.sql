-- Whether a client's report recipients may edit the sheets that are shared with them, or only read them (decision 191). They could
-- until now.
alter table company add column edits_sheets boolean not null default true;
