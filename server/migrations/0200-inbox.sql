-- What an agency's people have said of the lines of their inbox. The lines themselves are read from what is wrong at the
-- moment; a row here is about one occurrence, so that a line comes back when it happens anew.
create table inbox_state (
  agency_id uuid not null,
  kind text not null,
  -- The destination, campaign, client or connection that the line is about.
  subject_id uuid not null,
  root_id uuid not null,
  -- The agency's affair: no client sees it.
  client_id uuid check (client_id is null),
  -- The occurrence that was put off or given to somebody.
  mark bigint not null,
  -- The occurrence that is done, and of new leads how many had been looked at; the one before it, so that it can be undone.
  done_mark bigint,
  done_before bigint,
  done_at timestamptz,
  -- The day on which it is shown again.
  snoozed_until date,
  assignee_id uuid,
  primary key (agency_id, kind, subject_id)
);
select tenant_policies('inbox_state', 'select, insert, update, delete');

-- Since when a destination is switched off, by hand or by its failures.
alter table destination add column paused_at timestamptz;
