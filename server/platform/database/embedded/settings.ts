import { availableParallelism } from 'node:os'

/** `normal` keeps acknowledged commits through any crash; `test` trades that for speed, never for real data. */
export type Profile = 'normal' | 'test'

export type Settings = Readonly<Record<string, string | number>>

const always: Settings = {
  // No TCP: the bundled OpenSSL is old, and the socket's folder admits only the program's own user.
  listen_addresses: '',
  unix_socket_permissions: '0700',
  cluster_name: 'leadloom',
  timezone: 'UTC',
  log_timezone: 'UTC',
  jit: 'off',
  random_page_cost: 1.1,
  // Statements of a killed program, and their locks, end soon after it does.
  client_connection_check_interval: '5s',
  // Statements and error details contain personal data, so neither is logged.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  log_autovacuum_min_duration: -1,
}

/**
 * After a crash PostgreSQL first syncs all its files to disk: one call for the whole file system takes half a second,
 * where one for each of 1,500 files took three to eight. Only Linux has that call.
 */
const quickRecovery: Settings = process.platform === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {}

const profiles: Record<Profile, () => Settings> = {
  normal: () => ({
    ...quickRecovery,
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    max_connections: 100,
    shared_buffers: '256MB',
    effective_cache_size: '1GB',
    work_mem: '16MB',
    maintenance_work_mem: '128MB',
    wal_buffers: '16MB',
    wal_compression: 'on',
    max_wal_size: '2GB',
    min_wal_size: '256MB',
    checkpoint_timeout: '15min',
    // With two cores, a parallel plan would only take the core that serves the other callers.
    max_parallel_workers_per_gather: availableParallelism() >= 4 ? 2 : 0,
  }),
  test: () => ({
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: 200,
    shared_buffers: '64MB',
    max_wal_size: '1GB',
    file_copy_method: 'clone',
    max_parallel_workers_per_gather: 0,
    autovacuum: 'off',
  }),
}

/** The server's settings as command-line arguments; `own` overrides the profile. */
export function settingArguments(profile: Profile, settings: Settings): string[] {
  const all = { ...always, ...profiles[profile](), ...settings }
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
