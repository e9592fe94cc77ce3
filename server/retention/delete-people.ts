import { readRoots } from '#server/areas/branding/read-roots.ts'
import { deletePeople, readKnownPeople } from '#server/areas/identity/deletions/delete-people.ts'
import { recordOptOut } from '#server/areas/identity/opt-out.ts'
import { findLeadsOfPeople } from '#server/areas/leads/read/find-leads-of-people.ts'
import { finishDeletion, readDeletion } from '#server/areas/privacy/deletion.ts'
import { requestPath } from '#server/areas/privacy/request-signs.ts'
import { deleteJobName } from '#server/areas/privacy/requests.ts'
import { withdrawPeople } from '#server/areas/privacy/withdraw-people.ts'
import { readAgencyIds } from '#server/areas/tenants/read-agency-ids.ts'
import { dateOf } from '#server/platform/clock.ts'
import { binaryHexes } from '#server/platform/database/binary-arrays.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Job } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'
import { erasePeopleAt } from './erase-people.ts'

/**
 * Carries out a request to delete: the person is opted out for ever, destinations are told, and whatever is held at any agency is erased; the
 * identity data come last, because they find the rest. A run that was interrupted starts over.
 */
export const deletePeopleJob: Job = {
  name: deleteJobName,
  async run(platform, input) {
    const task = requestPath.parse(input)
    const deletion = await readDeletion(platform, task)
    // It was carried out before, or its record is gone.
    if (deletion === null) return
    const owners = await readKnownPeople(platform.identityPool, deletion.hashes)
    const people = { ...owners, emails: [...new Set([...owners.emails, deletion.email])] }
    await recordOptOut(platform.identityPool, people.hashes, dateOf(platform.clock.now()))
    for (const rootId of await readRoots(platform)) {
      await withdrawPeople(platform, rootId, people.personIds)
      for (const agencyId of [...(await readAgencyIds(platform, rootId)), rootId])
        await erasePeopleAt(platform, { rootId, agencyId }, people)
      await takeOffRootList(platform, rootId, people.hashes)
    }
    await deletePeople(platform.identityPool, people.personIds)
    await assertNothingLeft(platform, people)
    await finishDeletion(platform, task)
  },
}

/** Asks again, as if a request had just come: done is what is found by nobody any more. Otherwise the job comes back. */
async function assertNothingLeft(
  platform: Platform,
  { hashes, personIds }: { hashes: readonly string[]; personIds: readonly number[] },
): Promise<void> {
  const rest = await readKnownPeople(platform.identityPool, hashes)
  if (rest.personIds.length > 0) throw new Error('a deleted person is still in the identity data')
  for (const rootId of await readRoots(platform))
    for (const agencyId of await readAgencyIds(platform, rootId)) {
      const leads = await inScope(
        platform.appPool,
        { kind: 'agency', rootId, agencyId },
        (tx) => findLeadsOfPeople(tx, agencyId, personIds),
        { readOnly: true },
      )
      if (leads.length > 0) throw new Error('a deleted person still has leads')
    }
}

/** The operator's own list of whom nobody gets: the opt-out says it now. */
const takeOffRootList = ({ appPool }: Platform, rootId: string, hashes: readonly string[]): Promise<unknown> =>
  inScope(appPool, { kind: 'root', rootId }, (tx) =>
    tx.query('delete from root_exclusion where root_id = $1 and hash = any(array(select unnest($2::bytea[])))', [
      rootId,
      binaryHexes(hashes),
    ]),
  )
