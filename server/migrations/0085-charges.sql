-- Charges are collected: each moves along one written table of states (server/areas/billing/move-charge.ts), every request to
-- a gateway is an attempt with a row of its own, and clients are charged as agencies are.

-- The account that says what an agency owes its operator. A payment raises it back to 0, and leaves the operator's revenue be.
alter table ledger_account drop constraint ledger_account_kind_check;
alter table ledger_account no force row level security;
update ledger_account set kind = 'agency_payable' where kind = 'agency_cost';
alter table ledger_account force row level security;
alter table ledger_account add constraint ledger_account_kind_check check (kind in (
  'client_receivable', 'agency_revenue', 'agency_payable', 'root_revenue', 'clearing', 'rounding',
  -- The agency's money at the gateway, kept by client; and what either holds outside of it, such as what is paid by hand.
  'agency_clearing', 'agency_bank', 'root_bank'));

alter table charge
  drop constraint charge_client_id_check,
  drop constraint charge_kind_check,
  drop constraint charge_status_check,
  drop constraint charge_check;
alter table charge
  -- Why it stands where it does: the gateway's decline code, or what is missing before it can be asked for.
  add column cause text check (length(cause) <= 100),
  add column moved_at timestamptz,
  -- The card that the last attempt named, as people know it.
  add column paid_with text not null default '' check (length(paid_with) <= 100),
  add constraint charge_kind_check
    check (kind in ('onboarding', 'manual_bill', 'developer', 'leads', 'client_leads')),
  -- A client pays its agency, an agency its operator.
  add constraint charge_payer_check check ((kind = 'client_leads') = (client_id is not null)),
  add constraint charge_status_check
    check (status in ('due', 'sent', 'unknown', 'declined', 'succeeded', 'settled')),
  add constraint charge_amount_check check (status = 'settled' or full_cents > discount_cents);
create index charge_of_client on charge (agency_id, client_id, created_at desc, id desc) where client_id is not null;
create index charge_open on charge (root_id, agency_id, id) where status in ('due', 'sent', 'unknown', 'declined');

-- One request to a gateway, committed before it leaves. Its id is the gateway's idempotency key, so that asking again is
-- the same request; only a definite refusal makes room for another one.
create table charge_attempt (
  agency_id uuid not null,
  id uuid not null,
  root_id uuid not null,
  -- What a gateway is told of a client's payment names the operator's share: the agency's affair.
  client_id uuid check (client_id is null),
  charge_id uuid not null,
  number integer not null check (number > 0),
  gateway text not null,
  -- The connected account that is charged; null for the operator's own.
  account_id text,
  customer_id text not null,
  card_id text not null,
  -- The account that holds the card; null for the operator's own.
  card_account_id text,
  amount_cents bigint not null check (amount_cents > 0),
  -- The operator's share of a client's payment.
  fee_cents bigint not null default 0 check (fee_cents between 0 and amount_cents),
  state text not null check (state in ('sent', 'unknown', 'succeeded', 'declined')),
  gateway_id text,
  decline_code text,
  sent_at timestamptz not null,
  settled_at timestamptz,
  primary key (agency_id, id),
  foreign key (agency_id, charge_id) references charge (agency_id, id)
);
create unique index attempt_number on charge_attempt (agency_id, charge_id, number);
create unique index attempt_open on charge_attempt (agency_id, charge_id) where state in ('sent', 'unknown');
create index attempt_to_ask_for on charge_attempt (root_id, sent_at) where state in ('sent', 'unknown');
create index attempt_of_gateway on charge_attempt (agency_id, gateway, gateway_id);
select tenant_policies('charge_attempt', 'select, insert, update');

-- Which account at the gateway holds a card; null for the operator's own.
alter table payment_card add column account_id text;
alter table card_removal add column account_id text;
