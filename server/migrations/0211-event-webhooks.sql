-- Webhooks for developers: an agency's own software is told of what happens to it and its clients. What is told names
-- things by their ids and nobody by name.
create table event_endpoint (
  agency_id uuid not null,
  id uuid not null,
  root_id uuid not null,
  -- The agency's own.
  client_id uuid check (client_id is null),
  url text not null,
  events text[] not null,
  status text not null default 'ok' check (status in ('ok', 'failing', 'disabled')),
  consecutive_failures integer not null default 0,
  failing_since timestamptz,
  last_error_code text,
  -- While an endpoint fails nothing is tried before this.
  blocked_until timestamptz,
  secret_sealed text not null,
  -- Signs too until then, so that receivers can change over.
  previous_secret_sealed text,
  previous_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  removed_at timestamptz,
  primary key (agency_id, id)
);
select tenant_policies('event_endpoint', 'select, insert, update, delete');

-- One event for one endpoint. The id is the webhook-id: the same at every try and replay.
create table event_message (
  agency_id uuid not null,
  id uuid not null,
  root_id uuid not null,
  -- Whose thing it is about; null for the agency's.
  client_id uuid,
  endpoint_id uuid not null,
  type text not null,
  data jsonb not null,
  status text not null check (status in ('waiting', 'delivered', 'dead')),
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  last_error_code text,
  created_at timestamptz not null,
  delivered_at timestamptz,
  primary key (agency_id, id),
  foreign key (agency_id, endpoint_id) references event_endpoint (agency_id, id)
);
create index event_message_of_endpoint on event_message (agency_id, endpoint_id, id desc);
create index event_message_due on event_message (agency_id, endpoint_id, next_attempt_at, id) where status = 'waiting';
create index event_message_by_age on event_message (root_id, created_at);
select tenant_policies('event_message', 'select, insert, update, delete');

create table event_attempt (
  agency_id uuid not null,
  id uuid not null,
  root_id uuid not null,
  client_id uuid,
  message_id uuid not null,
  at timestamptz not null,
  outcome text not null check (outcome in ('delivered', 'failed')),
  error_code text,
  http_status integer,
  duration_ms integer not null,
  primary key (agency_id, id)
);
create index event_attempt_of_message on event_attempt (agency_id, message_id, at);
create index event_attempt_by_age on event_attempt (root_id, at);
select tenant_policies('event_attempt', 'select, insert, delete');
