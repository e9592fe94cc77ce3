import type { Book } from '#server/areas/ledger/public.ts'
import { lockBalances, returnToLots } from '#server/areas/prepaid/public.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { postCredits, type Credit } from './credit-leads.ts'

/** A credit whose agency's leg was left out, because its wholesale price had come back with a refund. */
export interface LeftOut {
  creditId: string
  leadId: string
  wholesale_e4: number
}

/** The oldest first, in the order in which leads are credited. */
export async function readLeftOut(tx: Tx, { agencyId }: Book): Promise<LeftOut[]> {
  const { rows } = await tx.query<LeftOut>(
    `select k.id as "creditId", k.lead_id as "leadId", lead.wholesale_price_e4 as wholesale_e4
       from lead_credit k join lead on lead.agency_id = $1 and lead.id = k.lead_id
      where k.agency_id = $1 and k.wholesale_refunded and k.reversed_at is null order by k.lead_id`,
    [agencyId],
  )
  return rows
}

/** Gives back the wholesale prices that were left out, and what the wallet paid of those of returned leads to its lots. */
export async function creditLeftOut(tx: Tx, book: Book, now_ms: number, creditIds: readonly string[]): Promise<void> {
  // Balances before accounts, as leads are paid for.
  const [wallet] = await lockBalances(tx, book.agencyId, [book.agencyId])
  const { rows } = await tx.query<Credit & { returnId: string | null; paidAt: Date }>(
    `update lead_credit k set wholesale_refunded = false, wholesale_e4 = lead.wholesale_price_e4
       from lead
      where k.agency_id = $1 and lead.agency_id = $1 and lead.id = k.lead_id and k.id = any($2::uuid[])
        and k.wholesale_refunded and k.reversed_at is null
     returning k.id, k.lead_id as "leadId", k.client_id as "clientId", 0::bigint as retail_e4, k.wholesale_e4,
       k.return_id as "returnId", lead.created_at as "paidAt"`,
    [book.agencyId, creditIds],
  )
  await postCredits(tx, book, now_ms, rows, 'credit')
  if (!wallet) return
  for (const { returnId, paidAt, wholesale_e4: amount_e4 } of rows)
    if (returnId !== null && amount_e4 > 0)
      await returnToLots(tx, book, now_ms, { id: returnId, balance: wallet, paidAt, amount_e4 })
}
