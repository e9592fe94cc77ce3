-- Prepaid money: bought in lots, used first in, first out (docs/domain/money.md).

-- An agency's Data Wallet, which has the agency's id, or what is paid beforehand for a campaign, which has the campaign's.
create table prepaid_balance (
  agency_id uuid not null,
  id uuid not null,
  root_id uuid not null,
  client_id uuid,
  campaign_id uuid,
  -- What one top-up buys: an amount, or as many leads as it says at the campaign's price.
  top_up_cents bigint not null default 0 check (top_up_cents between 0 and 5000000),
  leads_to_buy integer not null default 0 check (leads_to_buy between 0 and 1000000),
  is_custom boolean not null default false,
  -- Nothing is bought without being asked for.
  stop_continual boolean not null default false,
  -- What it stood at after the last top-up: another one is bought under a tenth of it.
  last_balance_e4 bigint not null default 0 check (last_balance_e4 >= 0),
  started_at timestamptz,
  -- Top-ups in a row that were declined, and when the last was.
  declines smallint not null default 0,
  declined_at timestamptz,
  -- Since when a lead was stopped for want of money; null once there is some.
  emptied_at timestamptz,
  updated_at timestamptz not null,
  primary key (agency_id, id),
  check ((campaign_id is null) = (client_id is null)),
  check (id = coalesce(campaign_id, agency_id))
);
create index prepaid_balance_of_root on prepaid_balance (root_id, agency_id);
select tenant_policies('prepaid_balance', 'select, insert, update');

-- What was bought at once. It has the id of the charge that paid for it.
create table prepaid_lot (
  agency_id uuid not null,
  id uuid not null,
  root_id uuid not null,
  client_id uuid,
  balance_id uuid not null,
  amount_e4 bigint not null check (amount_e4 > 0),
  remaining_e4 bigint not null,
  bought_at timestamptz not null,
  -- Null: it does not expire.
  expires_at timestamptz,
  -- How many days before its end its owner was last told.
  told_days smallint,
  primary key (agency_id, id),
  foreign key (agency_id, balance_id) references prepaid_balance (agency_id, id),
  check (remaining_e4 between 0 and amount_e4)
);
create index prepaid_lot_left on prepaid_lot (agency_id, balance_id, bought_at, id) where remaining_e4 > 0;
create index prepaid_lot_of_balance on prepaid_lot (agency_id, balance_id, bought_at);
create index prepaid_lot_ending on prepaid_lot (root_id, expires_at) where remaining_e4 > 0 and expires_at is not null;
select tenant_policies('prepaid_lot', 'select, insert, update');

-- What became of a lot's money, by the id of its transfer: the leads of a batch, its expiry, or its return.
create table prepaid_use (
  agency_id uuid not null,
  id uuid not null,
  root_id uuid not null,
  client_id uuid,
  balance_id uuid not null,
  lot_id uuid not null,
  kind text not null check (kind in ('leads', 'expiry', 'refund')),
  amount_e4 bigint not null check (amount_e4 > 0),
  -- How many leads of the batch its lots paid for; told with the first of them.
  leads integer not null default 0 check (leads >= 0),
  used_at timestamptz not null,
  primary key (agency_id, id),
  foreign key (agency_id, lot_id) references prepaid_lot (agency_id, id)
);
create index prepaid_use_of_lot on prepaid_use (agency_id, lot_id);
create index prepaid_use_of_balance on prepaid_use (agency_id, balance_id, used_at);
select tenant_policies('prepaid_use', 'select, insert');

alter table ledger_account drop constraint ledger_account_kind_check;
alter table ledger_account add constraint ledger_account_kind_check check (kind in (
  'client_receivable', 'agency_revenue', 'agency_payable', 'root_revenue', 'clearing', 'rounding', 'agency_clearing',
  'agency_bank', 'root_bank',
  -- What is paid and not used yet: an agency's at its operator, a client's at its agency; and what expired of the first.
  'wallet', 'client_prepaid', 'wallet_expired'));

alter table charge drop constraint charge_kind_check;
alter table charge drop constraint charge_payer_check;
alter table charge
  -- Whose money a top-up buys; null for what demands a debt.
  add column balance_id uuid,
  -- Whether nobody asked for it at that moment.
  add column is_automatic boolean not null default false,
  add constraint charge_kind_check check (kind in
    ('onboarding', 'manual_bill', 'developer', 'leads', 'client_leads', 'wallet_top_up', 'campaign_top_up')),
  add constraint charge_payer_check check ((kind in ('client_leads', 'campaign_top_up')) = (client_id is not null)),
  add constraint charge_balance_check check ((kind in ('wallet_top_up', 'campaign_top_up')) = (balance_id is not null));
-- One top-up at a time.
create unique index top_up_open on charge (agency_id, balance_id)
  where balance_id is not null and status in ('due', 'sent', 'unknown');
create index charge_of_balance on charge (agency_id, balance_id, created_at desc) where balance_id is not null;
