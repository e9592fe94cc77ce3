import { z } from 'zod'
import { id } from '#contract/core/ids.ts'
import { creditTaxes, reverseTaxes } from '#server/areas/billing/taxes/credit-taxes.ts'
import { findRefunded } from '#server/areas/billing/refunds/find-refunded.ts'
import { creditWithheldJobName } from '#server/areas/billing/refunds/refunds.ts'
import { findOwners } from '#server/areas/identity/find-persons.ts'
import { queueTakeBack } from '#server/areas/integrations/take-back/queue-take-back.ts'
import { creditLeads, reverseCredits } from '#server/areas/leads/credit-leads.ts'
import { listAgencies } from '#server/areas/leads/list-agencies.ts'
import { findLeadsOfPeople } from '#server/areas/leads/read/find-leads-of-people.ts'
import { longestBatchWait_ms, waitForBatch } from '#server/areas/leads/wait-for-batch.ts'
import { dateOf } from '#server/platform/clock.ts'
import { inScope, retryConflicts } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { addJob, type Job } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'
import { addToList, hashesAddedBy, isCounted } from './entries.ts'
import { scopeOfList, type ExclusionList } from './exclusion-list.ts'
import { readGraceDays } from './rule.ts'

/** Large enough that commits weigh little beside rows, small enough to be seen as progress. */
const groupSize = 2_500
const day_ms = 24 * 3_600_000
const payload = z.strictObject({ rootId: id, agencyId: id, changeId: id })
type Payload = z.infer<typeof payload>

interface Upload extends ExclusionList {
  id: string
  total_rows: number
  rows_done: number
  created_at: Date
  done_at: Date | null
}

/**
 * Adds an upload's addresses to its list in groups, each in a transaction that also stores the progress, so that it resumes
 * after a crash. When it ends, no running batch uses the old list any more, and leads captured within the days of grace are
 * credited.
 */
export const importExclusionsJob: Job = {
  name: 'take-exclusions',
  async run(platform, input) {
    const task = payload.parse(input)
    const upload = await inScope(platform.appPool, scopeOfList(task), (tx) => readUpload(tx, task))
    // It was already finished, or the company was purged meanwhile.
    if (!upload || upload.done_at) return
    const graceDays = await inScope(platform.appPool, scopeOfList(upload), (tx) => readGraceDays(tx, upload.rootId))
    const people = new Set<number>()
    // People on the operator's list are also removed from all destinations that got their leads, however old.
    const addPeople = async (hashes: readonly string[]): Promise<void> => {
      if (graceDays === 0 && upload.level !== 'root') return
      for (const person of (await findOwners(platform.identityPool, hashes)).values()) people.add(person)
    }
    if (upload.rows_done > 0)
      await addPeople(
        await inScope(platform.appPool, scopeOfList(upload), (tx) => hashesAddedBy(tx, upload, upload.id)),
      )
    for (let rowsDone = upload.rows_done; rowsDone < upload.total_rows; rowsDone += groupSize)
      await addPeople(
        await inScope(platform.appPool, scopeOfList(upload), (tx) => processGroup(tx, upload, rowsDone + groupSize)),
      )
    await settle(platform, upload, { graceDays, personIds: [...people] })
  },
}

const readUpload = async (tx: Tx, { agencyId, changeId }: Payload): Promise<Upload | undefined> =>
  (
    await tx.query<Upload>(
      `select id, level, root_id as "rootId", agency_id as "agencyId", client_id as "clientId",
              campaign_id as "campaignId", list_id as "listId", total_rows, rows_done, created_at, done_at
         from exclusion_change where agency_id = $1 and id = $2 and kind = 'upload'`,
      [agencyId, changeId],
    )
  ).rows[0]

