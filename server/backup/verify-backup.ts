import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runChecks } from '#server/doctor/run-checks.ts'
import type { Config } from '#server/platform/config.ts'
import { readMasterKey } from '#server/platform/master-key.ts'
import { proofOf } from './backup-folder.ts'
import { restoreBackup } from './restore-backup.ts'

/** What the doctor says about the data; the rest is about this machine and this moment. */
const partsOfData = new Set(['database', 'secrets', 'ledger', 'activity'])

/**
 * Restores a backup into a folder of its own, runs the doctor on it and removes it. Returns what is wrong; a whole backup
 * gets a mark beside it.
 */
export async function verifyBackup(config: Config, file: string, within = tmpdir()): Promise<string[]> {
  const folder = mkdtempSync(join(within, 'leadloom-verify-'))
  chmodSync(folder, 0o711)
  const DATA_DIR = join(folder, 'data')
  const pointer = join(DATA_DIR, 'postgres', 'postgres-is-at')
  const key = readMasterKey(config)
  const scratch: Config = { ...config, DATA_DIR, ...(key && { MASTER_KEY: key.toString('base64') }) }
  const problems: string[] = []
  try {
    await restoreBackup(scratch, file)
    await runChecks(scratch, (part, findings) => {
      if (!partsOfData.has(part)) return
      problems.push(...findings.flatMap(({ state, text }) => (state === 'failure' ? [`${part}: ${text}`] : [])))
    })
  } finally {
    if (existsSync(pointer)) rmSync(readFileSync(pointer, 'utf8').trim(), { recursive: true, force: true })
    rmSync(folder, { recursive: true, force: true })
  }
  if (problems.length === 0) writeFileSync(proofOf(file), '', { mode: 0o600 })
  return problems
}
