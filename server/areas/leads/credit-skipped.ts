import type { Book } from '#server/areas/ledger/book.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { insertCredits, type FindAlreadyReturned } from './credit-leads.ts'
import type { Credit } from './post-credits.ts'

interface Skipped extends Omit<Credit, 'id'> {
  changeId: string
  isByOperator: boolean
}

/**
 * Credits leads that were skipped because of a refund that then failed, each for the first change that skipped it. Returns the
 * affected changes, which stay locked against an undo until the transaction ends.
 */
export async function creditSkipped(
  tx: Tx,
  book: Book,
  now_ms: number,
  findGivenBack: FindAlreadyReturned,
): Promise<string[]> {
  const skippedLeads = await lockSkipped(tx, book)
  if (skippedLeads.length === 0) return []
  const givenBack = await findGivenBack(skippedLeads)
  const leadsDue = skippedLeads.filter(({ leadId }) => !givenBack.retail.has(leadId))
  const changeIds = [...new Set(leadsDue.map(({ changeId }) => changeId))].toSorted()
  for (const changeId of changeIds) {
    const leads = leadsDue.filter((one) => one.changeId === changeId)
    const isByOperator = leads.some((one) => one.isByOperator)
    await insertCredits(tx, book, now_ms, { changeId, isByOperator, leads, isWholesaleBack: givenBack.wholesale })
  }
  return changeIds
}

/** In the order in which leads are credited. A removed company gets no credit. */
async function lockSkipped(tx: Tx, { agencyId }: Book): Promise<Skipped[]> {
  const { rows } = await tx.query<Skipped>(
    `select s.change_id as "changeId", s.lead_id as "leadId", s.client_id as "clientId", s.by_operator as "isByOperator",
            lead.retail_price_e4 as retail_e4, lead.wholesale_price_e4 as wholesale_e4
       from lead_credit_skipped s
       join lead on lead.agency_id = $1 and lead.id = s.lead_id
       join company client on client.id = s.client_id and client.removed_at is null
      where s.agency_id = $1
        and not exists (select from lead_credit k where k.agency_id = $1 and k.lead_id = s.lead_id and k.reversed_at is null)
      order by s.lead_id, s.change_id for update of s`,
    [agencyId],
  )
  return [...new Map(rows.toReversed().map((row) => [row.leadId, row])).values()].toReversed()
}
