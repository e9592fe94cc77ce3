-- The leads of a day's limit come evenly over the hours in which the campaign takes them.
alter table campaign add column spreads_evenly boolean not null default false;

-- What was given out when the leads were counted, after the campaign's last change: the rest is spread over the rest.
alter table limit_use add column used_at_change integer not null default 0 check (used_at_change >= 0);

-- Whom a limit, a pace, a hold, a pause, hours or want of money left over.
drop index search_match_to_offer;
create index search_match_to_offer on search_match (agency_id, campaign_id, rank desc)
  where outcome in ('limit_reached', 'held', 'not_active', 'not_started', 'no_funds', 'outside_hours', 'paced');
