import { e4FromCents } from '#contract/core/money.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { readOpenFees } from '../fees/gather-fees.ts'
import { sumUninvoicedEnrichments } from './gather-enrichments.ts'
import { sumUninvoicedLeads, type Gathering } from './gather-leads.ts'

/** What is booked of leads and lists until then, and of fees, and stands on no invoice yet, in 1/10,000 dollar. */
export async function sumUninvoiced(tx: Tx, of: Pick<Gathering, 'agencyId' | 'clientId' | 'until'>): Promise<number> {
  const fees = await readOpenFees(tx, of)
  const fees_e4 = fees.reduce((sum, { amount_cents }) => sum + e4FromCents(amount_cents), 0)
  return fees_e4 + (await sumUninvoicedLeads(tx, of)) + (await sumUninvoicedEnrichments(tx, of))
}
