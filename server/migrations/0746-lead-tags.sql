-- Leads have tags (decision 232): on the lead as lists and files show them, and by name for filters and suggestions.

alter table lead add column tags text[] not null default '{}' check (cardinality(tags) <= 20);

create table lead_tag (
  agency_id uuid not null,
  tag text not null check (length(tag) between 1 and 40),
  lead_id uuid not null,
  root_id uuid not null,
  client_id uuid not null,
  primary key (agency_id, tag, lead_id)
);
create index lead_tag_of_client on lead_tag (agency_id, client_id, tag);
create index lead_tag_of_lead on lead_tag (agency_id, lead_id);
select tenant_policies('lead_tag', 'select, insert, delete');
