-- What the operator sets on an agency's billing, and what of it is due. Charging itself is not built: a charge is what is
-- asked for, and stays due.

alter table company
  -- R194; null once it has none any more. Asked of agencies alone: who settles by hand begins with the free one.
  add column package_id text default 'FREE' check (package_id in ('NWM', 'NWY', 'WM', 'WY', 'FREE')),
  -- R195: campaigns are billed at wholesale to the agency's card.
  add column manual_bill boolean not null default false;

-- The fee for coming in: the operator's own line counts for every agency that has none of its own; 0 asks for nothing.
create table onboarding_setting (
  company_id uuid primary key references company (id),
  root_id uuid not null,
  agency_id uuid,
  client_id uuid check (client_id is null),
  -- R233: more than half a dollar, or nothing.
  fee_cents bigint not null check (fee_cents = 0 or fee_cents between 51 and 9999999),
  enable_coupon boolean not null,
  updated_at timestamptz not null
);
select tenant_policies('onboarding_setting', 'select, insert, update');

-- The least that agencies spend in a month, once for each operator (R259).
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

create table coupon (
  id uuid primary key,
  root_id uuid not null,
  agency_id uuid check (agency_id is null),
  client_id uuid check (client_id is null),
  code text not null check (code ~ '^[A-Z0-9_-]{3,40}$'),
  percent integer check (percent between 1 and 100),
  amount_cents bigint check (amount_cents between 1 and 9999999),
  -- Null: as often as there are companies.
  max_uses integer check (max_uses between 1 and 1000000),
  uses integer not null default 0 check (uses >= 0 and uses <= coalesce(max_uses, uses)),
  -- Null: it never ends.
  expires_at timestamptz,
  created_at timestamptz not null,
  created_by uuid not null,
  revoked_at timestamptz,
  check ((percent is null) <> (amount_cents is null))
);
create unique index coupon_code on coupon (root_id, code);
create index coupon_of_root on coupon (root_id, created_at desc, id desc);
select tenant_policies('coupon', 'select, insert, update');

-- What an agency is asked to pay, by the id of the operation that asked for it.
create table charge (
  agency_id uuid not null,
  id uuid not null,
  root_id uuid not null,
  client_id uuid check (client_id is null),
  kind text not null check (kind in ('onboarding', 'manual_bill')),
  status text not null check (status in ('due', 'settled')),
  full_cents bigint not null check (full_cents >= 0),
  discount_cents bigint not null default 0 check (discount_cents between 0 and full_cents),
  amount_cents bigint not null generated always as (full_cents - discount_cents) stored,
  created_at timestamptz not null,
  primary key (agency_id, id),
  check (status = 'settled' or full_cents > discount_cents)
);
create unique index onboarded_once on charge (agency_id) where kind = 'onboarding';
create index charge_of_agency on charge (agency_id, created_at desc, id desc);
select tenant_policies('charge', 'select, insert, update');

-- One use of a coupon for each company, whatever else is tried at the same moment.
create table coupon_use (
  agency_id uuid not null,
  coupon_id uuid not null,
  root_id uuid not null,
  client_id uuid check (client_id is null),
  charge_id uuid not null,
  used_at timestamptz not null,
  primary key (agency_id, coupon_id)
);
select tenant_policies('coupon_use', 'select, insert');
