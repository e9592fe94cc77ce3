-- Who is told of how many leads a campaign brings: so many have come, or too few (decision 93). Null and empty ask for nothing.
alter table campaign add column notify_at_leads integer check (notify_at_leads > 0);
alter table campaign add column has_minimum boolean not null default false;
alter table campaign add column minimum_leads integer check (minimum_leads > 0);
alter table campaign add column notify_users uuid[] not null default '{}';
-- Since when it has been running with that minimum: periods that had begun before are not judged.
alter table campaign add column minimum_since timestamptz;
alter table campaign add check (not has_minimum or minimum_leads is not null);
create index campaign_with_notices on campaign (root_id, agency_id)
  where status = 'active' and removed_at is null and (notify_at_leads is not null or has_minimum);

-- The last period of which somebody was told, for each campaign and kind of notice.
create table lead_notice (
  agency_id uuid not null,
  campaign_id uuid not null,
  kind text not null check (kind in ('amount', 'minimum')),
  root_id uuid not null,
  client_id uuid not null,
  period text not null check (period in ('day', 'week', 'month', 'total')),
  period_start date not null,
  -- The number that was reached or missed: another one is told of again.
  threshold integer not null,
  told_at timestamptz not null,
  primary key (agency_id, campaign_id, kind)
);
select tenant_policies('lead_notice', 'select, insert, update, delete');
