-- What each campaign delivered in the seven whole days from `window_start` on. A job computes it once a day: adding up the
-- counts of twenty thousand campaigns takes a second, reading it here a twentieth of one.
create table campaign_delivery_stats (
  agency_id uuid not null,
  campaign_id uuid not null,
  root_id uuid not null,
  client_id uuid not null,
  window_start date not null,
  leads bigint not null,
  primary key (agency_id, campaign_id)
);
create index campaign_delivery_stats_of_root on campaign_delivery_stats (root_id);
select tenant_policies('campaign_delivery_stats', 'select, insert, update, delete');

-- The window that the stats of a root are complete for: written when all of its campaigns are done. Every agency reads it,
-- so it has no tenant policy; it holds a date.
create table delivery_stats_watermark (
  root_id uuid primary key,
  window_start date not null
);
grant select, insert, update on delivery_stats_watermark to leadloom_app;
