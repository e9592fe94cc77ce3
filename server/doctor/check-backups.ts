import { resolve } from 'node:path'
import { isVerified, listBackups } from '#server/backup/backup-folder.ts'
import type { Config } from '#server/platform/config.ts'
import { ok, warning, type Finding } from './finding.ts'

const hour_ms = 3_600_000
/** A daily backup that is two hours late. */
const longestAge_ms = 26 * hour_ms

/** How old the last complete backup is. Says nothing of a server of the operator's own, which other tools back up. */
export async function checkBackups(
  config: Pick<Config, 'BACKUP_DIR' | 'DATABASE_URL' | 'production'>,
  now_ms: number,
): Promise<Finding[]> {
  if (config.DATABASE_URL || (!config.BACKUP_DIR && !config.production)) return []
  const advice = 'Run npm run backup daily, as docs/runbooks/backup.md says.'
  if (!config.BACKUP_DIR) return [warning('there are no backups: BACKUP_DIR is not set', advice)]
  const folder = resolve(config.BACKUP_DIR)
  const all = listBackups(folder)
  const last = all[0]
  if (!last) return [warning(`there is no backup in ${folder}`, advice)]
  const proof = all.find(({ file }) => isVerified(file))
  const age = (madeAt_ms: number): string => `${Math.max(0, Math.floor((now_ms - madeAt_ms) / hour_ms))} h`
  const findings = [
    now_ms - last.madeAt_ms > longestAge_ms
      ? warning(`the last backup is ${age(last.madeAt_ms)} old`, advice)
      : ok(`the last backup is ${age(last.madeAt_ms)} old`),
  ]
  if (proof) findings.push(ok(`the last backup that was restored on trial is ${age(proof.madeAt_ms)} old`))
  else
    findings.push(warning('no backup was ever restored on trial', 'Run npm run backup -- verify with the secret key.'))
  return findings
}
