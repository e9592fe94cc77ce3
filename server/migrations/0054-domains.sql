-- The domain of its own that a company has named, at most one. Naming it gives nothing: the host answers once the records
-- that only the domain's owner can set are found, so the same domain may wait for several companies until one proves it.
create table custom_domain (
  agency_id uuid primary key references company (id),
  root_id uuid not null,
  client_id uuid check (client_id is null),
  domain text not null check (domain = lower(domain) and length(domain) <= 240),
  -- What the TXT record must say.
  token text not null,
  state text not null default 'pending' check (state in ('pending', 'verified', 'failed')),
  -- Why the last look failed; null when it did not, or before the first.
  cause text,
  -- Looks while it is pending: the pauses between them grow.
  tries integer not null default 0,
  -- Days in a row on which a verified one was not found in order.
  failed_days integer not null default 0,
  named_at timestamptz not null,
  checked_at timestamptz,
  verified_at timestamptz,
  -- Null: looked at only when somebody asks.
  next_check_at timestamptz
);
create index custom_domain_due on custom_domain (root_id, next_check_at) where next_check_at is not null;
select tenant_policies('custom_domain', 'select, insert, update, delete');

-- A domain that is removed or not in order any more is given back whole.
grant delete on host to leadloom_app;
