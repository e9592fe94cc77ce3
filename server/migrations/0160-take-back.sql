-- A person's wish to be forgotten, told to each destination that got them; kept as a receipt.
create table take_back (
  agency_id uuid not null,
  id uuid not null,
  root_id uuid not null,
  client_id uuid not null,
  campaign_id uuid not null,
  lead_id uuid not null,
  destination_id uuid not null,
  -- Whom it is about, sealed for this row; gone when it is done.
  person_sealed text,
  -- `manual`: cannot be told by the program and is listed for the client.
  status text not null check (status in ('waiting', 'done', 'manual')),
  cause text,
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  asked_at timestamptz not null,
  done_at timestamptz,
  primary key (agency_id, id)
);
create unique index take_back_of_lead on take_back (agency_id, lead_id, destination_id);
create index take_back_due on take_back (root_id, agency_id, next_attempt_at) where status = 'waiting';
create index take_back_manual on take_back (agency_id, id) where status = 'manual';
select tenant_policies('take_back', 'select, insert, update');

-- Nothing of a lead that was taken back is sent any more, by hand neither.
alter table delivery add column taken_back_at timestamptz;
