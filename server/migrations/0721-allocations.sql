-- What a line of an invoice bills, as a row that says all that readers sum up: which lead, list or fee, at which price, booked when. It
-- takes the place of `invoice_transfer`, which named the transfer alone, so that every reader joined the ledger to learn the rest.
create table allocation (
  agency_id uuid not null,
  transfer_id uuid not null,
  root_id uuid not null,
  -- The client whose invoice it is on; null on an agency's own invoice, whose prices no client sees.
  client_id uuid,
  invoice_id uuid not null,
  line integer not null,
  kind text not null check (kind in ('lead', 'enrichment', 'period_fee')),
  -- The lead, list or fee. It is on one invoice of its client and on one of its agency, each of which allocates its own price.
  item_id uuid not null,
  amount_e4 bigint not null check (amount_e4 > 0),
  booked_at timestamptz not null,
  -- Each transfer is on one invoice.
  primary key (agency_id, transfer_id)
);

-- While row-level security is forced, the owner sees no rows.
alter table invoice_transfer no force row level security;
alter table ledger_transfer no force row level security;
insert into allocation
  (agency_id, transfer_id, root_id, client_id, invoice_id, line, kind, item_id, amount_e4, booked_at)
select i.agency_id, i.transfer_id, i.root_id, i.client_id, i.invoice_id, i.line, t.reference_kind, t.reference_id, t.amount_e4, t.created_at
  from invoice_transfer i join ledger_transfer t on t.agency_id = i.agency_id and t.id = i.transfer_id;
alter table ledger_transfer force row level security;
drop table invoice_transfer;

create index allocation_of_line on allocation (agency_id, invoice_id, line);
create index allocation_of_item on allocation (agency_id, item_id);
select tenant_policies('allocation', 'select, insert');
