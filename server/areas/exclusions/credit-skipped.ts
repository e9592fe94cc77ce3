import { z } from 'zod'
import { id } from '#contract/core/ids.ts'
import { creditTaxes } from '#server/areas/billing/taxes/credit-taxes.ts'
import { findRefunded } from '#server/areas/billing/refunds/find-refunded.ts'
import { skippedJobName } from '#server/areas/billing/refunds/refunds.ts'
import { creditSkipped } from '#server/areas/leads/credit-skipped.ts'
import { removeCredited } from '#server/areas/leads/skipped-credits.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Job } from '#server/platform/jobs.ts'
import { scopeOfList } from './exclusion-list.ts'

const request = z.object({ rootId: id, agencyId: id })

/**
 * After a failed refund of a client's invoice, credits the leads that were excluded in time but skipped because of the refund
 * (decision 127). Uses its own transaction, since crediting locks the charges of all their invoices in one order.
 */
export const creditSkippedJob: Job = {
  name: skippedJobName,
  async run(platform, payload) {
    const book = request.parse(payload)
    const { rootId, agencyId } = book
    const changeIds = await inScope(platform.appPool, { kind: 'agency', ...book }, async (tx) => {
      const now_ms = platform.clock.now()
      const changeIds = await creditSkipped(tx, book, now_ms, (leads) => findRefunded(tx, agencyId, leads))
      for (const changeId of changeIds) await creditTaxes(tx, book, now_ms, { changeId })
      return changeIds
    })
    // Locks the change before what it skipped, like an undo does. The operator's list belongs to no agency.
    for (const changeId of changeIds)
      for (const listsAgencyId of [agencyId, rootId])
        await inScope(platform.appPool, scopeOfList({ rootId, agencyId: listsAgencyId }), async (tx) => {
          if (await countCredited(tx, listsAgencyId, changeId)) await removeCredited(tx, agencyId, changeId)
        })
  },
}

/** Recounts what the change credited. False if it belongs to another agency. */
export async function countCredited(tx: Tx, agencyId: string, changeId: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update exclusion_change set credited_leads = given.leads, credited_retail_e4 = given.retail_e4,
            credited_wholesale_e4 = given.wholesale_e4
       from (select count(*)::int as leads, coalesce(sum(retail_e4), 0) as retail_e4,
                    coalesce(sum(wholesale_e4), 0) as wholesale_e4
               from lead_credit where change_id = $2 and (agency_id = $1 or root_id = $1)) given
      where agency_id = $1 and id = $2 and undone_at is null`,
    [agencyId, changeId],
  )
  return rowCount === 1
}
