-- Files of leads that are written by a job and downloaded afterwards, whole or in parts (decision 88).
create table lead_export (
  agency_id uuid not null,
  id uuid not null,
  root_id uuid not null,
  -- Of a client's list; null for the list of an agency.
  client_id uuid,
  -- Whose list it is: the agency's or the client's.
  company_id uuid not null,
  -- Who asked for it, and alone may have it.
  user_id uuid not null,
  -- Whether it holds what clients see, which is less than what their agency sees.
  by_client boolean not null,
  -- Whether phone numbers were shown to the client while it was written; an agency may keep them back later.
  with_phone boolean not null default false,
  -- What narrows and orders the leads, as the list was asked for.
  asked jsonb not null,
  format text not null check (format in ('spreadsheet', 'raw')),
  status text not null check (status in ('waiting', 'writing', 'ready', 'failed')),
  problem text check (problem in ('no_room', 'fault')),
  rows_total integer check (rows_total >= 0),
  rows_done integer not null default 0 check (rows_done >= 0),
  tries integer not null default 0,
  -- The file of the last try: torn until the row is ready.
  file_key text,
  bytes bigint check (bytes > 0),
  downloads integer not null default 0,
  created_at timestamptz not null,
  primary key (agency_id, id),
  check ((status = 'failed') = (problem is not null)),
  check ((status = 'ready') <= (file_key is not null and bytes is not null))
);
create index lead_export_newest on lead_export (agency_id, user_id, company_id, created_at desc, id desc);
create index lead_export_by_age on lead_export (root_id, created_at);
select tenant_policies('lead_export', 'select, insert, update, delete');

-- Whether a ticket has been used for a download that can be gone on with.
alter table download_ticket add column is_used boolean not null default false;
grant update (is_used, expires_at) on download_ticket to leadloom_app;
