-- What is not told yet of refused sign-ins, kept in the row that each of them writes anyway: a refusal costs a known account
-- the one statement that it costs nobody's. A job tells the log, at most once in a while for each row.
alter table sign_in_failure
  add column refused_password integer not null default 0,
  add column refused_waiting integer not null default 0,
  add column refused_place integer not null default 0,
  add column refused_code integer not null default 0,
  -- The first that is not told; null while all are.
  add column refused_since timestamptz,
  -- Where the latest came from, and whether others came from elsewhere.
  add column refused_from text not null default '',
  add column refused_widely boolean not null default false,
  add column told_at timestamptz;
create index sign_in_refused on sign_in_failure (told_at) where refused_since is not null;