/** Returns the hashes (hex) that were not on the list. */
async function processGroup(tx: Tx, upload: Upload, upTo: number): Promise<string[]> {
  const { rows } = await tx.query<Record<'md5' | 'sha1' | 'sha256', string | null>>(
    `delete from exclusion_staged where agency_id = $1 and change_id = $2 and row <= $3
     returning encode(md5, 'hex') as md5, encode(sha1, 'hex') as sha1, encode(sha256, 'hex') as sha256`,
    [upload.agencyId, upload.id, upTo],
  )
  const hashes = rows.flatMap(({ md5, sha1, sha256 }) => [md5, sha1, sha256].filter((hash) => hash !== null))
  const entries = await addToList(tx, upload, { changeId: upload.id, at: upload.created_at, hashes })
  await tx.query(
    `update exclusion_change set rows_done = least($3, total_rows), addresses = addresses + $4
      where agency_id = $1 and id = $2`,
    [upload.agencyId, upload.id, upTo, entries.filter(isCounted).length],
  )
  return entries
}

/** Has the list apply to every later decision about the people that it added, and credits their latest leads. */
async function settle(
  platform: Platform,
  upload: Upload,
  { graceDays, personIds }: { graceDays: number; personIds: readonly number[] },
): Promise<void> {
  const rule = {
    changeId: upload.id,
    personIds,
    since: new Date(upload.created_at.getTime() - graceDays * day_ms),
    clientId: upload.clientId,
    campaignId: upload.campaignId,
    isByOperator: upload.level === 'root',
  }
  for (const agencyId of await agenciesOf(platform, upload)) {
    const book = { rootId: upload.rootId, agencyId }
    await inAgency(platform, book, async (tx) => {
      await waitForBatch(tx, agencyId)
      if (graceDays > 0) {
        await creditLeads(tx, book, platform.clock.now(), rule, (leads) => findRefunded(tx, agencyId, leads))
        await creditTaxes(tx, book, platform.clock.now(), { changeId: upload.id })
      }
      if (upload.level === 'root')
        await queueTakeBack(tx, platform, book, await findLeadsOfPeople(tx, agencyId, rule.personIds))
    })
  }
  await inScope(platform.appPool, scopeOfList(upload), (tx) => finish(tx, upload, platform.clock.now()))
}

/** The agencies to whose visits the list applies. */
const agenciesOf = async ({ appPool }: Platform, { level, rootId, agencyId }: Upload): Promise<string[]> =>
  level === 'root' ? listAgencies(appPool, rootId) : [agencyId]

const inAgency = (
  { appPool }: Platform,
  book: { rootId: string; agencyId: string },
  work: (tx: Tx) => Promise<void>,
): Promise<void> =>
  retryConflicts(() =>
    inScope(appPool, { kind: 'agency', ...book }, work, { statementTimeout_ms: longestBatchWait_ms }),
  )

/** Marks it as in effect and stores what it credited. */
const finish = (tx: Tx, upload: Upload, now_ms: number): Promise<unknown> =>
  tx.query(
    `update exclusion_change set done_at = $3, credited_leads = given.leads, credited_retail_e4 = given.retail_e4,
            credited_wholesale_e4 = given.wholesale_e4
       from (select count(*)::int as leads, coalesce(sum(retail_e4), 0) as retail_e4,
                    coalesce(sum(wholesale_e4), 0) as wholesale_e4
               from lead_credit where change_id = $2 and (agency_id = $1 or root_id = $1)) given
      where agency_id = $1 and id = $2 and done_at is null`,
    [upload.agencyId, upload.id, dateOf(now_ms)],
  )

/** Reverses the credits of an undone upload. */
export const reverseExclusionCreditsJob: Job = {
  name: 'reverse-exclusion-credits',
  async run(platform, input) {
    const task = payload.parse(input)
    const { rows } = await inScope(platform.appPool, scopeOfList(task), (tx) =>
      tx.query<{ agency_id: string }>(
        `select distinct agency_id from lead_credit
          where change_id = $2 and (agency_id = $1 or root_id = $1) and reversed_at is null order by agency_id`,
        [task.agencyId, task.changeId],
      ),
    )
    for (const { agency_id: agencyId } of rows) {
      const book = { rootId: task.rootId, agencyId }
      await inAgency(platform, book, async (tx) => {
        await reverseCredits(tx, book, platform.clock.now(), task.changeId)
        await reverseTaxes(tx, book, platform.clock.now(), task.changeId)
        // They leave room for what refunds had left out because of them.
        await addJob(tx, creditWithheldJobName, book)
      })
    }
  },
}
