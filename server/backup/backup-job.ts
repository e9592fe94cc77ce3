import { machineTime } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import type { Job } from '#server/platform/jobs.ts'
import { listBackups, openBackupPlace, type BackupPlaceSettings } from '#server/platform/backup-place.ts'
import { opensBackups } from './encryption.ts'
import { takeBackup } from './take-backup.ts'
import { verifyBackup } from './verify-backup.ts'

const day_ms = 24 * 3_600_000

/** The last moment at which a daily backup was due. */
export function lastDue_ms(timeOfDay: string, now_ms: number): number {
  const [hours, minutes] = timeOfDay.split(':').map(Number) as [number, number]
  const today_ms = now_ms - (now_ms % day_ms) + (hours * 60 + minutes) * 60_000
  return today_ms <= now_ms ? today_ms : today_ms - day_ms
}

/** Whether a backup is due: also after a time when no process ran. */
export async function isBackupDue(
  config: BackupPlaceSettings & Pick<Config, 'BACKUP_AT' | 'BACKUP_KEY'>,
  now_ms: number,
): Promise<boolean> {
  const { BACKUP_AT, BACKUP_DIR, BACKUP_KEY } = config
  if (!BACKUP_AT || !BACKUP_DIR || !BACKUP_KEY) return false
  const last = (await listBackups(openBackupPlace({ ...config, BACKUP_DIR })))[0]
  return !last || last.madeAt_ms < lastDue_ms(BACKUP_AT, now_ms)
}

/** Takes the daily backup, and restores it on trial if this process has the key for that. */
export const backupJob: Job = {
  name: 'back-up',
  everyMinutes: 15,
  async run({ config, clock, log }) {
    if (!(await isBackupDue(config, machineTime(clock)))) return
    const { file, bytes, isProvable } = await takeBackup(config)
    log.info({ file, bytes }, 'a backup was taken')
    if (!isProvable || !opensBackups(config.BACKUP_KEY!)) return
    const problems = await verifyBackup(config, file)
    if (problems.length > 0)
      throw new Error(`the backup was restored on trial and is not whole: ${problems.join('; ')}`)
  },
}
