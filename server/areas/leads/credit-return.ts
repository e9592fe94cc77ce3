import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { newId } from '#server/platform/ids.ts'
import { hasFault } from '#server/platform/planted-fault.ts'
import type { Book } from '#server/areas/ledger/book.ts'
import { lockBalances } from '#server/areas/prepaid/balances.ts'
import { returnToLots } from '#server/areas/prepaid/return-to-lots.ts'
import { postCredits, type Credit } from './post-credits.ts'
import { recordMismatch } from './returned-leads.ts'
import type { MatchKey } from './resolve/batch.ts'

export interface Returned {
  returnId: string
  leadId: string
  /** Whether it lowers the confidence of the match behind the lead. */
  isMismatch: boolean
  /** Whether the agency already got the wholesale price back with an invoice. */
  isWholesaleRefunded: boolean
}

interface ReturnedLead {
  clientId: string
  campaignId: string
  personId: number | null
  matchKey: MatchKey | null
  createdAt: Date
  retail_e4: number
  wholesale_e4: number
}

/**
 * Credits a lead's price to client and agency, the latter within its allowance, and returns prepaid money to its lots. Returns false and does
 * nothing if it was already credited or its client was removed.
 */
export async function creditReturn(tx: Tx, book: Book, now_ms: number, returned: Returned): Promise<boolean> {
  const lead = await readReturned(tx, book.agencyId, returned.leadId)
  if (!lead) return false
  // Lock balances before accounts, as charging leads does.
  const balances = await lockBalances(tx, book.agencyId, [book.agencyId, lead.campaignId])
  const credit = await insertCredit(tx, book, now_ms, returned, lead)
  if (!credit) return false
  const withWholesale = await postCredits(tx, book, now_ms, [credit])
  const costs = [
    { balanceId: book.agencyId, amount_e4: withWholesale.has(credit.id) ? credit.wholesale_e4 : 0 },
    { balanceId: lead.campaignId, amount_e4: lead.retail_e4 },
  ]
  for (const { balanceId, amount_e4 } of costs) {
    const balance = balances.find(({ id }) => id === balanceId)
    if (balance && amount_e4 > 0)
      await returnToLots(tx, book, now_ms, { id: returned.returnId, balance, paidAt: lead.createdAt, amount_e4 })
  }
  const { personId, matchKey: key, clientId } = lead
  if (returned.isMismatch && personId !== null && key !== null)
    await recordMismatch(tx, book, { personId, clientId, key })
  return true
}

async function readReturned(tx: Tx, agencyId: string, leadId: string): Promise<ReturnedLead | null> {
  const { rows } = await tx.query<ReturnedLead>(
    `select lead.client_id as "clientId", lead.campaign_id as "campaignId", lead.person_id as "personId",
            lead.match_key as "matchKey", lead.created_at as "createdAt", lead.retail_price_e4 as retail_e4,
            lead.wholesale_price_e4 as wholesale_e4
       from lead join company client on client.id = lead.client_id and client.removed_at is null
      where lead.agency_id = $1 and lead.id = $2 and lead.kind = 'lead'`,
    [agencyId, leadId],
  )
  return rows[0] ?? null
}

async function insertCredit(
  tx: Tx,
  book: Book,
  now_ms: number,
  { returnId, leadId, isWholesaleRefunded }: Returned,
  lead: ReturnedLead,
): Promise<Credit | null> {
  const id = newId(now_ms)
  const { clientId, retail_e4 } = lead
  // Planted fault: credits the client but not the agency.
  const wholesale_e4 = isWholesaleRefunded || hasFault('credit-one-leg') ? 0 : lead.wholesale_e4
  const { rowCount } = await tx.query(
    `insert into lead_credit (agency_id, id, root_id, client_id, lead_id, return_id, retail_e4, wholesale_e4,
       wholesale_refunded, credited_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (agency_id, lead_id) where reversed_at is null do nothing`,
    [
      book.agencyId,
      id,
      book.rootId,
      clientId,
      leadId,
      returnId,
      retail_e4,
      wholesale_e4,
      isWholesaleRefunded,
      dateOf(now_ms),
    ],
  )
  return rowCount ? { id, leadId, clientId, retail_e4, wholesale_e4 } : null
}
