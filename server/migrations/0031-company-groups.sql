-- An agency's own ordering of its clients: each lies in one group or in none (D2 §3, Company group).
create table company_group (
  id uuid primary key,
  company_id uuid not null references company (id),
  root_id uuid not null,
  agency_id uuid,
  client_id uuid,
  name text not null check (length(name) between 1 and 255),
  created_at timestamptz not null,
  unique (company_id, name)
);
select tenant_policies('company_group', 'select, insert, update, delete');

alter table company add column company_group_id uuid references company_group (id) on delete set null;
create index company_of_group on company (company_group_id) where company_group_id is not null;
