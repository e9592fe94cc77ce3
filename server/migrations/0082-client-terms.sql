alter table company
  -- Of clients: their web site, with which their new campaigns begin.
  add column site_url text not null default '' check (length(site_url) <= 2000),
  -- Of clients: whether phone numbers of their leads reach them, on screens, in files and at destinations.
  add column shows_phone boolean not null default true;

-- What bounds a client's campaigns of a product, by payment term: of one client, or (with the agency as the company) of
-- all that have none of their own. Null: never set, 0: no bound.
create table retail_bound (
  agency_id uuid not null,
  company_id uuid not null references company (id),
  module text not null check (module in ('local', 'locator', 'enhance', 'b2b')),
  term text not null check (term in ('Weekly', 'Monthly', 'OneTime', 'Prepaid')),
  root_id uuid not null,
  client_id uuid,
  -- No campaign sells a lead above it.
  max_cost_per_lead_e4 bigint check (max_cost_per_lead_e4 between 0 and 100000000),
  -- The limit that new campaigns begin with, and their first and last day.
  limit_leads integer check (limit_leads between 0 and 1000000),
  limit_period text not null default 'day' check (limit_period in ('day', 'week', 'month', 'total')),
  limit_start date,
  limit_end date check (limit_end >= limit_start),
  primary key (agency_id, company_id, module, term),
  check (company_id = coalesce(client_id, agency_id))
);
select tenant_policies('retail_bound', 'select, insert, update');
