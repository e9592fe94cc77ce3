-- The most that a campaign's leads may cost its client in a month of its time zone.
alter table campaign add column month_cap_cents integer check (month_cap_cents > 0);

-- What the leads of a campaign with such a cap have cost in a month of the campaign's own time zone.
create table cap_use (
  agency_id uuid not null,
  campaign_id uuid not null,
  client_id uuid not null,
  root_id uuid not null,
  month date not null,
  used_e4 bigint not null check (used_e4 >= 0),
  -- The campaign's last change when its leads were added up.
  counted_for timestamptz not null,
  primary key (agency_id, campaign_id, month)
);
select tenant_policies('cap_use', 'select, insert, update');

-- Whom a limit, a cap, a pace, a hold, a pause, hours or want of money left over.
drop index search_match_to_offer;
create index search_match_to_offer on search_match (agency_id, campaign_id, rank desc)
  where outcome in ('limit_reached', 'cap_reached', 'held', 'not_active', 'not_started', 'no_funds', 'outside_hours', 'paced');
