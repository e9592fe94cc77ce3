-- What an agency's invoice left out because a client's payment that was under way carried it. Where that payment fails, a later
-- charge of the agency takes it up (decision 102).
create table left_out_share (
  agency_id uuid not null,
  -- The client's charge, whose id is its invoice's.
  charge_id uuid not null,
  -- The agency's invoice that left it out.
  invoice_id uuid not null,
  root_id uuid not null,
  -- Clients do not see what their agency pays.
  client_id uuid check (client_id is null),
  amount_cents bigint not null check (amount_cents > 0),
  -- The agency's charge that asks for it after all, and the line of its invoice; one that ends manual billing has no lines.
  taken_by uuid,
  taken_line integer check (taken_line > 0),
  primary key (agency_id, charge_id, invoice_id),
  foreign key (agency_id, charge_id) references charge (agency_id, id),
  check (taken_by is not null or taken_line is null)
);
create index left_out_share_open on left_out_share (agency_id) where taken_by is null;
create index left_out_share_taken on left_out_share (agency_id, taken_by, taken_line);
select tenant_policies('left_out_share', 'select, insert, update');

alter table invoice_line drop constraint invoice_line_kind_check;
alter table invoice_line
  add constraint invoice_line_kind_check check (kind in
    ('leads', 'enrichment', 'minimum_spend', 'onboarding', 'developer', 'manual_bill', 'platform_fee', 'lead_minimum',
     'earlier_leads'));
