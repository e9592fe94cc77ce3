import { dueAt_ms } from '#contract/privacy/choices.ts'
import type { HostOwner } from '#server/areas/branding/find-host.ts'
import { allHashesOf } from '#server/areas/identity/email-hashes.ts'
import { findOwners } from '#server/areas/identity/find-persons.ts'
import { recordOptOut } from '#server/areas/identity/opt-out.ts'
import { dateOf } from '#server/platform/clock.ts'
import { binaryHexes } from '#server/platform/database/binary-arrays.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { newId } from '#server/platform/ids.ts'
import { addJob, type Job } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'
import { newSigns, requestPath, scopeOf, type RequestPath } from './request-signs.ts'
import { keepSuppressionsJob } from './suppressions/keep-suppressions.ts'
import { withdrawPeople } from './withdraw-people.ts'

/**
 * Opts an email address (in its one form) out and returns the request's number. Nobody is identified by it from now on; a job
 * does the rest. The statements are the same whether or not anybody is known by the address, so neither the answer nor its time
 * tells. The hashes are recorded first: if the rest fails, the person asks again, and nothing is done twice.
 */
export async function optOut(platform: Platform, host: string, owner: HostOwner, email: string): Promise<string> {
  const { rootId } = owner
  const agencyId = owner.agencyId ?? rootId
  const now_ms = platform.clock.now()
  const hashes = allHashesOf(email)
  await recordOptOut(platform.identityPool, hashes, dateOf(now_ms))
  const requestId = newId(now_ms)
  const number = newSigns(10)
  await inScope(platform.appPool, scopeOf({ rootId, agencyId }), async (tx) => {
    await tx.query(
      `insert into privacy_request (agency_id, id, root_id, kind, number, host, hashes, received_at, due_at)
       values ($1, $2, $3, 'opt_out', $4, $5, $6, $7, $8)`,
      [
        agencyId,
        requestId,
        rootId,
        number,
        host,
        binaryHexes(hashes),
        dateOf(now_ms),
        dateOf(dueAt_ms('opt_out', now_ms)),
      ],
    )
    await addJob(tx, carryOutOptOutJob.name, { rootId, agencyId, requestId } satisfies RequestPath)
    if (platform.config.BACKUP_DIR) await addJob(tx, keepSuppressionsJob.name, {}, { queue: keepSuppressionsJob.name })
  })
  return number
}

/** Has every destination delete what it got about the people of an opt-out, at all agencies, and forgets their browsers. */
export const carryOutOptOutJob: Job = {
  name: 'carry-out-opt-out',
  async run(platform, input) {
    const task = requestPath.parse(input)
    const hashes = await readHashes(platform, task)
    // It was carried out before, or its record is gone.
    if (hashes === null) return
    const personIds = [...new Set((await findOwners(platform.identityPool, hashes)).values())]
    await withdrawPeople(platform, task.rootId, personIds)
    await inScope(platform.appPool, scopeOf(task), (tx) =>
      tx.query('update privacy_request set done_at = $3, hashes = null where agency_id = $1 and id = $2', [
        task.agencyId,
        task.requestId,
        dateOf(platform.clock.now()),
      ]),
    )
  },
}

/** The hashes (hex) of an open request; null otherwise. */
async function readHashes({ appPool }: Platform, task: RequestPath): Promise<string[] | null> {
  const { rows } = await inScope(
    appPool,
    scopeOf(task),
    (tx) =>
      tx.query<{ hash: string }>(
        `select encode(hash, 'hex') as hash from privacy_request, unnest(hashes) as hash
          where agency_id = $1 and id = $2 and done_at is null`,
        [task.agencyId, task.requestId],
      ),
    { readOnly: true },
  )
  return rows.length === 0 ? null : rows.map(({ hash }) => hash)
}
