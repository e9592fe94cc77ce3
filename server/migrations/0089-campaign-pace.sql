-- What each campaign delivered in the seven whole days before `window_start + 7`, kept by a job once a day: adding it up from
-- the counts of twenty thousand campaigns takes a second, reading it here a twentieth of one.
create table campaign_delivery_stats (
  agency_id uuid not null,
  campaign_id uuid not null,
  root_id uuid not null,
  client_id uuid not null,
  window_start date not null,
  leads bigint not null,
  primary key (agency_id, campaign_id)
);
create index campaign_pace_of_root on campaign_delivery_stats (root_id);
select tenant_policies('campaign_delivery_stats', 'select, insert, update, delete');

-- From which day on a root's campaigns are judged: written when all of them are. Every agency asks it, so it has no tenant
-- policy; it holds a date.
create table delivery_stats_watermark (
  root_id uuid primary key,
  window_start date not null
);
grant select, insert, update on delivery_stats_watermark to leadloom_app;

-- The few companies whose campaigns are nobody's concern.
create index company_out_of_use on company (root_id) include (id, agency_id, client_id)
  where removed_at is not null or status <> 'active';

-- A person who is a company's main user is looked up from their side too: by the trigger that keeps the name, and by the
-- foreign key.
create index company_of_main_user on company (main_user_id);
