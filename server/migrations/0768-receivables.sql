-- What payers owe: debts of charges can be written off, and payers are reminded (decision 246).

alter table charge drop constraint charge_status_check;
alter table charge add constraint charge_status_check
  check (status in ('due', 'sent', 'unknown', 'declined', 'succeeded', 'settled', 'written_off'));

-- When a payer was last reminded of what is open, by its own calendar: at most once a day.
create table payment_reminder (
  agency_id uuid not null,
  -- The client, or the agency itself.
  payer_id uuid not null,
  root_id uuid not null,
  client_id uuid,
  sent_on date not null,
  sent_at timestamptz not null,
  primary key (agency_id, payer_id)
);
select tenant_policies('payment_reminder', 'select, insert, update');
