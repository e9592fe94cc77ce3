-- How far the demo's history is made: one row for each agency of the demo world, none in production. After a crash the next
-- start continues from here.
create table demo_history (
  agency text primary key,
  began_at timestamptz not null,
  days integer not null,
  steps integer not null,
  steps_done integer not null default 0,
  finished_at timestamptz
);
grant select, insert, update on demo_history to leadloom_app;
