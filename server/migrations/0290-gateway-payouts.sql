-- What a gateway pays out of a connected account to its owner's bank (decision 84). It lies with connected accounts and charges on
-- the coordinator: accounts of sales staff belong to no agency.
create table gateway_payout (
  id uuid primary key,
  root_id uuid not null,
  -- Whose account it was paid out of: an agency's, or with a user one of the sales staff's.
  agency_id uuid,
  client_id uuid check (client_id is null),
  user_id uuid,
  gateway text not null,
  account_id text not null check (account_id <> ''),
  gateway_id text not null check (length(gateway_id) <= 255),
  -- Less than 0 where the gateway takes what is missing from the bank.
  amount_cents bigint not null,
  currency text not null check (length(currency) = 3),
  state text not null check (state in ('pending', 'in_transit', 'paid', 'failed', 'canceled')),
  -- The gateway's code for a failure.
  cause text check (length(cause) <= 100),
  method text not null check (method in ('standard', 'instant')),
  is_automatic boolean not null,
  -- Of the bank account; empty where the gateway does not say.
  bank_last4 text not null check (length(bank_last4) <= 4),
  arrives_on date not null,
  made_at timestamptz not null,
  -- Since when it is known to stand so.
  moved_at timestamptz not null,
  -- When what it is made of was kept; gateways say it of automatic ones, once they have added it up.
  itemized_at timestamptz,
  check ((agency_id is null) <> (user_id is null)),
  check (cause is null or state = 'failed')
);
create unique index gateway_payout_of_gateway on gateway_payout (gateway, account_id, gateway_id);
create index gateway_payout_of_operator on gateway_payout (root_id, made_at desc, id desc);
create index gateway_payout_of_agency on gateway_payout (agency_id, made_at desc, id desc) where agency_id is not null;
create index gateway_payout_of_person on gateway_payout (user_id, made_at desc, id desc) where user_id is not null;
select tenant_policies('gateway_payout', 'select, insert, update');
create policy user_id on gateway_payout for all to leadloom_app
  using (user_id = nullif(current_setting('app.user_id', true), '')::uuid)
  with check (user_id = nullif(current_setting('app.user_id', true), '')::uuid);

-- What a payout is made of: the movements of the balance that it pays out, as the gateway lists them. Its own is not among them.
create table gateway_payout_entry (
  payout_id uuid not null references gateway_payout (id),
  gateway_id text not null check (length(gateway_id) <= 255),
  root_id uuid not null,
  agency_id uuid,
  client_id uuid check (client_id is null),
  user_id uuid,
  -- As of gateway_entry: what it is of, and what that belongs to.
  kind text not null check (kind in (
    'charge', 'refund', 'dispute', 'share', 'share_refund', 'transfer', 'payout', 'fee', 'other')),
  source_id text check (length(source_id) <= 255),
  of_id text check (length(of_id) <= 255),
  amount_cents bigint not null,
  fee_cents bigint not null,
  created_at timestamptz not null,
  primary key (payout_id, gateway_id),
  check ((agency_id is null) <> (user_id is null))
);
select tenant_policies('gateway_payout_entry', 'select, insert');
create policy user_id on gateway_payout_entry for all to leadloom_app
  using (user_id = nullif(current_setting('app.user_id', true), '')::uuid)
  with check (user_id = nullif(current_setting('app.user_id', true), '')::uuid);
