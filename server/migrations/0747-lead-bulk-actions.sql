-- What one action changed of many leads, so that it can be undone at once for a short time (decision 232).

create table lead_bulk_action (
  agency_id uuid not null,
  id uuid not null,
  root_id uuid not null,
  -- Of the company whose leads were listed.
  client_id uuid,
  by_id uuid not null,
  at timestamptz not null,
  kind text not null check (kind in ('status', 'assignee', 'tag')),
  -- What every lead got; null for no assignee.
  value text,
  -- The changed leads, and what each had before.
  lead_ids uuid[] not null check (cardinality(lead_ids) between 1 and 10000),
  old_values text[] not null,
  undone_at timestamptz,
  primary key (agency_id, id),
  check (cardinality(old_values) = cardinality(lead_ids))
);
create index lead_bulk_action_by_age on lead_bulk_action (root_id, at);
select tenant_policies('lead_bulk_action', 'select, insert, update, delete');
