-- Since when a campaign has been active without a pause: only whole days of running are judged for too few leads. Null for those
-- that were started before.
alter table campaign add column active_since timestamptz;
