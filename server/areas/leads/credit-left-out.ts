import type { Book } from '#server/areas/ledger/public.ts'
import { lockBalances, returnToLots } from '#server/areas/prepaid/public.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { postCredits, type Credit } from './credit-leads.ts'

/** A credit without its wholesale part, because that had already come back with a refund. */
export interface LeftOut {
  creditId: string
  leadId: string
  wholesale_e4: number
}

/** Oldest first, the order in which leads are credited. */
export async function readLeftOut(tx: Tx, { agencyId }: Book): Promise<LeftOut[]> {
  const { rows } = await tx.query<LeftOut>(
    `select k.id as "creditId", k.lead_id as "leadId", lead.wholesale_price_e4 as wholesale_e4
       from lead_credit k join lead on lead.agency_id = $1 and lead.id = k.lead_id
      where k.agency_id = $1 and k.wholesale_refunded and k.reversed_at is null order by k.lead_id`,
    [agencyId],
  )
  return rows
}

/** Credits the omitted wholesale prices, and returns what the wallet had paid for returned leads to its lots. */
export async function creditLeftOut(tx: Tx, book: Book, now_ms: number, creditIds: readonly string[]): Promise<void> {
  // Lock balances before accounts, as charging leads does.
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
