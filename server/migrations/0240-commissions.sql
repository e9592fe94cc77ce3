-- What sales staff earn of the money that agencies paid their operator (decision 69).

alter table ledger_account drop constraint ledger_account_kind_check;
alter table ledger_account add constraint ledger_account_kind_check check (kind in (
  'client_receivable', 'agency_revenue', 'agency_payable', 'root_revenue', 'clearing', 'rounding', 'agency_clearing',
  'agency_bank', 'root_bank', 'wallet', 'client_prepaid', 'wallet_expired',
  -- What commissions cost the operator, and what of them is not paid out yet.
  'commission_cost', 'commission_payable',
  -- Money that a payer's bank holds until a dispute is decided, what was lost to one, and what the gateway asks for it.
  'dispute_held', 'dispute_lost', 'gateway_fee'));

-- A sales person's rate from a day on. Rows are only added; of two for one day the later one counts.
create table commission_rate (
  id uuid primary key,
  root_id uuid not null,
  agency_id uuid check (agency_id is null),
  client_id uuid check (client_id is null),
  user_id uuid not null,
  -- A day of the operator's calendar.
  valid_from date not null,
  -- In 1/100 percent.
  rate_bp integer not null check (rate_bp between 0 and 5000),
  set_by uuid not null,
  set_at timestamptz not null
);
create index commission_rate_of_person on commission_rate (user_id, valid_from desc, set_at desc, id desc);
select tenant_policies('commission_rate', 'select, insert');
create policy user_id on commission_rate for all to leadloom_app
  using (user_id = nullif(current_setting('app.user_id', true), '')::uuid)
  with check (user_id = nullif(current_setting('app.user_id', true), '')::uuid);

-- What one person earned of one charge: with whom and at which rate is decided when the money comes in, and stays.
create table commission (
  agency_id uuid not null,
  charge_id uuid not null,
  user_id uuid not null,
  root_id uuid not null,
  client_id uuid check (client_id is null),
  -- What the charge was for, as it stands there.
  charge_kind text not null,
  rate_bp integer not null check (rate_bp between 1 and 5000),
  -- Of the charge, what the operator has received and still has.
  base_e4 bigint not null check (base_e4 >= 0),
  amount_e4 bigint not null check (amount_e4 >= 0),
  -- What of it was paid out, or is on its way; more than the amount after a refund, until others make up for it.
  paid_e4 bigint not null default 0,
  earned_at timestamptz not null,
  primary key (agency_id, charge_id, user_id),
  foreign key (agency_id, charge_id) references charge (agency_id, id)
);
create index commission_of_person on commission (root_id, user_id, earned_at desc, charge_id);
select tenant_policies('commission', 'select, insert, update');
create policy user_id on commission for all to leadloom_app
  using (user_id = nullif(current_setting('app.user_id', true), '')::uuid)
  with check (user_id = nullif(current_setting('app.user_id', true), '')::uuid);

-- Each booking of a commission: the first is what was earned, others follow refunds and disputes. One transfer each.
create table commission_change (
  agency_id uuid not null,
  charge_id uuid not null,
  user_id uuid not null,
  number integer not null check (number > 0),
  root_id uuid not null,
  client_id uuid check (client_id is null),
  delta_e4 bigint not null check (delta_e4 <> 0),
  transfer_id uuid not null,
  booked_at timestamptz not null,
  primary key (agency_id, charge_id, user_id, number),
  foreign key (agency_id, charge_id, user_id) references commission (agency_id, charge_id, user_id)
);
select tenant_policies('commission_change', 'select, insert');

-- Commissions of one person that are paid out together: by the gateway, under this id, or by hand.
create table commission_payout (
  id uuid primary key,
  root_id uuid not null,
  agency_id uuid check (agency_id is null),
  client_id uuid check (client_id is null),
  user_id uuid not null,
  amount_cents bigint not null check (amount_cents > 0),
  -- Null for what is paid by hand.
  gateway text,
  account_id text,
  state text not null check (state in ('sent', 'paid', 'failed')),
  gateway_id text,
  -- The gateway's code for a refusal.
  cause text check (length(cause) <= 100),
  created_at timestamptz not null,
  asked_at timestamptz not null,
  ended_at timestamptz,
  check ((gateway is null) = (account_id is null)),
  check ((state = 'sent') = (ended_at is null))
);
create index commission_payout_of_person on commission_payout (root_id, user_id, created_at desc, id desc);
create unique index commission_payout_under_way on commission_payout (user_id) where state = 'sent';
create index commission_payout_to_ask_for on commission_payout (root_id, asked_at, id) where state = 'sent';
select tenant_policies('commission_payout', 'select, insert, update');
create policy user_id on commission_payout for all to leadloom_app
  using (user_id = nullif(current_setting('app.user_id', true), '')::uuid)
  with check (user_id = nullif(current_setting('app.user_id', true), '')::uuid);

-- Which commissions a payout pays, and how much of each; less than 0 where a refund came after the commission was paid out.
create table commission_payout_share (
  agency_id uuid not null,
  payout_id uuid not null,
  charge_id uuid not null,
  user_id uuid not null,
  root_id uuid not null,
  client_id uuid check (client_id is null),
  amount_e4 bigint not null check (amount_e4 <> 0),
  primary key (agency_id, payout_id, charge_id, user_id),
  foreign key (agency_id, charge_id, user_id) references commission (agency_id, charge_id, user_id)
);
select tenant_policies('commission_payout_share', 'select, insert');
