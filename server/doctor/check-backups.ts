import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { longestAge_ms, longestUnproven_ms, readLastBackups } from '#server/backup/last-backups.ts'
import type { Config } from '#server/platform/config.ts'
import { suppressionsFileOf } from '#server/platform/suppressions-file.ts'
import { ok, warning, type Finding } from './finding.ts'

const hour_ms = 3_600_000
/** Opt-outs are written every five minutes. */
const longestUnkept_ms = hour_ms

/** How old the last complete backup is. A server of the operator's own may be backed up by other tools. */
export async function checkBackups(
  config: Pick<Config, 'BACKUP_DIR' | 'DATABASE_URL' | 'production'>,
  now_ms: number,
): Promise<Finding[]> {
  if (!config.BACKUP_DIR && (config.DATABASE_URL || !config.production)) return []
  const advice = 'Set BACKUP_AT, or run npm run backup daily, as docs/runbooks/backup.md says.'
  if (!config.BACKUP_DIR) return [warning('there are no backups: BACKUP_DIR is not set', advice)]
  const folder = resolve(config.BACKUP_DIR)
  const { made_ms, proven_ms } = readLastBackups(folder)
  if (made_ms === null) return [warning(`there is no backup in ${folder}`, advice)]
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
  findings.push(checkSuppressions(folder, now_ms))
  return findings
}

function checkSuppressions(folder: string, now_ms: number): Finding {
  const list = statSync(suppressionsFileOf(folder), { throwIfNoEntry: false })
  if (list && now_ms - list.mtimeMs <= longestUnkept_ms) return ok('the latest opt-outs are beside the backups')
  return warning(
    'the latest opt-outs are not beside the backups: a restore would forget them',
    'Set BACKUP_DIR for the processes with the role work, too.',
  )
}
