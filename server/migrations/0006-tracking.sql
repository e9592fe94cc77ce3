-- What the pixel reported, as it came: insert only, one partition a day, found again by the id that the browser made.
-- `tx` is the writing transaction: rows of transactions older than every running one can be resolved without gaps.
create table hit (
  agency_id uuid not null,
  id uuid not null,
  root_id uuid not null,
  client_id uuid not null,
  campaign_id uuid not null,
  received_at timestamptz not null,
  tx bigint not null default (pg_current_xact_id()::text::bigint),
  kind text not null,
  page_url text not null,
  page_host text not null,
  title text,
  referrer_host text,
  visitor_id uuid,
  session_id uuid,
  -- md5, sha1 or sha256 of the visitor's e-mail address, newest first.
  hashes bytea[],
  event_name text,
  event_value_cents bigint,
  -- Null where nothing speaks against it; else why it can be no lead: host, bot, datacentre.
  mark text,
  user_agent_family text,
  primary key (agency_id, id)
) partition by range (id);
create index hit_in_order on hit (agency_id, tx, id);
select tenant_policies('hit', 'select, insert');

-- A hit as the collector hands it over, many in one parameter; its code writes the fields in this order.
create type sent_hit as (
  agency_id uuid,
  client_id uuid,
  campaign_id uuid,
  id uuid,
  visitor_id uuid,
  session_id uuid,
  kind text,
  page_url text,
  page_host text,
  title text,
  referrer_host text,
  hashes bytea[],
  event_name text,
  event_value_cents bigint,
  mark text,
  user_agent_family text
);

-- A resolved hit with the reason why it became a lead or did not. One partition a day.
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

-- How many visits ended at each stage; also where hits with a privacy signal are counted, and nothing else of them.
create table visit_count (
  agency_id uuid not null,
  client_id uuid not null,
  campaign_id uuid not null,
  root_id uuid not null,
  hour timestamptz not null,
  reason text not null,
  count bigint not null,
  primary key (agency_id, client_id, campaign_id, hour, reason)
);
select tenant_policies('visit_count', 'select, insert, update');

-- A first-party cookie that showed itself to be a person's by a hash: used for that client's visits only.
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

-- How far each agency's hits are resolved. Read to find agencies with work, so it has no tenant policy; it holds no
-- personal data.
create table resolve_watermark (
  agency_id uuid primary key,
  root_id uuid not null,
  done_tx bigint not null default 0,
  done_id uuid not null default '00000000-0000-0000-0000-000000000000'
);
grant select, insert, update on resolve_watermark to leadloom_app;
