-- What the operator sets on an agency's billing, and what is due. Cards are not charged: a charge is what is asked for, and
-- stays due.

-- The onboarding fee. The operator's own row counts for every agency that has none of its own; 0 asks for nothing.
create table onboarding_setting (
  company_id uuid primary key references company (id),
  root_id uuid not null,
  agency_id uuid,
  client_id uuid check (client_id is null),
  -- R233: more than half a dollar, or nothing.
  fee_cents bigint not null check (fee_cents = 0 or fee_cents between 51 and 9999999),
  enable_coupon boolean not null,
  updated_at timestamptz not null,
  -- The row lies in its own company's scope, so one under another company's id cannot be written even if a check is missed.
  check (company_id = coalesce(agency_id, root_id))
);
select tenant_policies('onboarding_setting', 'select, insert, update');

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
  -- Null: it never expires.
  expires_at timestamptz,
  created_at timestamptz not null,
  created_by uuid not null,
  revoked_at timestamptz,
  check ((percent is null) <> (amount_cents is null))
);
create unique index coupon_code on coupon (root_id, code);
create index coupon_of_root on coupon (root_id, created_at desc, id desc);
select tenant_policies('coupon', 'select, insert, update');

-- What an agency is asked to pay, by the id of the operation that asked for it. The developer API's one-time fee is due
-- when its agreement is accepted (R123).
create table charge (
  agency_id uuid not null,
  id uuid not null,
  root_id uuid not null,
  client_id uuid check (client_id is null),
  kind text not null check (kind in ('onboarding', 'manual_bill', 'developer')),
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
