create table campaign (
  agency_id uuid not null,
  id uuid not null,
  root_id uuid not null,
  client_id uuid not null,
  module text not null check (module in ('local', 'locator', 'enhance', 'b2b')),
  name text not null check (length(name) between 1 and 255),
  status text not null check (status in ('draft', 'active', 'pause', 'stop', 'archived')),
  removed_at timestamptz,
  pixel_key text not null unique check (pixel_key ~ '^[a-z0-9]{16}$'),
  site_url text not null default '',
  -- Host names (lower case, no port) whose hits count; anything else is an unclaimed host.
  site_hosts text[] not null default '{}',
  gtm_installed boolean not null default false,
  time_zone text not null default 'America/Chicago',
  start_date date not null,
  end_date date,
  national_targeting boolean not null default true,
  states text[] not null default '{}',
  zips text[] not null default '{}',
  require_email boolean not null default true,
  require_phone boolean not null default false,
  require_address boolean not null default false,
  reidentification text not null default 'never' check (reidentification in
    ('never', '1 week', '1 month', '3 months', '6 months', '1 year', 'always')),
  reidentification_across_client boolean not null default false,
  limit_leads integer check (limit_leads between 1 and 1000000),
  limit_period text not null default 'day' check (limit_period in ('day', 'week', 'month', 'total')),
  retail_price_e4 bigint not null check (retail_price_e4 between 0 and 100000000),
  wholesale_price_e4 bigint not null check (wholesale_price_e4 between 0 and 100000000),
  report_recipients text[] not null default '{}',
  last_hit_at timestamptz,
  last_test_lead_at timestamptz,
  site_checked_at timestamptz,
  site_check_result text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (agency_id, id)
);
create index campaign_of_client on campaign (agency_id, client_id, created_at desc, id desc);
create index campaign_by_name on campaign (agency_id, client_id, name, id);
create index campaign_of_agency on campaign (agency_id, created_at desc, id desc);
create index campaign_of_agency_by_name on campaign (agency_id, name, id);
select tenant_policies('campaign', 'select, insert, update');

-- Whose page a pixel key stands for: asked before any scope is known and holding nothing personal. No row-level security.
create table pixel (
  key text primary key,
  root_id uuid not null,
  agency_id uuid not null,
  client_id uuid not null,
  campaign_id uuid not null,
  site_hosts text[] not null,
  active boolean not null,
  updated_at timestamptz not null
);
grant select, insert, update, delete on pixel to leadloom_app;

-- US ZIP codes; loaded by the migration step from a public table.
create table us_zip (
  zip text primary key check (zip ~ '^[0-9]{5}$'),
  city text not null,
  state text not null,
  latitude real not null,
  longitude real not null
);
create index us_zip_of_state on us_zip (state, city);
create table us_state (code text primary key, name text not null);
grant select on us_zip, us_state to leadloom_app;
