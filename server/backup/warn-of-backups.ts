import { existsSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readRoots } from '#server/areas/branding/read-roots.ts'
import { mailBackupWarning } from '#server/areas/mails/backup-warning.ts'
import { readCompanyReceivers } from '#server/areas/tenants/read-addresses.ts'
import { openBackupPlace } from '#server/platform/backup-place.ts'
import { machineTime } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Job } from '#server/platform/jobs.ts'
import { areBackupsTooOld, readLastBackups } from './last-backups.ts'

const betweenWarnings_ms = 24 * 3_600_000

/** Tells the operator once a day while the daily backups fail. */
export const warnOfBackupsJob: Job = {
  name: 'warn-of-backups',
  everyMinutes: 60,
  async run(platform) {
    const { config, clock } = platform
    if (!config.BACKUP_AT || !config.BACKUP_DIR || !config.BACKUP_KEY) return
    const mark = join(config.DATA_DIR, 'backup-warning')
    const now_ms = machineTime(clock)
    const last = await readLastBackups(openBackupPlace({ ...config, BACKUP_DIR: config.BACKUP_DIR }))
    // The first one may still be on its way.
    if (last.made_ms === null && !existsSync(mark)) return note(mark, now_ms)
    if (!areBackupsTooOld(config, last, now_ms)) return rmSync(mark, { force: true })
    const lastWarning = statSync(mark, { throwIfNoEntry: false })
    if (lastWarning && now_ms - lastWarning.mtimeMs < betweenWarnings_ms) return
    for (const rootId of await readRoots(platform))
      await inScope(platform.appPool, { kind: 'root', rootId }, async (tx) => {
        for (const receiver of await readCompanyReceivers(tx, rootId))
          await mailBackupWarning(tx, platform, { rootId, agencyId: null, ...receiver }, last)
      })
    note(mark, now_ms)
  },
}

function note(mark: string, now_ms: number): void {
  writeFileSync(mark, '')
  utimesSync(mark, now_ms / 1_000, now_ms / 1_000)
}
