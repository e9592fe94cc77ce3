import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import {
  readState,
  readSuppressions,
  suppressions,
  type Suppressions,
} from '#server/areas/identity/deletions/suppressions.ts'
import { sealedWith, type Secrets } from '#server/platform/crypto/secrets.ts'
import { machineTime } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import type { Job } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'
import { suppressionsFileOf } from '#server/platform/suppressions-file.ts'

const context = 'suppressions beside backups'

/** What a file of suppressions says; null if there is none. Throws if it cannot be opened. */
export function readSuppressionsFile(secrets: Pick<Secrets, 'open'>, file: string): Suppressions | null {
  const text = openText(secrets, file)
  return text === null ? null : suppressions.parse(JSON.parse(text))
}

const openText = (secrets: Pick<Secrets, 'open'>, file: string): string | null =>
  existsSync(file) ? secrets.open(readFileSync(file, 'utf8'), context) : null

/**
 * Keeps the list of opt-outs and deletions beside the backups: a start applies it, so that whoever opted out after a backup is
 * not identified once it is restored. Sealed with the master key, without which no restored installation runs.
 */
export const keepSuppressionsJob: Job = {
  name: 'keep-suppressions',
  everyMinutes: 5,
  run: keepSuppressions,
}

/** By file: what the database had, and when the file was last touched, so that a long list is not read for nothing. */
const keptStates = new Map<string, { state: string; touchedAt_ms: number }>()

export async function keepSuppressions({ config, secrets, identityPool, clock }: Platform): Promise<void> {
  if (!config.BACKUP_DIR) return
  const file = suppressionsFileOf(config.BACKUP_DIR)
  const state = `${secrets.keyId} ${await readState(identityPool)}`
  const last = keptStates.get(file)
  const isKept = last?.state === state && statSync(file, { throwIfNoEntry: false })?.mtimeMs === last.touchedAt_ms
  if (!isKept) await writeList({ secrets, identityPool }, file, newId(clock.now()))
  // The doctor sees by this that somebody looks.
  const now_s = Math.floor(machineTime(clock) / 1_000)
  utimesSync(file, now_s, now_s)
  keptStates.set(file, { state, touchedAt_ms: now_s * 1_000 })
}

async function writeList(
  { secrets, identityPool }: Pick<Platform, 'secrets' | 'identityPool'>,
  file: string,
  uniqueName: string,
): Promise<void> {
  const text = JSON.stringify(await readSuppressions(identityPool))
  if (openText(secrets, file) === text && readFileSync(file, 'utf8').startsWith(sealedWith(secrets))) return
  const making = `${file}.${uniqueName}`
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  try {
    writeFileSync(making, secrets.seal(text, context), { flag: 'wx', mode: 0o600, flush: true })
    renameSync(making, file)
  } finally {
    rmSync(making, { force: true })
  }
}
