-- Campaigns whose agency was told that they deliver too little: one mail for each campaign and spell. The row goes when the
-- campaign delivers enough again or is no longer judged.
create table slow_notice (
  agency_id uuid not null,
  campaign_id uuid not null,
  root_id uuid not null,
  client_id uuid not null,
  told_at timestamptz not null,
  primary key (agency_id, campaign_id)
);
create index slow_notice_of_root on slow_notice (root_id) include (agency_id, campaign_id);
select tenant_policies('slow_notice', 'select, insert, delete');
