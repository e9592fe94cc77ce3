-- Whether the tables are spread over a cluster: written by `npm run db:distribute`, read by each later migration, whose tables
-- are spread by the same rules.
create table distribution (
  only_row boolean primary key default true check (only_row),
  shards integer not null,
  distributed_at timestamptz not null
);
grant select on distribution to leadloom_app;
