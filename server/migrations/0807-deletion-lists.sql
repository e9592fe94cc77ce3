-- The lists of California's Delete Act (decision 272), in the database of identity data. Rows stay for ever: whoever is on a list and comes
-- back with new data is deleted again in the next cycle.
create table deletion_request (
  -- The platform's id: case-sensitive, unique over all lists.
  id text collate "C" primary key,
  list text not null check (list in ('Email', 'Phone')),
  -- SHA-256 of the standardized address or number, as the platform makes it.
  hash bytea not null check (length(hash) = 32),
  cycle_id uuid not null,
  -- What is answered: 3 deleted, 4 opted out, because several people share the number, 5 not found.
  status smallint check (status in (3, 4, 5))
);
create index deletion_request_of_cycle on deletion_request (cycle_id, list);

-- People who are being deleted: what is left of a cycle after a crash.
create table deletion_match (
  person_id bigint primary key references person (id) on delete cascade,
  status smallint not null check (status in (3, 4))
);

create table deletion_cycle (
  id uuid primary key,
  started_at timestamptz not null,
  -- The platform's names of the downloaded files, each of which is answered under its name.
  files text[] not null default '{}',
  finished_at timestamptz,
  rows_total integer not null default 0,
  rows_removed integer not null default 0,
  people_deleted integer not null default 0,
  people_opted_out integer not null default 0,
  -- People of whom only hashes of other kinds are known.
  people_unmatchable integer not null default 0
);
create index deletion_cycle_by_start on deletion_cycle (started_at desc);
grant select, insert, update, delete on deletion_request, deletion_match to leadloom_app;
grant select, insert, update on deletion_cycle to leadloom_app;
