-- Requests to see what is held (decision 267). The address is proved by a code; after that the request's key opens its page. Both are
-- kept as keyed hashes only.
alter table privacy_request
  drop constraint privacy_request_kind_check,
  add constraint privacy_request_kind_check check (kind in ('opt_out', 'see')),
  -- An answer can be fetched again until the request is due; until then the address's hashes find it.
  drop constraint privacy_request_check,
  add constraint privacy_request_check check (kind <> 'opt_out' or (done_at is null) = (hashes is not null)),
  add column code_hash bytea,
  add column code_expires_at timestamptz,
  add column tries_left smallint not null default 0 check (tries_left >= 0),
  add column proved_at timestamptz,
  add column key_hash bytea,
  add constraint privacy_request_proof check ((proved_at is null) = (key_hash is null));
create unique index privacy_request_by_number on privacy_request (agency_id, number);
-- Those whose hashes are to be forgotten.
create index privacy_request_with_hashes on privacy_request (root_id, due_at) where kind = 'see' and hashes is not null;
