-- What people ask for on a brand's page, without an account (decision 260): what, when and the outcome, never who. It is proof
-- of the requests for 24 months, and nothing else reads it.
create table privacy_request (
  -- The operator's id for requests on its own host.
  agency_id uuid not null,
  id uuid not null,
  root_id uuid not null,
  client_id uuid,
  kind text not null check (kind in ('opt_out')),
  -- Told to the person.
  number text not null check (number ~ '^[0-9A-HJKMNP-TV-Z]{10}$'),
  -- The host of the page.
  host text not null,
  -- The address's hashes, until the request is carried out.
  hashes bytea[],
  received_at timestamptz not null,
  -- By when it must be carried out.
  due_at timestamptz not null,
  done_at timestamptz,
  primary key (agency_id, id),
  check ((done_at is null) = (hashes is not null))
);
create index privacy_request_of_root on privacy_request (root_id, received_at desc, id desc);
select tenant_policies('privacy_request', 'select, insert, update, delete');
