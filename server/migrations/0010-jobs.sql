-- Background jobs run on graphile-worker, whose schema its own migrations make. This table tells which of its workers
-- live, so that the jobs of a killed one come back within half a minute instead of hours.
create table worker_heartbeat (
  worker_id text primary key,
  beat_at timestamptz not null
);
