-- How often people of a company came to a client's sites or searched for what its campaigns look for, by day (decision 87):
-- known by the range of their address, or by where they work. Companies are named by their domain; nobody is named.
create table company_day (
  agency_id uuid not null,
  client_id uuid not null,
  company text not null check (length(company) between 1 and 253),
  -- In America/New_York, as all reports.
  day date not null,
  root_id uuid not null,
  visits integer not null default 0,
  searches integer not null default 0,
  primary key (agency_id, client_id, company, day)
);
create index company_day_of_client on company_day (agency_id, client_id, day) include (company, visits, searches, root_id);
create index company_day_by_age on company_day (root_id, day);
select tenant_policies('company_day', 'select, insert, update, delete');
