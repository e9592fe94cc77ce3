-- Invoices: what a client owes its agency, and an agency its operator. Written once and never changed.

-- How far an agency's days are settled, so that each is looked at once. It is read to find agencies with work, so it has no
-- tenant policy; it holds nobody's money.
create table billing_day (
  agency_id uuid primary key,
  root_id uuid not null,
  -- The agency's local date.
  done_on date not null
);
grant select, insert, update on billing_day to leadloom_app;

-- A payer's period that was closed: once, whoever comes second. It ends where the day begins in the agency's zone.
create table billing_period (
  agency_id uuid not null,
  -- The client, or the agency itself.
  payer_id uuid not null,
  ends_on date not null,
  root_id uuid not null,
  client_id uuid,
  closed_at timestamptz not null,
  primary key (agency_id, payer_id, ends_on)
);
select tenant_policies('billing_period', 'select, insert');

-- The last number that was given in a series. The row stays locked until the invoice is committed, so none is left out.
create table invoice_series (
  agency_id uuid not null,
  issuer text not null check (issuer in ('agency', 'root')),
  year integer not null,
  root_id uuid not null,
  client_id uuid check (client_id is null),
  last integer not null check (last > 0),
  primary key (agency_id, issuer, year)
);
select tenant_policies('invoice_series', 'select, insert, update');

-- An invoice has its charge's id.
create table invoice (
  agency_id uuid not null,
  id uuid not null,
  root_id uuid not null,
  client_id uuid,
  issuer text not null check (issuer in ('agency', 'root')),
  year integer not null,
  number integer not null check (number > 0),
  -- Up to which date, not included, in the agency's zone; null for a single fee.
  ends_on date,
  seller_name text not null,
  payer_name text not null,
  total_cents bigint not null check (total_cents > 0),
  -- Taken off by a coupon, or paid or asked for before.
  deduction_cents bigint not null check (deduction_cents between 0 and total_cents),
  issued_at timestamptz not null,
  primary key (agency_id, id),
  check ((issuer = 'agency') = (client_id is not null))
);
create unique index invoice_number on invoice (agency_id, issuer, year, number);
create index invoice_of_payer on invoice (agency_id, client_id, issued_at desc, id desc);
select tenant_policies('invoice', 'select, insert');

create table invoice_line (
  agency_id uuid not null,
  invoice_id uuid not null,
  line integer not null check (line > 0),
  root_id uuid not null,
  client_id uuid,
  kind text not null check (kind in ('leads', 'minimum_spend', 'onboarding', 'developer', 'manual_bill')),
  campaign_id uuid,
  -- As it was called then.
  campaign_name text not null default '',
  quantity integer not null check (quantity > 0),
  unit_price_e4 bigint not null check (unit_price_e4 >= 0),
  -- Quantity times price, half to even.
  amount_cents bigint not null check (amount_cents >= 0),
  primary key (agency_id, invoice_id, line)
);
select tenant_policies('invoice_line', 'select, insert');

-- What a line asks for: the transfers that booked it. Each stands on one invoice.
create table invoice_transfer (
  agency_id uuid not null,
  transfer_id uuid not null,
  root_id uuid not null,
  client_id uuid,
  invoice_id uuid not null,
  line integer not null,
  primary key (agency_id, transfer_id)
);
create index invoice_transfer_of_line on invoice_transfer (agency_id, invoice_id, line);
select tenant_policies('invoice_transfer', 'select, insert');
