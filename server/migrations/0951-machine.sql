-- What processes tell of themselves to the operator's page and the metrics. None of it is about a tenant or a person.

-- Running processes: each renews its row.
create table running_process (
  process_id uuid primary key,
  machine text not null,
  version text not null,
  roles text not null,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  is_stopping boolean not null default false
);

-- Free space of each machine's disk by hour: it tells the day on which the disk is full.
create table disk_reading (
  machine text not null,
  read_at timestamptz not null,
  free_bytes bigint not null,
  primary key (machine, read_at)
);

-- The certificate of each host as its visitors see it.
create table host_certificate (
  host text primary key,
  -- Null if none was seen.
  expires_at timestamptz,
  problem text not null default '' check (problem in ('', 'unreachable', 'untrusted', 'private_address')),
  checked_at timestamptz not null
);

-- While a row exists, nothing is written but sessions.
create table read_only_mode (
  only_one boolean primary key default true check (only_one),
  since timestamptz not null,
  reason text not null check (length(reason) <= 200)
);
grant select on running_process, disk_reading, host_certificate, read_only_mode to leadloom_app;
