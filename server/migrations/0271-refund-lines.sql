-- Which lines of an invoice a refund is for, and how much of each; none where it is of the whole.
create table refund_line (
  agency_id uuid not null,
  refund_id uuid not null,
  line integer not null check (line > 0),
  root_id uuid not null,
  client_id uuid,
  amount_cents bigint not null check (amount_cents > 0),
  primary key (agency_id, refund_id, line),
  foreign key (agency_id, refund_id) references refund (agency_id, id)
);
select tenant_policies('refund_line', 'select, insert');
