import { longestAge_ms, longestUnproven_ms, readLastBackups } from '#server/backup/last-backups.ts'
import {
  openBackupPlace,
  writtenAt,
  type BackupPlace,
  type BackupPlaceSettings,
} from '#server/platform/backup-place.ts'
import type { Config } from '#server/platform/config.ts'
import { suppressionsName } from '#server/platform/suppressions-file.ts'
import { failure, ok, warning, type Finding } from './finding.ts'

const hour_ms = 3_600_000
/** Opt-outs are written every five minutes. */
const longestUnkept_ms = hour_ms
const advice = 'Set BACKUP_AT, or run npm run backup daily, as docs/runbooks/backup.md says.'

/** How old the last complete backup is. A server of the operator's own may be backed up by other tools. */
export async function checkBackups(
  config: BackupPlaceSettings & Pick<Config, 'DATABASE_URL' | 'production'>,
  now_ms: number,
): Promise<Finding[]> {
  if (!config.BACKUP_DIR && (config.DATABASE_URL || !config.production)) return []
  if (!config.BACKUP_DIR) return [warning('there are no backups: BACKUP_DIR is not set', advice)]
  const place = openBackupPlace({ ...config, BACKUP_DIR: config.BACKUP_DIR })
  try {
    return await checkPlace(place, now_ms)
  } catch (error) {
    const text = `${place.name} does not say which backups it has: ${(error as Error).message}`
    return [failure(text, 'Check BACKUP_DIR, its keys and whether the place is there.')]
  }
}

async function checkPlace(place: BackupPlace, now_ms: number): Promise<Finding[]> {
  const { made_ms, proven_ms } = await readLastBackups(place)
  if (made_ms === null) return [warning(`there is no backup in ${place.name}`, advice)]
  const age = (at_ms: number): string => `${Math.max(0, Math.floor((now_ms - at_ms) / hour_ms))} h`
  const findings = [
    now_ms - made_ms > longestAge_ms
      ? warning(`the last backup is ${age(made_ms)} old`, advice)
      : ok(`the last backup is ${age(made_ms)} old`),
  ]
  const trial = 'Run npm run backup -- verify with the secret key, weekly.'
  if (proven_ms === null) findings.push(warning('no backup was ever restored on trial', trial))
  else {
    const text = `the last backup that was restored on trial is ${age(proven_ms)} old`
    findings.push(now_ms - proven_ms > longestUnproven_ms ? warning(text, trial) : ok(text))
  }
  findings.push(await checkSuppressions(place, now_ms))
  return findings
}

async function checkSuppressions(place: BackupPlace, now_ms: number): Promise<Finding> {
  const written_ms = await writtenAt(place, suppressionsName)
  if (written_ms !== null && now_ms - written_ms <= longestUnkept_ms)
    return ok('the latest opt-outs are beside the backups')
  return warning(
    'the latest opt-outs are not beside the backups: a restore would forget them',
    'Set BACKUP_DIR for the processes with the role work, too.',
  )
}
