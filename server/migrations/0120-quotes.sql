-- What somebody was shown before they accept it: an amount, and a hash of the terms that go with it. Accepting asks whether
-- that is still what counts; each quote is accepted once. The payer is a company.
create table quote (
  id uuid primary key,
  root_id uuid not null,
  agency_id uuid,
  client_id uuid,
  company_id uuid not null references company (id),
  purpose text not null
    check (purpose in ('onboarding_fee', 'agreement', 'feature_agreement', 'manual_bill', 'settlement')),
  -- Whose screen showed it.
  session_id uuid not null,
  amount_cents bigint not null check (amount_cents >= 0),
  terms_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  check (expires_at > created_at)
);
create index quote_shown on quote (company_id, purpose, session_id, created_at desc, id desc);
create index quote_open on quote (expires_at) where accepted_at is null;
select tenant_policies('quote', 'select, insert, update, delete');
