-- When a campaign takes leads, by the wall clock of its time zone: days of the week from Monday (1), none for every one; from
-- an hour on until another, which is on the next day where it is not the later one.
alter table campaign
  add column active_days smallint[] not null default '{}' check (active_days <@ '{1,2,3,4,5,6,7}'),
  add column active_from smallint not null default 0 check (active_from between 0 and 23),
  add column active_to smallint not null default 24 check (active_to between 1 and 24 and active_to <> active_from);

-- Whom a limit, a hold, a pause, hours or want of money left over.
drop index search_match_to_offer;
create index search_match_to_offer on search_match (agency_id, campaign_id, rank desc)
  where outcome in ('limit_reached', 'held', 'not_active', 'not_started', 'no_funds', 'outside_hours');
