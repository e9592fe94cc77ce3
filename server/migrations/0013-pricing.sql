-- What products cost: agencies pay their operator, clients pay their agency.

-- The term that prices a client's campaigns: the first that it may use, in the order of R221.
create function first_payment_term(terms text[]) returns text language sql immutable as $$
  select term from unnest('{Weekly,Monthly,OneTime,Prepaid}'::text[]) with ordinality known (term, place)
  where term = any(terms) order by place limit 1
$$;

-- What an agency pays its operator for each product and payment term (R221). Rows are only ever added and the newest
-- counts, so that it can be shown what was agreed when. A null price was never set: the operator's own row (without an
-- agency) stands in for it.
create table cost_setup (
  seq bigint generated always as identity primary key,
  root_id uuid not null,
  agency_id uuid,
  -- Prices of clients are their campaigns'; the column is there for the tenant policies.
  client_id uuid check (client_id is null),
  module text not null check (module in ('local', 'locator', 'enhance', 'b2b')),
  term text not null check (term in ('Weekly', 'Monthly', 'OneTime', 'Prepaid')),
  platform_fee_cents bigint check (platform_fee_cents between 0 and 10000000),
  cost_per_lead_e4 bigint check (cost_per_lead_e4 between 0 and 1000000000),
  cost_per_lead_advanced_e4 bigint check (cost_per_lead_advanced_e4 between 0 and 1000000000),
  min_cost_month_cents bigint check (min_cost_month_cents between 0 and 10000000),
  valid_from timestamptz not null,
  set_by uuid not null,
  check (module = 'local' or cost_per_lead_advanced_e4 is null)
);
create index on cost_setup (root_id, agency_id, module, term, seq desc);
select tenant_policies('cost_setup', 'select, insert');

create function keep_cost_setup() returns trigger language plpgsql as $$
begin
  raise exception '% is only ever added to', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger keep_cost_setup before update or delete or truncate on cost_setup
  for each statement execute function keep_cost_setup();

-- What an agency charges its clients for each product and payment term: one client, or (without a client) all that have no
-- price of their own. Rows are only ever added and the newest counts, as in `cost_setup`.
create table retail_cost (
  agency_id uuid not null,
  seq bigint generated always as identity,
  root_id uuid not null,
  client_id uuid,
  module text not null check (module in ('local', 'locator', 'enhance', 'b2b')),
  term text not null check (term in ('Weekly', 'Monthly', 'OneTime', 'Prepaid')),
  platform_fee_cents bigint check (platform_fee_cents between 0 and 10000000),
  cost_per_lead_e4 bigint check (cost_per_lead_e4 between 0 and 1000000000),
  cost_per_lead_advanced_e4 bigint check (cost_per_lead_advanced_e4 between 0 and 1000000000),
  min_cost_month_cents bigint check (min_cost_month_cents between 0 and 10000000),
  valid_from timestamptz not null,
  set_by uuid not null,
  primary key (agency_id, seq),
  check (module = 'local' or cost_per_lead_advanced_e4 is null)
);
create index on retail_cost (agency_id, client_id, module, term, seq desc);
create trigger keep_retail_cost before update or delete or truncate on retail_cost
  for each statement execute function keep_cost_setup();
select tenant_policies('retail_cost', 'select, insert');

-- The bounds of a client's campaigns of a product, by payment term: one client's, or (with the agency as the company) those
-- of all clients that have none of their own. Null was never set; 0 is no bound.
create table retail_bound (
  agency_id uuid not null,
  company_id uuid not null references company (id),
  module text not null check (module in ('local', 'locator', 'enhance', 'b2b')),
  term text not null check (term in ('Weekly', 'Monthly', 'OneTime', 'Prepaid')),
  root_id uuid not null,
  client_id uuid,
  -- No campaign sells a lead above it.
  max_cost_per_lead_e4 bigint check (max_cost_per_lead_e4 between 0 and 100000000),
  -- The limit that new campaigns begin with, and their first and last day.
  limit_leads integer check (limit_leads between 0 and 1000000),
  limit_period text not null default 'day' check (limit_period in ('day', 'week', 'month', 'total')),
  limit_start date,
  limit_end date check (limit_end >= limit_start),
  primary key (agency_id, company_id, module, term),
  check (company_id = coalesce(client_id, agency_id))
);
select tenant_policies('retail_bound', 'select, insert, update');

-- The minimum that agencies spend in a month, once for each operator (R259).
create table minimum_spend (
  root_id uuid primary key references company (id),
  agency_id uuid check (agency_id is null),
  client_id uuid check (client_id is null),
  is_on boolean not null,
  first_month_cents bigint not null check (first_month_cents between 0 and 9999999),
  second_month_cents bigint not null check (second_month_cents between 0 and 9999999),
  monthly_cents bigint not null check (monthly_cents between 0 and 9999999),
  updated_at timestamptz not null
);
select tenant_policies('minimum_spend', 'select, insert, update');

-- What a user was shown before accepting it: an amount, and a hash of the terms that go with it. Accepting checks that this
-- still holds; each quote is accepted once. The payer is a company.
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
