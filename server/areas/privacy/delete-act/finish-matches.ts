import { readRoots } from '#server/areas/branding/read-roots.ts'
import {
  finishPeople,
  optOutPeople,
  readLastCycle,
  readMatches,
} from '#server/areas/identity/deletions/deletion-lists.ts'
import { dateOf } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/database/in-transaction.ts'
import type { Platform } from '#server/platform/platform.ts'
import { withdrawPeople } from '../withdraw-people.ts'

const peopleAtOnce = 1_000

/** Deletes who was found, batch by batch, and counts them in the last cycle. */
export async function finishMatches(platform: Platform): Promise<void> {
  const { identityPool, clock } = platform
  const cycle = await readLastCycle(identityPool)
  if (cycle === null) return
  const roots = await readRoots(platform)
  for (;;) {
    const people = (await readMatches(identityPool, peopleAtOnce)).map(({ id }) => id)
    if (people.length === 0) return
    await optOutPeople(identityPool, people, dateOf(clock.now()))
    for (const rootId of roots) await withdrawPeople(platform, rootId, people)
    await inTransaction(identityPool, (client) => finishPeople(client, cycle.id, people))
  }
}
