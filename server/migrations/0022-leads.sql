-- What becomes of hits: visits with their reasons, leads, and the counts and rules that go with them.

-- How far each agency's hits are resolved. It is read to find agencies with work, so it has no tenant policy; it holds no
-- personal data.
create table resolve_watermark (
  agency_id uuid primary key,
  root_id uuid not null,
  done_tx bigint not null default 0,
  done_id uuid not null default '00000000-0000-0000-0000-000000000000'
);
grant select, insert, update on resolve_watermark to leadloom_app;

-- A resolved hit with the reason why it did or did not become a lead. One partition holds a day.
create table visit (
  agency_id uuid not null,
  id uuid not null,
  root_id uuid not null,
  client_id uuid not null,
  campaign_id uuid not null,
  at timestamptz not null,
  kind text not null,
  page_url text not null,
  title text,
  referrer_host text,
  visitor_id uuid,
  session_id uuid,
  event_name text,
  event_value_cents bigint,
  person_id bigint,
  match_key text check (match_key in ('md5', 'sha1', 'sha256', 'cookie')),
  confidence real,
  reason text not null,
  -- The lead that this visit became, or whose person came back with it.
  lead_id uuid,
  primary key (agency_id, id)
) partition by range (id);
create index visit_of_client on visit (agency_id, client_id, id desc);
create index visit_of_reason on visit (agency_id, client_id, reason, id desc);
create index visit_of_person on visit (agency_id, client_id, person_id, id desc) where person_id is not null;
select tenant_policies('visit', 'select, insert');

-- A first-party cookie that a hash has tied to a person. It is used for that client's visits only.
create table device_link (
  agency_id uuid not null,
  client_id uuid not null,
  visitor_id uuid not null,
  root_id uuid not null,
  person_id bigint not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (agency_id, client_id, visitor_id)
);
select tenant_policies('device_link', 'select, insert, update, delete');

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
  -- What is booked for the lead, frozen here: later price changes leave old leads alone.
  wholesale_price_e4 bigint not null,
  retail_price_e4 bigint not null,
  -- What the decision was made by: the campaign's rules at the time, and which lead of its limit's period this is.
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
-- With root_id the index has all that a policy compares, so that pages far down are counted off without reading leads.
create index lead_by_last_name on lead (agency_id, client_id, last_name_key, id) include (root_id);
create index lead_by_email on lead (agency_id, client_id, email_key, id) include (root_id);
create index lead_by_phone on lead (agency_id, client_id, phone_key);
create index lead_of_person on lead (agency_id, client_id, person_id, created_at desc);
select tenant_policies('lead', 'select, insert, update');

-- Kept counts of leads, so that lists never count rows and deep pages know where to begin: the leads of each agency, client
-- and campaign in total, on each day and in each hour (UTC). keepLeadCounts writes them with the leads.
create table lead_count (
  agency_id uuid not null,
  -- The agency, client or campaign whose leads these are.
  of_id uuid not null,
  grain text not null check (grain in ('ever', 'day', 'hour')),
  -- When the day or the hour begins; 1970 for the total.
  start_at timestamptz not null,
  root_id uuid not null,
  -- Null in an agency's rows.
  client_id uuid,
  leads bigint not null,
  -- Test leads are counted apart: they are in lists, but never billed and in no total of leads.
  tests bigint not null,
  wholesale_e4 bigint not null,
  retail_e4 bigint not null,
  primary key (agency_id, of_id, grain, start_at)
);
select tenant_policies('lead_count', 'select, insert, update');

-- Leads and their money by day, module and state, kept with the leads: a dashboard reads some hundred rows where it would
-- count a million leads. Days are those of reports (America/New_York, OQ-55). Test leads are not counted.
create table lead_day (
  agency_id uuid not null,
  -- The agency, client or campaign whose leads these are.
  of_id uuid not null,
  module text not null,
  day date not null,
  -- Empty for all states together, so that a year's days are 366 rows. Agencies and clients have a row for each state
  -- besides; '-' is an unknown state.
  state text not null,
  root_id uuid not null,
  -- Null in an agency's rows.
  client_id uuid,
  leads bigint not null,
  retail_e4 bigint not null,
  wholesale_e4 bigint not null,
  primary key (agency_id, of_id, module, state, day)
);
select tenant_policies('lead_day', 'select, insert, update');

-- Counts the leads of one statement. Rows are written in the order of their keys, so that two transactions never deadlock.
create function keep_lead_days() returns trigger language plpgsql as $$
begin
  insert into lead_day (agency_id, of_id, module, day, state, root_id, client_id, leads, retail_e4, wholesale_e4)
  select made.agency_id, owner.id, campaign.module, (made.created_at at time zone 'America/New_York')::date, owner.state,
      made.root_id, owner.client_id, count(*), sum(made.retail_price_e4), sum(made.wholesale_price_e4)
    from made
    join campaign on campaign.agency_id = made.agency_id and campaign.id = made.campaign_id
    cross join lateral (values
      (made.agency_id, null::uuid, ''),
      (made.agency_id, null, coalesce(nullif(made.state, ''), '-')),
      (made.client_id, made.client_id, ''),
      (made.client_id, made.client_id, coalesce(nullif(made.state, ''), '-')),
      (made.campaign_id, made.client_id, '')) as owner (id, client_id, state)
   where made.kind = 'lead'
   group by 1, 2, 3, 4, 5, 6, 7
   order by 1, 2, 3, 5, 4
  on conflict (agency_id, of_id, module, state, day) do update set
    leads = lead_day.leads + excluded.leads,
    retail_e4 = lead_day.retail_e4 + excluded.retail_e4,
    wholesale_e4 = lead_day.wholesale_e4 + excluded.wholesale_e4;
  return null;
end $$;
create trigger keep_lead_days after insert on lead referencing new table as made
  for each statement execute function keep_lead_days();

-- Leads counted against a campaign's limit in one period of the campaign's own time zone.
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

-- Campaigns whose leads are held because they came far faster than ever before, until somebody of the agency releases them.
-- This is the last hold of each campaign; once released, it tells since when leads may come at any pace.
create table lead_hold (
  agency_id uuid not null,
  campaign_id uuid not null,
  root_id uuid not null,
  client_id uuid not null,
  held_at timestamptz not null,
  -- How many leads had come in ten minutes, more than the usual most.
  leads integer not null,
  released_at timestamptz,
  primary key (agency_id, campaign_id)
);
select tenant_policies('lead_hold', 'select, insert, update');

-- A campaign's rules as leads were decided by them: one row for each version that made a lead, so that a lead can say years
-- later what it was checked against. The id is the content's hash.
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

-- Persons who reached the thank-you page by buying or signing up. They are the client's customers already, so the campaign
-- makes no more leads of them. A conversion can be undone.
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
select tenant_policies('conversion', 'select, insert, delete');

-- Persons a tenant never wants as leads, by hash, for an agency, a client or a campaign.
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

-- The operator's own exclusion list. Every agency's pipeline asks it, hash by hash, so it has no tenant policy; it holds
-- hashes only.
create table root_exclusion (
  root_id uuid not null,
  hash bytea not null check (length(hash) in (16, 20, 32)),
  created_at timestamptz not null,
  primary key (root_id, hash)
);
grant select, insert, delete on root_exclusion to leadloom_app;
