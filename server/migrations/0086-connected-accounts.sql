-- The accounts at a gateway that agencies and sales staff are paid to. How far one is stands with its owner, since every
-- session asks for it (company.account_connected, app_user.account_connected).
create table connected_account (
  -- A company, or one of the sales staff.
  owner_id uuid primary key,
  root_id uuid not null,
  agency_id uuid,
  client_id uuid check (client_id is null),
  owner_kind text not null check (owner_kind in ('agency', 'sales')),
  gateway text not null,
  account_id text not null,
  created_at timestamptz not null,
  -- When the gateway was last asked.
  checked_at timestamptz not null,
  check ((owner_kind = 'agency') = (agency_id is not null))
);
create unique index connected_account_of_gateway on connected_account (gateway, account_id);
select tenant_policies('connected_account', 'select, insert, update, delete');
