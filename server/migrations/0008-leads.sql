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
  -- The rules as they stood then, and which lead of its limit's period it was: what the decision was made by.
  rules_id uuid,
  limit_used integer,
  converted_at timestamptz,
  conversion_value_cents bigint,
  -- What searching and sorting compare. Stored and in byte order, because under row-level security only plain comparisons
  -- of columns use an index: lower() or LIKE in a condition would read every lead of the client.
  first_name_key text collate "C" not null generated always as (lower(first_name)) stored,
  last_name_key text collate "C" not null generated always as (lower(last_name)) stored,
  email_key text collate "C" not null generated always as (coalesce(lower(email), '')) stored,
  phone_key text collate "C" not null generated always as (coalesce(right(phone_e164, 10), '')) stored,
  primary key (agency_id, id)
);
create unique index lead_of_visit on lead (agency_id, visit_id);
create index lead_newest on lead (agency_id, client_id, created_at desc, id desc);
create index lead_newest_of_agency on lead (agency_id, created_at desc, id desc);
create index lead_newest_of_campaign on lead (agency_id, campaign_id, created_at desc, id desc);
create index lead_tests on lead (agency_id, client_id, created_at desc, id desc) where kind = 'test';
create index lead_by_first_name on lead (agency_id, client_id, first_name_key);
-- With root_id all that a policy compares is in the index, so that pages far down are counted off without reading leads.
create index lead_by_last_name on lead (agency_id, client_id, last_name_key, id) include (root_id);
create index lead_by_email on lead (agency_id, client_id, email_key, id) include (root_id);
create index lead_by_phone on lead (agency_id, client_id, phone_key);
create index lead_of_person on lead (agency_id, client_id, person_id, created_at desc);
select tenant_policies('lead', 'select, insert, update');

-- Kept counts of leads, so that lists never count rows and deep pages know where to begin: for each agency, client and
-- campaign its leads ever, on each day and in each hour (UTC). Written by keepLeadCounts with the leads, never by hand.
create table lead_count (
  agency_id uuid not null,
  -- The agency, the client or the campaign that these leads are counted of.
  of_id uuid not null,
  grain text not null check (grain in ('ever', 'day', 'hour')),
  -- When the day or the hour begins; 1970 for what is counted ever.
  start_at timestamptz not null,
  root_id uuid not null,
  -- Null where an agency's leads are counted.
  client_id uuid,
  leads bigint not null,
  -- Test leads are counted apart: they are in lists, but never billed and in no total of leads.
  tests bigint not null,
  wholesale_cents bigint not null,
  retail_cents bigint not null,
  primary key (agency_id, of_id, grain, start_at)
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
  -- The campaign's last change when the leads were counted.
  counted_for timestamptz not null,
  primary key (agency_id, campaign_id, period, period_start)
);
select tenant_policies('limit_use', 'select, insert, update');

-- A campaign's rules as leads were decided by them: one row for each change that a lead was made under, so that a lead
-- can say years later what it was checked against. The id is the content's hash.
create table campaign_rules (
  agency_id uuid not null,
  campaign_id uuid not null,
  id uuid not null,
  root_id uuid not null,
  client_id uuid not null,
  rules jsonb not null,
  first_used_at timestamptz not null,
  primary key (agency_id, campaign_id, id)
);
select tenant_policies('campaign_rules', 'select, insert');

-- Persons who bought, signed up or whatever the thank-you page stands for: they are the client's already, so this
-- campaign makes no more leads of them.
create table conversion (
  agency_id uuid not null,
  campaign_id uuid not null,
  person_id bigint not null,
  root_id uuid not null,
  client_id uuid not null,
  visit_id uuid not null,
  value_cents bigint,
  at timestamptz not null,
  primary key (agency_id, campaign_id, person_id)
);
select tenant_policies('conversion', 'select, insert');

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
