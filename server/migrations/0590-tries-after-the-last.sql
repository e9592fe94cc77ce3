-- What the gateway turned away is asked for again every day, of a payer whose last day is over too (decision 168): that payment has
-- failed, and has a next try all the same. One that was paid or let be has none.
alter table dunning_case drop constraint dunning_case_check;
alter table dunning_case add constraint dunning_case_check check (
  (next_on is not null or over_at is not null or ended_at is not null) and (next_on is null or ended_at is null));

-- Those that nobody asks for any more.
alter table charge no force row level security;
alter table dunning_case no force row level security;
update dunning_case d set next_on = d.first_on
  from charge c
 where c.agency_id = d.agency_id and c.id = d.charge_id and c.status = 'declined' and c.cause = 'gateway_refused'
   and d.next_on is null and d.ended_at is null;
alter table charge force row level security;
alter table dunning_case force row level security;
