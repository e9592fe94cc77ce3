-- Leads are worked: each has a status of its agency's pipeline, and a history of notes and changes (decision 232).

-- On the lead itself, because lists are filtered by it: another table would be joined for every page. The default is stored
-- once, so that no row is rewritten.
alter table lead add column status text not null default 'new' check (status ~ '^[a-z][a-z0-9_]{0,39}$');
-- By client and by agency, in the order of the list, so that a page reads only its own rows.
create index lead_by_status on lead (agency_id, client_id, status, created_at desc, id desc);
create index lead_by_status_of_agency on lead (agency_id, status, created_at desc, id desc);

-- The agency's own statuses in order; null for the default pipeline.
alter table brand add column lead_pipeline jsonb;

-- What people did with a lead: notes and changes. Names are read with the entry, so that erasing a person erases them here.
create table lead_entry (
  agency_id uuid not null,
  id uuid not null,
  root_id uuid not null,
  client_id uuid not null,
  lead_id uuid not null,
  at timestamptz not null,
  kind text not null check (kind in ('status', 'note')),
  by_id uuid not null,
  -- Of a note; empty once it was removed or erased.
  note text not null default '' check (length(note) <= 2000),
  edited_at timestamptz,
  from_key text,
  to_key text,
  primary key (agency_id, id),
  check ((kind = 'status') = (from_key is not null and to_key is not null))
);
create index lead_entry_of_lead on lead_entry (agency_id, lead_id, at desc, id desc);
-- For erasing what a client wrote, in parts.
create index lead_entry_of_client on lead_entry (agency_id, client_id, id);
select tenant_policies('lead_entry', 'select, insert, update');
