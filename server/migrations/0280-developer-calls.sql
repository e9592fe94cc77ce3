-- The log of what other people's software asked, and its counts by day. Written in batches after the answers: what a crash
-- loses is lines of this log and nothing else. No bodies, no queries, no addresses.
create table developer_call (
  -- The operator's own id for its own calls.
  agency_id uuid not null,
  -- The id of the request, which its answer names too.
  id uuid not null,
  root_id uuid not null,
  -- Developers belong to agencies and to the operator.
  client_id uuid check (client_id is null),
  credential_id uuid not null,
  operation text not null,
  status smallint not null,
  -- The problem's code; null where all went well.
  code text,
  duration_ms integer not null,
  created_at timestamptz not null,
  primary key (agency_id, id)
);
create index developer_call_newest on developer_call (agency_id, created_at desc, id desc);
create index developer_call_of_status on developer_call (agency_id, status, created_at desc, id desc);
create index developer_call_by_age on developer_call (root_id, created_at);
select tenant_policies('developer_call', 'select, insert, delete');

-- Days are those of UTC.
create table developer_usage (
  agency_id uuid not null,
  date date not null,
  operation text not null,
  status smallint not null,
  root_id uuid not null,
  client_id uuid check (client_id is null),
  calls integer not null,
  primary key (agency_id, date, operation, status)
);
create index developer_usage_by_age on developer_usage (root_id, date);
select tenant_policies('developer_usage', 'select, insert, update, delete');
