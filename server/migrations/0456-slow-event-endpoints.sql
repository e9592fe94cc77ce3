-- Whether the last tries took long: every process gives it a place among the slow ones, one that has just begun too.
alter table event_endpoint add column is_slow boolean not null default false;
