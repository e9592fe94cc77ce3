import { hostname } from 'node:os'
import { machineTime } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { programVersion } from '#server/platform/program-version.ts'
import { readDiskSpace } from '#server/platform/read-disk-space.ts'

const beatEvery_ms = 20_000
const hour_ms = 3_600_000

export interface Heartbeat {
  /** Says that the process is stopping. */
  sayStopping(): Promise<void>
  /** Removes the process from the list. */
  end(): Promise<void>
}

/**
 * Keeps this process in the list of running ones, and once an hour notes how much space its disk has. By the database's
 * clock, as all processes have to agree. What is old is removed on the way.
 */
export async function startHeartbeat(platform: Platform): Promise<Heartbeat> {
  const processId = newId(machineTime(platform.clock))
  let isStopping = false
  let notedHour = -1
  const beat = async (): Promise<void> => {
    await platform.ownerPool.query(
      `with old as (delete from running_process where seen_at < clock_timestamp() - interval '10 minutes')
       insert into running_process (process_id, machine, version, roles, started_at, seen_at, is_stopping)
       values ($1, $2, $3, $4, clock_timestamp(), clock_timestamp(), $5)
       on conflict (process_id) do update set seen_at = excluded.seen_at, is_stopping = excluded.is_stopping`,
      [processId, hostname(), programVersion, platform.config.ROLES.join(','), isStopping],
    )
    const hour = Math.floor(machineTime(platform.clock) / hour_ms)
    if (hour === notedHour) return
    await noteDisk(platform)
    notedHour = hour
  }
  const tryBeat = (): Promise<void> =>
    beat().catch((error: unknown) => platform.log.warn({ err: error }, 'this process could not say that it runs'))
  await tryBeat()
  const timer = setInterval(() => void tryBeat(), beatEvery_ms)
  return {
    sayStopping() {
      isStopping = true
      return tryBeat()
    },
    async end() {
      clearInterval(timer)
      // The database may be what is away.
      await platform.ownerPool.query('delete from running_process where process_id = $1', [processId]).catch(() => {})
    },
  }
}

async function noteDisk({ config, ownerPool }: Platform): Promise<void> {
  const disk = await readDiskSpace(config)
  if (!disk) return
  await ownerPool.query(
    `with old as (delete from disk_reading where read_at < clock_timestamp() - interval '8 days')
     insert into disk_reading (machine, read_at, free_bytes) values ($1, date_trunc('hour', clock_timestamp()), $2)
     on conflict do nothing`,
    [hostname(), disk.free_bytes],
  )
}
