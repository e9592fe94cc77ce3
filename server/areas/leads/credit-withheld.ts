import type { Book } from '#server/areas/ledger/book.ts'
import { lockBalances } from '#server/areas/prepaid/balances.ts'
import { returnToLots } from '#server/areas/prepaid/return-to-lots.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { postCredits, type Credit } from './post-credits.ts'

/** A credit without its wholesale part, because that had already come back with a refund. */
export interface WithheldCost {
  creditId: string
  leadId: string
  wholesale_e4: number
}

/** Oldest first, the order in which leads are credited. */
export async function readWithheld(tx: Tx, { agencyId }: Book): Promise<WithheldCost[]> {
  const { rows } = await tx.query<WithheldCost>(
    `select k.id as "creditId", k.lead_id as "leadId", lead.wholesale_price_e4 as wholesale_e4
       from lead_credit k join lead on lead.agency_id = $1 and lead.id = k.lead_id
      where k.agency_id = $1 and k.wholesale_refunded and k.reversed_at is null order by k.lead_id`,
    [agencyId],
  )
  return rows
}

/**
 * Credits wholesale prices that had been left out because of a refund, or that the operator had not given back and has accepted now, and
 * returns what the wallet had paid for returned leads to its lots.
 */
export async function creditWithheld(tx: Tx, book: Book, now_ms: number, creditIds: readonly string[]): Promise<void> {
  // Lock balances before accounts, as charging leads does.
  const [wallet] = await lockBalances(tx, book.agencyId, [book.agencyId])
  const { rows } = await tx.query<Credit & { returnId: string | null; paidAt: Date }>(
    `update lead_credit k set wholesale_refunded = false, wholesale_held = false, wholesale_e4 = lead.wholesale_price_e4,
            wholesale_credited_at = case when k.wholesale_held then $3::timestamptz else k.wholesale_credited_at end
       from lead
      where k.agency_id = $1 and lead.agency_id = $1 and lead.id = k.lead_id and k.id = any($2::uuid[])
        and (k.wholesale_refunded or k.wholesale_held) and k.reversed_at is null
     returning k.id, k.lead_id as "leadId", k.client_id as "clientId", 0::bigint as retail_e4, k.wholesale_e4,
       k.return_id as "returnId", lead.created_at as "paidAt"`,
    [book.agencyId, creditIds, dateOf(now_ms)],
  )
  const withWholesale = await postCredits(tx, book, now_ms, rows)
  if (!wallet) return
  for (const { id, returnId, paidAt, wholesale_e4: amount_e4 } of rows)
    if (returnId !== null && withWholesale.has(id))
      await returnToLots(tx, book, now_ms, { id: returnId, balance: wallet, paidAt, amount_e4 })
}

/** Locks those of some credits that wait for the operator, with their leads' wholesale prices. */
export async function lockHeld(tx: Tx, { agencyId }: Book, creditIds: readonly string[]): Promise<WithheldCost[]> {
  const { rows } = await tx.query<WithheldCost>(
    `select k.id as "creditId", k.lead_id as "leadId", lead.wholesale_price_e4 as wholesale_e4
       from lead_credit k join lead on lead.agency_id = $1 and lead.id = k.lead_id
      where k.agency_id = $1 and k.id = any($2::uuid[]) and k.wholesale_held and k.reversed_at is null
      order by k.lead_id for update of k`,
    [agencyId, creditIds],
  )
  return rows
}

/** Their wholesale prices came back with a refund while they waited. */
export const markRefunded = (tx: Tx, { agencyId }: Book, creditIds: readonly string[]): Promise<unknown> =>
  tx.query(
    `update lead_credit set wholesale_held = false, wholesale_refunded = true
      where agency_id = $1 and id = any($2::uuid[]) and wholesale_held`,
    [agencyId, creditIds],
  )
