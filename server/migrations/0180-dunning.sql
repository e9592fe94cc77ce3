-- A declined charge is tried again on days of its payer's calendar before anything is closed (decision 59).
create table dunning_case (
  agency_id uuid not null,
  charge_id uuid not null,
  root_id uuid not null,
  client_id uuid,
  -- The payer's local date of the first refusal: day 0.
  first_on date not null,
  -- Days that are over, of those on which it is tried.
  tries smallint not null default 0 check (tries between 0 and 4),
  -- The payer's local date of the next try; null after the last.
  next_on date,
  -- When the last try had failed: since then the payment counts as failed.
  over_at timestamptz,
  -- When it was paid, or the operator let it be.
  ended_at timestamptz,
  primary key (agency_id, charge_id),
  foreign key (agency_id, charge_id) references charge (agency_id, id),
  check ((next_on is null) = (over_at is not null or ended_at is not null))
);

-- What is declined already has failed already.
alter table charge no force row level security;
insert into dunning_case (agency_id, charge_id, root_id, client_id, first_on, tries, over_at)
select agency_id, id, root_id, client_id, coalesce(moved_at, created_at)::date, 4, coalesce(moved_at, created_at)
  from charge where status = 'declined' and balance_id is null;
alter table charge force row level security;

create index dunning_case_waiting on dunning_case (root_id, next_on) where next_on is not null;
select tenant_policies('dunning_case', 'select, insert, update');
