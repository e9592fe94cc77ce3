import { plainArray } from '#server/platform/database/plain-array.ts'
import type { Tx } from '#server/platform/database/tx.ts'

/** A line of an invoice. */
export interface LineOf {
  invoiceId: string
  line: number
}

/** The two legs of a lead's price: the client pays the agency, and the agency pays the operator. */
export type LeadLeg = 'retail' | 'wholesale'

/** A line that bills a lead in one leg. */
export interface AllocatedLead extends LineOf {
  leadId: string
  leg: LeadLeg
}

/** The lines that bill leads, on their clients' invoices and on the agency's own; none for a lead that is on no invoice yet. */
export async function readAllocatedLeads(
  tx: Tx,
  agencyId: string,
  leadIds: readonly string[],
): Promise<AllocatedLead[]> {
  const { rows } = await tx.query<AllocatedLead>(
    `select item_id as "leadId", case when client_id is null then 'wholesale' else 'retail' end as leg, invoice_id as "invoiceId", line
       from allocation where agency_id = $1 and item_id = any($2::uuid[])`,
    [agencyId, plainArray([...leadIds])],
  )
  return rows
}

export const isRetail = ({ leg }: AllocatedLead): boolean => leg === 'retail'
