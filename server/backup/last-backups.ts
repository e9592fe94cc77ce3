import type { LastBackups } from '#server/areas/mails/backup-warning.ts'
import type { Config } from '#server/platform/config.ts'
import { listBackups, type BackupPlace } from '#server/platform/backup-place.ts'
import { opensBackups } from './encryption.ts'

const hour_ms = 3_600_000
/** A daily backup that is two hours late. */
export const longestAge_ms = 26 * hour_ms
/** A weekly trial that is a day late. */
export const longestUnproven_ms = 8 * 24 * hour_ms

export async function readLastBackups(place: BackupPlace): Promise<LastBackups> {
  const all = await listBackups(place)
  return {
    made_ms: all[0]?.madeAt_ms ?? null,
    proven_ms: all.find(({ isVerified }) => isVerified)?.madeAt_ms ?? null,
  }
}

/** What a process that takes backups itself can also prove, it is held to. */
export function areBackupsTooOld(
  { BACKUP_KEY }: Pick<Config, 'BACKUP_KEY'>,
  { made_ms, proven_ms }: LastBackups,
  now_ms: number,
): boolean {
  const isOld = (at_ms: number | null, longest_ms: number): boolean => at_ms === null || now_ms - at_ms > longest_ms
  return isOld(made_ms, longestAge_ms) || (opensBackups(BACKUP_KEY!) && isOld(proven_ms, longestUnproven_ms))
}
