import { plainArray } from '#server/platform/database/plain-array.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { RefundedLines } from './refunded-lines.ts'
import { readRoom } from './share-room.ts'

// A refund of a client's payment returns the operator's share in proportion to its amount, whatever the refunded leads cost the agency.
// What came back this way and what credits of the invoice's leads return never exceed together what the invoice cost (decisions 213, 214).

/** What of a client's invoice's cost to its agency can still come back, in 1/10,000 dollar. Its leads draw on it together. */
interface Cost {
  left_e4: number
}

/** By lead, what is left of its client's invoice's cost; only for invoices of whose payment a refund returns a share. */
export async function readCostsLeft(
  tx: Tx,
  agencyId: string,
  { linesOf, leads }: { linesOf: RefundedLines; leads: readonly { leadId: string }[] },
): Promise<ReadonlyMap<string, Cost>> {
  const onRefunded = leads.flatMap(({ leadId }) => (linesOf(leadId, 'retail').length > 0 ? [leadId] : []))
  if (onRefunded.length === 0) return new Map()
  const sales = await readSales(tx, agencyId, onRefunded)
  const chargeIds = [...new Set(sales.map(({ chargeId }) => chargeId))]
  const left = new Map<string, Cost>()
  for (const [id, left_e4] of await readRoom(tx, agencyId, chargeIds, 'expected')) left.set(id, { left_e4 })
  return new Map(
    sales.flatMap(({ leadId, chargeId }) => {
      const cost = left.get(chargeId)
      return cost ? [[leadId, cost] as const] : []
    }),
  )
}

/** The invoices that leads were sold on. One that asks again for a reversed credit doesn't contain the lead's cost. */
async function readSales(
  tx: Tx,
  agencyId: string,
  leadIds: readonly string[],
): Promise<{ leadId: string; chargeId: string }[]> {
  const { rows } = await tx.query<{ leadId: string; chargeId: string }>(
    `select t.reference_id as "leadId", i.invoice_id as "chargeId"
       from ledger_transfer t join invoice_transfer i on i.agency_id = $1 and i.transfer_id = t.id
      where t.agency_id = $1 and t.kind = 'lead_retail' and t.reference_id = any($2::uuid[])`,
    [agencyId, plainArray(leadIds)],
  )
  return rows
}
