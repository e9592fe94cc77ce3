-- What visits and searches came to on each whole day of New York (OQ-55), by module and by where they ended: for each client,
-- each agency and, under its own id, the operator. A job adds a day up when it is over; today is added up when it is asked
-- for. So a report of a year reads some thousand rows, whatever the leads.
create table report_day (
  agency_id uuid not null,
  -- The operator, agency or client whose visits these are.
  of_id uuid not null,
  module text not null,
  day date not null,
  reason text not null,
  root_id uuid not null,
  -- Null in the rows of agencies and of the operator.
  client_id uuid,
  count bigint not null,
  -- Of reason `lead`: the leads' money.
  wholesale_e4 bigint not null,
  retail_e4 bigint not null,
  primary key (agency_id, of_id, day, module, reason)
);
select tenant_policies('report_day', 'select, insert, update');

-- The last day up to which `report_day` is complete for a root. Every agency reads it, so it has no tenant policy; it holds
-- a date.
create table report_day_watermark (
  root_id uuid primary key,
  kept_through date not null
);
grant select, insert, update on report_day_watermark to leadloom_app;
