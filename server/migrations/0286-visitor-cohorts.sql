-- When a browser was first and last seen on a client's site, by weeks of New York that begin on Monday. Visits are kept for 90
-- days, their browsers' first week for as long as they keep coming.
create table visitor_first (
  agency_id uuid not null,
  client_id uuid not null,
  visitor_id uuid not null,
  root_id uuid not null,
  first_week date not null,
  last_week date not null,
  primary key (agency_id, client_id, visitor_id)
);
create index visitor_first_by_age on visitor_first (root_id, last_week);
select tenant_policies('visitor_first', 'select, insert, update, delete');

-- How many of the browsers that first came in a week came so many weeks after, and the leads that they became then: for each
-- client, and for its agency under its own id.
create table cohort_week (
  agency_id uuid not null,
  of_id uuid not null,
  first_week date not null,
  weeks_after smallint not null,
  root_id uuid not null,
  -- Null in the rows of agencies.
  client_id uuid,
  visitors bigint not null,
  leads bigint not null,
  primary key (agency_id, of_id, first_week, weeks_after)
);
select tenant_policies('cohort_week', 'select, insert, update');

-- The last day up to which both are complete.
create table cohort_watermark (
  agency_id uuid primary key,
  root_id uuid not null,
  client_id uuid check (client_id is null),
  kept_through date not null
);
select tenant_policies('cohort_watermark', 'select, insert, update');
