-- What the cost setup asks for besides leads: the platform fee of a product, and what its leads lack of a month's minimum
-- (decision 79).

-- The first payment term that a client had until a day in its agency's zone, so that each day is charged by its own.
create table client_term_change (
  agency_id uuid not null,
  client_id uuid not null,
  changed_on date not null,
  root_id uuid not null,
  before_term text not null check (before_term in ('Weekly', 'Monthly', 'OneTime', 'Prepaid')),
  primary key (agency_id, client_id, changed_on)
);
select tenant_policies('client_term_change', 'select, insert');

-- Booked once, in both legs, in the transaction that closes the client's period. Its id follows from what it is for.
create table period_fee (
  agency_id uuid not null,
  id uuid not null,
  root_id uuid not null,
  client_id uuid not null,
  module text not null check (module in ('local', 'locator', 'enhance', 'b2b')),
  kind text not null check (kind in ('platform_fee', 'lead_minimum')),
  -- A fee of the term that is paid one time, whatever becomes of the days after it.
  is_once boolean not null,
  -- The local days that it is for, the second not included.
  from_on date not null,
  until_on date not null,
  -- What the client owes its agency, and the agency its operator.
  retail_cents bigint not null check (retail_cents >= 0),
  wholesale_cents bigint not null check (wholesale_cents >= 0),
  booked_at timestamptz not null,
  primary key (agency_id, id),
  check (until_on > from_on),
  check (retail_cents + wholesale_cents > 0)
);
create index period_fee_of_client on period_fee (agency_id, client_id, module, kind, until_on);
select tenant_policies('period_fee', 'select, insert');

alter table invoice_line drop constraint invoice_line_kind_check;
alter table invoice_line
  add constraint invoice_line_kind_check check (kind in
    ('leads', 'enrichment', 'minimum_spend', 'onboarding', 'developer', 'manual_bill', 'platform_fee', 'lead_minimum')),
  -- Of a fee: its product, its days, and on an agency's invoice the client whose use of the product it is for.
  add column module text check (module in ('local', 'locator', 'enhance', 'b2b')),
  add column from_on date,
  add column until_on date,
  add column client_name text not null default '';
