import { rmSync } from 'node:fs'
import { z } from 'zod'
import { readRoots } from '#server/areas/branding/read-roots.ts'
import { finishMatches } from '../delete-act/finish-matches.ts'
import { addSuppressions, findSuppressed } from '#server/areas/identity/deletions/suppressions.ts'
import { openBackupPlace, type BackupPlace } from '#server/platform/backup-place.ts'
import { inTransaction } from '#server/platform/database/in-transaction.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { addJob, type Job } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'
import { StartProblem } from '#server/platform/start-problem.ts'
import { suppressionsFileOf, suppressionsName } from '#server/platform/suppressions-file.ts'
import { withdrawPeople } from '../withdraw-people.ts'
import { readKeptSuppressions } from './keep-suppressions.ts'

const peopleAtOnce = 1_000

/**
 * Applies the opt-outs and deletions that are kept beside backups, before the program serves: after a restore the database does
 * not know the latest. Throws `StartProblem` if they cannot be read, because people would be identified who must not be.
 */
export async function applySuppressions(platform: Platform): Promise<void> {
  const { BACKUP_DIR, DATA_DIR } = platform.config
  // A restore puts a copy into the data folder.
  for (const place of [DATA_DIR, ...(BACKUP_DIR ? [BACKUP_DIR] : [])])
    await apply(platform, openBackupPlace({ ...platform.config, BACKUP_DIR: place }))
  rmSync(suppressionsFileOf(DATA_DIR), { force: true })
}

async function apply(platform: Platform, place: BackupPlace): Promise<void> {
  const list = await readOrRefuse(platform, place)
  if (list === null) return
  const first_ms = await inTransaction(platform.identityPool, (client) => addSuppressions(client, list))
  if (first_ms === null) return
  platform.log.warn('opt-outs were applied that the database did not know: it was restored from a backup')
  await inScope(platform.appPool, { kind: 'none' }, (tx) =>
    addJob(tx, carryOutSuppressionsJob.name, { since_ms: first_ms } satisfies z.output<typeof payload>),
  )
}

async function readOrRefuse({ secrets }: Platform, place: BackupPlace): ReturnType<typeof readKeptSuppressions> {
  try {
    return await readKeptSuppressions(secrets, place)
  } catch (cause) {
    throw new StartProblem(
      `The opt-outs in ${place.pathOf(suppressionsName)} cannot be read (${(cause as Error).message}), so people could be identified who opted out: set MASTER_KEY to the key that sealed them, or move the file away if it is of another installation. A store has to answer while the program starts.`,
      { cause },
    )
  }
}

const payload = z.strictObject({ since_ms: z.number() })

/** Has destinations delete and browsers forget the people of applied opt-outs, and deletes those who asked California for it. */
export const carryOutSuppressionsJob: Job = {
  name: 'carry-out-suppressions',
  async run(platform, input) {
    const people = await findSuppressed(platform.identityPool, payload.parse(input).since_ms)
    for (const rootId of await readRoots(platform))
      for (let at = 0; at < people.length; at += peopleAtOnce)
        await withdrawPeople(platform, rootId, people.slice(at, at + peopleAtOnce))
    await finishMatches(platform)
  },
}
