-- Reports that an agency sends by mail at times of its own. They are the agency's affair: no client sees them, even where one
-- is what a report is about.
create table report_schedule (
  agency_id uuid not null,
  id uuid not null,
  root_id uuid not null,
  client_id uuid check (client_id is null),
  kind text not null,
  -- The client whom it is about; null for all.
  of_client_id uuid,
  module text,
  with_costs boolean not null,
  days text not null,
  format text not null check (format in ('csv', 'xlsx', 'pdf')),
  language text not null,
  every text not null check (every in ('day', 'week', 'month')),
  weekday smallint not null check (weekday between 1 and 7),
  monthday smallint not null check (monthday between 1 and 31),
  hour smallint not null check (hour between 0 and 23),
  recipients text[] not null,
  -- When it is sent next; null while it is paused.
  next_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (agency_id, id)
);
create index report_schedule_due on report_schedule (root_id, next_at) where next_at is not null;
select tenant_policies('report_schedule', 'select, insert, update, delete');

-- One sending of a schedule. Its slot is part of the key, so that nothing is sent twice for the same time.
create table report_run (
  agency_id uuid not null,
  schedule_id uuid not null,
  slot_at timestamptz not null,
  root_id uuid not null,
  client_id uuid check (client_id is null),
  start_date date not null,
  end_date date not null,
  status text not null check (status in ('queued', 'sent', 'partly', 'failed')),
  cause text,
  recipients text[] not null,
  -- Whom the mail server has taken it for, and whom it will not.
  sent_to text[] not null default '{}',
  refused text[] not null default '{}',
  primary key (agency_id, schedule_id, slot_at),
  foreign key (agency_id, schedule_id) references report_schedule (agency_id, id) on delete cascade
);
select tenant_policies('report_run', 'select, insert, update, delete');
