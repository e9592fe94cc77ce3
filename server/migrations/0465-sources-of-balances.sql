-- What a line of `earlier_balance` is made of: earlier invoices of its payer, each with what it took off and nothing makes up for any
-- more; and the credits that it took off, where they were taken back (decision 121).
create table earlier_balance_source (
  agency_id uuid not null,
  -- The line, and the place of the source in it, from 1.
  invoice_id uuid not null,
  line integer not null check (line > 0),
  place integer not null check (place > 0),
  root_id uuid not null,
  -- As of the invoice: null on an agency's own.
  client_id uuid,
  -- The earlier invoice. Null for lines that were issued before their sources were kept.
  from_id uuid,
  -- The credit of a lead that was taken back, where that is why.
  credit_id uuid check (credit_id is null or from_id is not null),
  amount_e4 bigint not null check (amount_e4 > 0),
  primary key (agency_id, invoice_id, place),
  foreign key (agency_id, invoice_id) references invoice (agency_id, id),
  foreign key (agency_id, from_id) references invoice (agency_id, id)
);
create index earlier_balance_source_from on earlier_balance_source (agency_id, from_id);
create index earlier_balance_source_credit on earlier_balance_source (agency_id, credit_id) where credit_id is not null;

alter table invoice_line no force row level security;
insert into earlier_balance_source (agency_id, invoice_id, line, place, root_id, client_id, amount_e4)
select agency_id, invoice_id, line, 1, root_id, client_id, amount_cents * 100
  from invoice_line where kind = 'earlier_balance';
alter table invoice_line force row level security;

select tenant_policies('earlier_balance_source', 'select, insert');
