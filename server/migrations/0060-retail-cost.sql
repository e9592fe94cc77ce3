-- What an agency asks of its clients for each product and payment term: of one client, or (without a client) of all that
-- have no price of their own. Rows are only ever added and the newest counts, as in `cost_setup`.
create table retail_cost (
  agency_id uuid not null,
  seq bigint generated always as identity,
  root_id uuid not null,
  client_id uuid,
  module text not null check (module in ('local', 'locator', 'enhance', 'b2b')),
  term text not null check (term in ('Weekly', 'Monthly', 'OneTime', 'Prepaid')),
  platform_fee_cents bigint check (platform_fee_cents between 0 and 10000000),
  cost_per_lead_e4 bigint check (cost_per_lead_e4 between 0 and 1000000000),
  cost_per_lead_advanced_e4 bigint check (cost_per_lead_advanced_e4 between 0 and 1000000000),
  min_cost_month_cents bigint check (min_cost_month_cents between 0 and 10000000),
  valid_from timestamptz not null,
  set_by uuid not null,
  primary key (agency_id, seq),
  check (module = 'local' or cost_per_lead_advanced_e4 is null)
);
create index on retail_cost (agency_id, client_id, module, term, seq desc);
create trigger keep_retail_cost before update or delete or truncate on retail_cost
  for each statement execute function keep_cost_setup();
select tenant_policies('retail_cost', 'select, insert');

-- A campaign asks what its client's cost setup says, and follows it, until somebody sets a price on the campaign itself.
-- Those that exist keep theirs.
alter table campaign add column follows_retail_cost boolean not null default false;
