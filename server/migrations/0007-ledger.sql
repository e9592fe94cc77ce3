-- Append-only double entry. Each agency has one book: every account of its money lives in it, so that a transfer never
-- crosses books and no row is hot for all.

-- Which books there are, so that all of them can be proved. Holds nobody's money, so it has no tenant policy.
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
  -- The client whose money it is, and who may see it; null for accounts of the agency as a whole, its costs among them.
  client_id uuid,
  kind text not null check (kind in
    ('client_receivable', 'agency_revenue', 'agency_cost', 'root_revenue', 'clearing', 'rounding')),
  balance_cents bigint not null default 0,
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
  amount_cents bigint not null check (amount_cents > 0),
  -- What the accounts stood at when this transfer had been applied.
  debit_balance_cents bigint not null,
  credit_balance_cents bigint not null,
  kind text not null,
  reference_kind text not null,
  reference_id uuid not null,
  created_at timestamptz not null,
  primary key (agency_id, id),
  check (debit_account_id <> credit_account_id),
  foreign key (agency_id, debit_account_id) references ledger_account (agency_id, id),
  foreign key (agency_id, credit_account_id) references ledger_account (agency_id, id)
);
create index ledger_transfer_of_reference on ledger_transfer (agency_id, reference_id);
select tenant_policies('ledger_transfer', 'select, insert');

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: write a correcting transfer instead', tg_table_name;
end $$;
create trigger ledger_transfer_is_append_only before update or delete or truncate on ledger_transfer
  for each statement execute function refuse_change();
