-- Tax by table (decision 95): what a seller asks besides its prices, by the place of whoever pays.

alter table ledger_account drop constraint ledger_account_kind_check;
alter table ledger_account add constraint ledger_account_kind_check check (kind in (
  'client_receivable', 'agency_revenue', 'agency_payable', 'root_revenue', 'clearing', 'rounding', 'agency_clearing',
  'agency_bank', 'root_bank', 'wallet', 'client_prepaid', 'wallet_expired', 'commission_cost', 'commission_payable',
  'dispute_held', 'dispute_lost', 'gateway_fee',
  -- What a seller owes its tax office: an agency of what its clients pay, kept by client, and the operator of what agencies do.
  'agency_tax', 'root_tax'));

-- A seller's rate at a place from a day on.
create table tax_rate (
  id uuid primary key,
  root_id uuid not null,
  -- Null: the operator's own.
  agency_id uuid,
  client_id uuid check (client_id is null),
  country text not null check (country ~ '^[A-Z]{2}$'),
  -- A part of the country; empty for all of it that has no rate of its own.
  region text not null check (region ~ '^[A-Z0-9]{0,3}$'),
  name text not null check (length(name) <= 40),
  -- In 1/1,000 percent.
  rate_e3 integer not null check (rate_e3 between 0 and 100000),
  -- A day of the seller's calendar.
  valid_from date not null,
  set_at timestamptz not null
);
create unique index tax_rate_of_place on tax_rate (root_id, coalesce(agency_id, root_id), country, region, valid_from);
select tenant_policies('tax_rate', 'select, insert, delete');

-- Where a company is taxed and under which number, as a seller and as a payer. Whoever sells to it may exempt it.
create table tax_detail (
  company_id uuid primary key,
  root_id uuid not null,
  agency_id uuid,
  client_id uuid,
  country text not null default '' check (country ~ '^([A-Z]{2})?$'),
  region text not null default '' check (region ~ '^[A-Z0-9]{0,3}$'),
  tax_number text not null default '' check (length(tax_number) <= 40),
  -- Why nothing is asked; null where tax is.
  exempt_reason text check (length(exempt_reason) between 1 and 200),
  check (country <> '' or region = '')
);
select tenant_policies('tax_detail', 'select, insert, update, delete');

-- As they were when the invoice was issued: what of its total is tax, the numbers of both sides, why nothing was asked.
alter table invoice
  add column tax_cents bigint not null default 0 check (tax_cents between 0 and total_cents),
  add column seller_tax_number text not null default '',
  add column payer_tax_number text not null default '',
  add column tax_note text not null default '';

-- What is asked besides a line's amount, half to even; no rate where nothing is taxed.
alter table invoice_line
  add column tax_name text not null default '',
  add column tax_place text not null default '',
  add column tax_rate_e3 integer check (tax_rate_e3 between 0 and 100000),
  add column tax_cents bigint not null default 0 check (tax_cents >= 0),
  add constraint invoice_line_tax_check check (tax_rate_e3 is not null or tax_cents = 0);

-- What of a refund is tax that goes back with it.
alter table refund add column tax_cents bigint not null default 0 check (tax_cents between 0 and amount_cents);
alter table refund_line add column tax_cents bigint not null default 0 check (tax_cents between 0 and amount_cents);

-- The tax that a lead's credit gives back, in each leg whose invoice had asked for it. Ends when the credit is taken back.
create table tax_credit (
  agency_id uuid not null,
  id uuid not null,
  root_id uuid not null,
  client_id uuid,
  lead_credit_id uuid not null,
  lead_id uuid not null,
  leg text not null check (leg in ('retail', 'wholesale')),
  invoice_id uuid not null,
  line integer not null,
  tax_e4 bigint not null check (tax_e4 > 0),
  credited_at timestamptz not null,
  reversed_at timestamptz,
  primary key (agency_id, id),
  check ((leg = 'retail') = (client_id is not null))
);
create unique index tax_credit_of_lead on tax_credit (agency_id, lead_credit_id, leg);
create index tax_credit_of_invoice on tax_credit (agency_id, invoice_id, line) where reversed_at is null;
select tenant_policies('tax_credit', 'select, insert, update');
