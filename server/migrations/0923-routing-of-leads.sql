-- Which of a campaign's leads a destination gets (decision 317).
alter table destination
  add column conditions jsonb not null default '[]',
  -- Takes turns with the campaign's others that have one, in this proportion; null gets every lead.
  add column share smallint check (share between 1 and 100),
  add column daily_cap integer check (daily_cap > 0),
  -- The local day on which its next lead is sent, and how many it has on that day.
  add column cap_day date,
  add column cap_used integer not null default 0;
create index destination_routed on destination (agency_id, campaign_id)
  where conditions <> '[]' or share is not null or daily_cap is not null;
