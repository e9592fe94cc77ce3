-- Whose money cap a visit met, where it ended at one: 'campaign', 'client' or 'agency'. Null of visits from before. Nothing is
-- checked, since that would read all visits that there are.
alter table visit add column cap_of text;
