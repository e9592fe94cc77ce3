-- Requests that a gateway turned away close nothing of their payers any more (decision 168): what counts as failed for one is asked
-- for again, and its payer's status follows with the answer.
alter table charge no force row level security;
alter table dunning_case no force row level security;
update dunning_case d set over_at = null, next_on = d.first_on
  from charge c
 where c.agency_id = d.agency_id and c.id = d.charge_id and c.status = 'declined' and c.cause = 'gateway_refused'
   and d.over_at is not null and d.ended_at is null;
alter table charge force row level security;
alter table dunning_case force row level security;
