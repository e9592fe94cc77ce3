-- What an agency pays its operator for each product and payment term (R221). Rows are only ever added and the newest
-- counts, so that it can be shown what was agreed when. A price that is null was never set: the operator's own row (without
-- an agency) stands in for it.
create table cost_setup (
  seq bigint generated always as identity primary key,
  root_id uuid not null,
  agency_id uuid,
  -- Clients' prices are their campaigns'; the column is what the tenant policies ask for.
  client_id uuid check (client_id is null),
  module text not null check (module in ('local', 'locator', 'enhance', 'b2b')),
  term text not null check (term in ('Weekly', 'Monthly', 'OneTime', 'Prepaid')),
  platform_fee_cents bigint check (platform_fee_cents between 0 and 10000000),
  cost_per_lead_e4 bigint check (cost_per_lead_e4 between 0 and 1000000000),
  cost_per_lead_advanced_e4 bigint check (cost_per_lead_advanced_e4 between 0 and 1000000000),
  min_cost_month_cents bigint check (min_cost_month_cents between 0 and 10000000),
  valid_from timestamptz not null,
  set_by uuid not null,
  check (module = 'local' or cost_per_lead_advanced_e4 is null)
);
create index on cost_setup (root_id, agency_id, module, term, seq desc);

create function keep_cost_setup() returns trigger language plpgsql as $$
begin
  raise exception '% is only ever added to', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger keep_cost_setup before update or delete or truncate on cost_setup
  for each statement execute function keep_cost_setup();

select tenant_policies('cost_setup', 'select, insert');

-- The term that a client's campaigns are priced by: the first that it may use, in the order of R221.
create function first_payment_term(terms text[]) returns text language sql immutable as $$
  select term from unnest('{Weekly,Monthly,OneTime,Prepaid}'::text[]) with ordinality known (term, place)
  where term = any(terms) order by place limit 1
$$;
