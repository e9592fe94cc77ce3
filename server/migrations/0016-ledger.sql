-- Append-only double entry. Each agency has one book, which holds every account of its money, so that a transfer never
-- crosses books and no row is hot for all. Money is kept in 1/10,000 dollar, as unit prices are: a lead below a cent, or at
-- half a cent, is booked at exactly what it costs (docs/decisions/0033).

-- Which books exist, so that all of them can be verified. It holds nobody's money, so it has no tenant policy.
create table ledger_book (
  agency_id uuid primary key,
  root_id uuid not null,
  created_at timestamptz not null
);
grant select, insert on ledger_book to leadloom_app;

-- A balance is the sum of the account's credits less its debits, whatever its kind.
create table ledger_account (
  agency_id uuid not null,
  id uuid not null,
  root_id uuid not null,
  -- The client whose money it is, and who may see it; null for accounts of the agency as a whole, such as its costs.
  client_id uuid,
  kind text not null check (kind in
    ('client_receivable', 'agency_revenue', 'agency_cost', 'root_revenue', 'clearing', 'rounding')),
  balance_e4 bigint not null default 0,
  created_at timestamptz not null,
  primary key (agency_id, id)
);
create unique index ledger_account_of on ledger_account (agency_id, kind, coalesce(client_id, agency_id));
select tenant_policies('ledger_account', 'select, insert, update');

create table ledger_transfer (
  agency_id uuid not null,
  id uuid not null,
  root_id uuid not null,
  client_id uuid,
  debit_account_id uuid not null,
  credit_account_id uuid not null,
  amount_e4 bigint not null check (amount_e4 > 0),
  -- The balances of the two accounts right after this transfer.
  debit_balance_e4 bigint not null,
  credit_balance_e4 bigint not null,
  kind text not null,
  reference_kind text not null,
  reference_id uuid not null,
  created_at timestamptz not null,
  primary key (agency_id, id),
  check (debit_account_id <> credit_account_id)
);
create index ledger_transfer_of_reference on ledger_transfer (agency_id, reference_id);
select tenant_policies('ledger_transfer', 'select, insert');

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% keeps its rows: write a correcting transfer instead', tg_table_name;
end $$;
create trigger ledger_transfer_is_append_only before update or delete or truncate on ledger_transfer
  for each statement execute function refuse_change();
create trigger ledger_account_stays before delete or truncate on ledger_account
  for each statement execute function refuse_change();

-- What foreign keys would check, but once for each statement instead of twice for each row: a batch writes thousands of
-- transfers between a few accounts (docs/decisions/0006).
create function transfer_names_accounts() returns trigger language plpgsql as $$
begin
  if exists (
    select from (
      select agency_id, debit_account_id as account_id from fresh
      union
      select agency_id, credit_account_id from fresh
    ) named
    where not exists (
      select from ledger_account a where a.agency_id = named.agency_id and a.id = named.account_id
    )
  ) then
    raise foreign_key_violation using message = 'a transfer names an account that its book does not have';
  end if;
  return null;
end $$;
create trigger transfer_names_accounts after insert on ledger_transfer
  referencing new table as fresh for each statement execute function transfer_names_accounts();
