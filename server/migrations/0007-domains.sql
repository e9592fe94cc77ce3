-- The custom domain that an agency has entered, at most one. Entering it claims nothing: the host answers once the records
-- are found that only the domain's owner can set. So several companies may wait for the same domain until one proves it.
create table custom_domain (
  agency_id uuid primary key references company (id),
  root_id uuid not null,
  client_id uuid check (client_id is null),
  domain text not null check (domain = lower(domain) and length(domain) <= 240),
  -- What the TXT record must say.
  token text not null,
  state text not null default 'pending' check (state in ('pending', 'verified', 'failed')),
  -- Why the last check failed; null when it passed, or before the first.
  cause text,
  -- Checks while it is pending: the pauses between them grow.
  tries integer not null default 0,
  -- Days in a row on which a verified domain failed its check.
  failed_days integer not null default 0,
  named_at timestamptz not null,
  checked_at timestamptz,
  verified_at timestamptz,
  -- Null: checked only when somebody asks.
  next_check_at timestamptz
);
create index custom_domain_due on custom_domain (root_id, next_check_at) where next_check_at is not null;
select tenant_policies('custom_domain', 'select, insert, update, delete');
