-- Collectors that took hits a moment ago: they share the pixel's limits among them (decision 28).
create table collector_beat (
  id uuid primary key,
  seen_at timestamptz not null
);
grant select, insert, update, delete on collector_beat to leadloom_app;
