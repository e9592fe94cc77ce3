import { Readable } from 'node:stream'
import { text as textOf } from 'node:stream/consumers'
import {
  readState,
  readSuppressions,
  suppressions,
  type Suppressions,
} from '#server/areas/identity/deletions/suppressions.ts'
import { openBackupPlace, writtenAt, type BackupPlace } from '#server/platform/backup-place.ts'
import { sealedWith, type Secrets } from '#server/platform/crypto/secrets.ts'
import { machineTime } from '#server/platform/clock.ts'
import type { Job } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'
import { suppressionsName } from '#server/platform/suppressions-file.ts'

const context = 'suppressions beside backups'

/** What the list in a place says; null if there is none. Throws if it cannot be opened. */
export async function readKeptSuppressions(
  secrets: Pick<Secrets, 'open'>,
  place: BackupPlace,
): Promise<Suppressions | null> {
  const sealedText = await readSealed(place)
  return sealedText === null ? null : suppressions.parse(JSON.parse(secrets.open(sealedText, context)))
}

const readSealed = async (place: BackupPlace): Promise<string | null> =>
  (await place.sizeOf(suppressionsName)) === null ? null : textOf(place.open(suppressionsName))

/**
 * Keeps the list of opt-outs and deletions beside the backups: a start applies it, so that whoever opted out after a backup is
 * not identified once it is restored. Sealed with the master key, without which no restored installation runs.
 */
export const keepSuppressionsJob: Job = {
  name: 'keep-suppressions',
  everyMinutes: 5,
  run: keepSuppressions,
}

/** By place: what the database had, and when the list was last touched, so that a long one is not read for nothing. */
const keptStates = new Map<string, { state: string; touchedAt_ms: number }>()

export async function keepSuppressions({ config, secrets, identityPool, clock }: Platform): Promise<void> {
  const { BACKUP_DIR } = config
  if (!BACKUP_DIR) return
  const place = openBackupPlace({ ...config, BACKUP_DIR })
  const state = `${secrets.keyId} ${await readState(identityPool)}`
  const last = keptStates.get(place.name)
  const isKept = last?.state === state && (await writtenAt(place, suppressionsName)) === last.touchedAt_ms
  if (!isKept) await writeList({ secrets, identityPool }, place)
  // The doctor sees by this that somebody looks.
  keptStates.set(place.name, { state, touchedAt_ms: await place.touch(suppressionsName, machineTime(clock)) })
}

async function writeList(
  { secrets, identityPool }: Pick<Platform, 'secrets' | 'identityPool'>,
  place: BackupPlace,
): Promise<void> {
  const list = JSON.stringify(await readSuppressions(identityPool))
  const sealedText = await readSealed(place)
  if (sealedText !== null && secrets.open(sealedText, context) === list && sealedText.startsWith(sealedWith(secrets)))
    return
  await place.store(suppressionsName, Readable.from([Buffer.from(secrets.seal(list, context))]))
}
