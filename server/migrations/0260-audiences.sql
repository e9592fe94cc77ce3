-- People by traits, behaviour and lists, which campaigns take or leave out. Who they are is found out whenever it is asked
-- (decision 77): nothing of it is kept.

create table audience (
  agency_id uuid not null,
  id uuid not null,
  root_id uuid not null,
  client_id uuid not null,
  name text not null check (length(name) between 1 and 100),
  -- As the contract says it (contract/audiences/definition.ts).
  definition jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (agency_id, id)
);
create unique index audience_name on audience (agency_id, client_id, lower(name));
create index audience_in_order on audience (agency_id, name, id) include (root_id, client_id);
create index audience_of_root on audience (root_id, name, id) include (agency_id, client_id);
select tenant_policies('audience', 'select, insert, update, delete');

-- Whoever is in one of the first may become a lead, and nobody who is in one of the others. Lists beside the states and ZIP
-- codes, which say the same of homes; an audience that one of them names is not removed.
alter table campaign
  add column include_audiences uuid[] not null default '{}',
  add column exclude_audiences uuid[] not null default '{}';
create index campaign_with_audiences on campaign (agency_id, client_id) include (root_id, include_audiences, exclude_audiences)
  where include_audiences <> '{}' or exclude_audiences <> '{}';
