import type { Tx } from '#server/platform/database/tx.ts'
import type { ChargeRow } from './charge-states.ts'
import { lockOwed, readUndemanded } from './quote-billing.ts'
import { sumBilledShares } from './shares/withheld-shares.ts'

/** The transfers of what a client's invoice costs its agency: leads, lists, and fees. */
export const costKinds = `('lead_wholesale', 'enrichment_wholesale', 'platform_fee_wholesale', 'lead_minimum_wholesale')`

/**
 * What of a client's payment goes to the operator, in cents: what the leads, lists and fees on its invoice cost the agency, as far as that
 * is still owed, is in no other charge, and was not billed by a later charge of the agency (decision 102). An agency's own
 * charge belongs entirely to the operator and has no share.
 */
export async function shareOf(tx: Tx, charge: ChargeRow): Promise<number> {
  const { agency_id: agencyId, root_id: rootId } = charge
  if (charge.client_id === null) return 0
  // Serialized, so that two payments of one agency can't pay the same debt.
  await lockOwed(tx, agencyId)
  const { rows } = await tx.query<{ wholesale_cents: number }>(
    `select coalesce(sum(cost.amount_e4), 0)::bigint / 100 as wholesale_cents
       from allocation sale
       join ledger_transfer cost on cost.agency_id = $1 and cost.reference_id = sale.item_id and cost.kind in ${costKinds}
      where sale.agency_id = $1 and sale.invoice_id = $2`,
    [agencyId, charge.id],
  )
  const owed_cents = await readUndemanded(tx, { agencyId, rootId })
  const billed_cents = await sumBilledShares(tx, agencyId, charge.id)
  return Math.max(Math.min(rows[0]!.wholesale_cents - billed_cents, owed_cents, charge.amount_cents), 0)
}
