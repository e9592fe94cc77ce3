-- What every area stands on: tenant policies, the shared clock, limits that hold across processes, keys and workers.

-- Gives a tenant table its second line of defense: row-level security that compares each row with the scope set by the
-- transaction. The program sets exactly one of the three settings; with none set, no row is visible.
create function tenant_policies(table_name regclass, grants text) returns void language plpgsql as $$
declare
  level text;
begin
  execute format('alter table %s enable row level security', table_name);
  execute format('alter table %s force row level security', table_name);
  foreach level in array array['root', 'agency', 'client'] loop
    execute format(
      'create policy %1$I on %2$s for all to leadloom_app
         using (%1$I = nullif(current_setting(%3$L, true), '''')::uuid)
         with check (%1$I = nullif(current_setting(%3$L, true), '''')::uuid)',
      level || '_id', table_name, 'app.' || level || '_id');
  end loop;
  execute format('grant %s on %s to leadloom_app', grants, table_name);
end $$;

grant usage on schema public to leadloom_app;

-- The demo's clock can be moved, and every process reads the same offset. Production leaves it at zero.
create table clock_offset (
  only_row boolean primary key default true check (only_row),
  offset_ms bigint not null
);
insert into clock_offset values (true, 0);
grant select, update on clock_offset to leadloom_app;

-- Calls counted in fixed windows. The key is a hash, so that no address or account name is stored.
create table rate_window (
  key bytea not null,
  window_start timestamptz not null,
  count integer not null check (count > 0),
  primary key (key, window_start)
);
grant select, insert, update, delete on rate_window to leadloom_app;

-- Calls that a company may run one at a time, in whichever process. The key is a hash.
create table running_call (
  key bytea primary key,
  holder text not null,
  -- Extended while the holder's process lives. After a crash the slot is free once this time has passed.
  held_until timestamptz not null
);
grant select, insert, update, delete on running_call to leadloom_app;

-- Sealed bodies that were already opened: a second body with the same id is a replay.
create table opened_seal (
  jti text primary key,
  opened_at timestamptz not null
);
create index on opened_seal (opened_at);
grant select, insert, delete on opened_seal to leadloom_app;

-- Keys that other parts derive or rotate. The private part is sealed with the master key.
create table server_key (
  kid text primary key,
  kind text not null check (kind in ('P-256', 'X25519')),
  public_jwk jsonb not null,
  private_sealed text not null,
  created_at timestamptz not null
);
grant select, insert, delete on server_key to leadloom_app;

-- Background jobs run on graphile-worker, whose own migrations make its schema. This table tells which of its workers are
-- alive, so that the jobs of a killed worker are retried within half a minute instead of hours.
create table worker_heartbeat (
  worker_id text primary key,
  beat_at timestamptz not null
);
