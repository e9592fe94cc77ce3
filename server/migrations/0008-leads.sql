create table lead (
  agency_id uuid not null,
  id uuid not null,
  root_id uuid not null,
  client_id uuid not null,
  campaign_id uuid not null,
  kind text not null default 'lead' check (kind in ('lead', 'test')),
  visit_id uuid,
  person_id bigint,
  created_at timestamptz not null,
  match_key text check (match_key in ('md5', 'sha1', 'sha256', 'cookie')),
  confidence real,
  first_name text not null,
  last_name text not null,
  email text,
  phone_e164 text,
  street text,
  city text,
  state text,
  zip text,
  page_url text not null default '',
  -- Prices are frozen here; later price changes leave old leads alone.
  wholesale_price_e4 bigint not null,
  retail_price_e4 bigint not null,
  wholesale_cents bigint not null,
  retail_cents bigint not null,
  converted_at timestamptz,
  conversion_value_cents bigint,
  primary key (agency_id, id)
);
create unique index lead_of_visit on lead (agency_id, visit_id);
create index lead_newest on lead (agency_id, client_id, created_at desc, id desc);
create index lead_of_person on lead (agency_id, client_id, person_id, created_at desc);
select tenant_policies('lead', 'select, insert, update');

-- Kept counts of leads, so that lists never count rows and deep pages know where to begin.
create table lead_count (
  agency_id uuid not null,
  client_id uuid not null,
  campaign_id uuid not null,
  root_id uuid not null,
  hour timestamptz not null,
  count bigint not null,
  wholesale_cents bigint not null,
  retail_cents bigint not null,
  primary key (agency_id, client_id, campaign_id, hour)
);
select tenant_policies('lead_count', 'select, insert, update');

-- Leads taken from a campaign's limit in one period of the campaign's own time zone.
create table limit_use (
  agency_id uuid not null,
  campaign_id uuid not null,
  client_id uuid not null,
  root_id uuid not null,
  period_start date not null,
  period text not null,
  used integer not null check (used >= 0),
  primary key (agency_id, campaign_id, period, period_start)
);
select tenant_policies('limit_use', 'select, insert, update');

-- Persons a tenant never wants as leads, by hash, at one of four levels (root, agency, client, campaign).
create table exclusion (
  agency_id uuid not null,
  id uuid not null,
  root_id uuid not null,
  client_id uuid,
  campaign_id uuid,
  level text not null check (level in ('agency', 'client', 'campaign')),
  hash bytea not null check (length(hash) in (16, 20, 32)),
  created_at timestamptz not null,
  primary key (agency_id, id)
);
create unique index exclusion_by_hash on exclusion
  (agency_id, hash, level, coalesce(client_id, agency_id), coalesce(campaign_id, agency_id));
select tenant_policies('exclusion', 'select, insert, delete');

-- The operator's own list. Every agency's pipeline asks it, hash by hash, so it has no tenant policy; it holds hashes only.
create table root_exclusion (
  root_id uuid not null,
  hash bytea not null check (length(hash) in (16, 20, 32)),
  created_at timestamptz not null,
  primary key (root_id, hash)
);
grant select, insert, delete on root_exclusion to leadloom_app;
