-- What the pixels report.

-- Hits as they came: rows are only inserted, one partition holds a day, and a row is found by the id that the browser made.
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
  -- md5, sha1 or sha256 of the visitor's email address, newest first.
  hashes bytea[],
  event_name text,
  event_value_cents bigint,
  -- Why the hit cannot become a lead: host, bot, datacentre. Null where nothing speaks against it.
  mark text,
  user_agent_family text,
  primary key (agency_id, id)
) partition by range (id);
create index hit_in_order on hit (agency_id, tx, id);
select tenant_policies('hit', 'select, insert');

-- A hit as the collector sends it, many in one parameter. The collector's code writes the fields in this order.
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

-- How many visits ended at each stage. Hits with a privacy signal are counted here too, and nothing else is kept of them.
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

-- Collectors that took hits a moment ago: they share the pixel's limits among them (decision 28).
create table collector_beat (
  id uuid primary key,
  seen_at timestamptz not null
);
grant select, insert, update, delete on collector_beat to leadloom_app;
