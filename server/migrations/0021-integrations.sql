-- Where a campaign's leads are sent.
create table destination (
  agency_id uuid not null,
  id uuid not null,
  root_id uuid not null,
  client_id uuid not null,
  campaign_id uuid not null,
  kind text not null check (kind in ('email', 'webhook')),
  -- Webhook: the URL and the sealed signing secret. Email: the recipients.
  url text,
  secret_sealed text,
  recipients text[] not null default '{}',
  status text not null default 'ok' check (status in ('ok', 'failing', 'disabled')),
  consecutive_failures integer not null default 0,
  failing_since timestamptz,
  last_error_code text,
  -- When users were last mailed that it fails.
  warned_at timestamptz,
  removed_at timestamptz,
  created_at timestamptz not null,
  primary key (agency_id, id)
);
create index destination_of_campaign on destination (agency_id, campaign_id);
-- A campaign has one list of report recipients.
create unique index destination_of_recipients on destination (agency_id, campaign_id) where kind = 'email';
-- The few destinations that do not work, of one client.
create index destination_not_ok on destination (agency_id, client_id) where status <> 'ok' and removed_at is null;
select tenant_policies('destination', 'select, insert, update');

-- The outbox: written with the lead, sent after the commit, retried until it arrives or its attempts are used up.
create table delivery (
  agency_id uuid not null,
  id uuid not null,
  root_id uuid not null,
  client_id uuid not null,
  campaign_id uuid not null,
  lead_id uuid not null,
  destination_id uuid not null,
  status text not null check (status in ('waiting', 'delivered', 'dead')),
  attempts integer not null default 0,
  -- When it is tried next.
  next_attempt_at timestamptz,
  -- Set while it is being tried: when another worker may take it over.
  leased_until timestamptz,
  -- What the first attempt sends, kept before it is sent; every later attempt sends the same.
  body text,
  last_error_code text,
  created_at timestamptz not null,
  delivered_at timestamptz,
  primary key (agency_id, id)
)
-- Every row is updated a few times while it is young: dead versions must not pile up in the queue's index.
with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
-- Ids sort by the age of the lead, so lists page by them. The lead itself is found by its time.
create index delivery_of_campaign on delivery (agency_id, campaign_id, status, id);
create index delivery_dead on delivery (agency_id, id) where status = 'dead';
create index delivery_dead_of on delivery (agency_id, destination_id, id) where status = 'dead';
-- By destination, so that the worker skips one with a long queue without reading the queue.
create index delivery_due on delivery (root_id, agency_id, destination_id, next_attempt_at) where status = 'waiting';
-- What is kept of old deliveries until its retention is over.
create index delivery_with_body on delivery (agency_id, id) where body is not null and status <> 'waiting';
create index delivery_leased on delivery (root_id, agency_id, destination_id) where leased_until is not null;
select tenant_policies('delivery', 'select, insert, update');

create table delivery_attempt (
  agency_id uuid not null,
  id uuid not null,
  root_id uuid not null,
  client_id uuid not null,
  delivery_id uuid not null,
  at timestamptz not null,
  outcome text not null check (outcome in ('delivered', 'failed')),
  error_code text,
  http_status integer,
  duration_ms integer not null,
  primary key (agency_id, id)
);
create index delivery_attempt_of on delivery_attempt (agency_id, delivery_id, at desc);
select tenant_policies('delivery_attempt', 'select, insert');
