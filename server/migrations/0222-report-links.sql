-- Links that show one report to whoever has them. Of a link's token only the hash is kept.
create table report_link (
  agency_id uuid not null,
  id uuid not null,
  root_id uuid not null,
  -- The agency's affair, even where a client is what a report is about.
  client_id uuid check (client_id is null),
  token_hash bytea not null check (length(token_hash) = 32),
  kind text not null,
  of_client_id uuid,
  module text,
  with_costs boolean not null,
  start_date date not null,
  end_date date not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  opened integer not null default 0,
  last_opened_at timestamptz,
  primary key (agency_id, id)
);
create unique index report_link_token on report_link (agency_id, token_hash);
select tenant_policies('report_link', 'select, insert, update, delete');
