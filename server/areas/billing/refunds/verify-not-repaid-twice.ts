import type { Book } from '#server/areas/ledger/book.ts'
import { plainArray } from '#server/platform/database/plain-array.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { readMonths, readReturnedOn, readReturnedShares } from './share-months.ts'

/**
 * Verifies that no invoice was repaid twice: its refunds, plus the credits for its leads with their tax, plus the returned shares for
 * the leads on an agency's invoice, don't exceed its total. Returns findings that contain ids only.
 */
export async function verifyNotRepaidTwice(tx: Tx, { agencyId }: Book): Promise<string[]> {
  const { rows: invoices } = await tx.query<{ id: string; isClient: boolean; left_e4: number }>(
    `select i.id, i.client_id is not null as "isClient", (i.total_cents - back.cents) * 100 as left_e4
       from (select charge_id, sum(amount_cents)::bigint as cents from refund
              where agency_id = $1 and state <> 'failed' group by charge_id) back
       join invoice i on i.agency_id = $1 and i.id = back.charge_id`,
    [agencyId],
  )
  if (invoices.length === 0) return []
  // Leads are on other nodes of a cluster than charges.
  const { rows: credits } = await tx.query<{ id: string; e4: number }>(
    `select of.id, sum(case when of.is_client then k.retail_e4 else k.wholesale_e4 end)::bigint as e4
       from unnest($2::uuid[], $3::boolean[]) as of (id, is_client)
       join allocation a on a.agency_id = $1 and a.invoice_id = of.id
       join lead_credit k on k.agency_id = $1 and k.lead_id = a.item_id and k.reversed_at is null
      group by of.id`,
    [agencyId, plainArray(invoices.map(({ id }) => id)), invoices.map(({ isClient }) => isClient)],
  )
  const { rows: taxes } = await tx.query<{ id: string; e4: number }>(
    `select invoice_id as id, sum(tax_e4)::bigint as e4 from tax_credit
      where agency_id = $1 and invoice_id = any($2::uuid[]) and reversed_at is null group by invoice_id`,
    [agencyId, plainArray(invoices.map(({ id }) => id))],
  )
  const remainders = new Map(invoices.map(({ id, left_e4 }) => [id, left_e4]))
  const ownInvoiceIds = invoices.flatMap(({ id, isClient }) => (isClient ? [] : [id]))
  const shares = [...(await readReturnedOn(tx, agencyId, ownInvoiceIds, 'booked'))].map(([id, e4]) => ({ id, e4 }))
  for (const { id, e4 } of [...credits, ...taxes, ...shares]) remainders.set(id, remainders.get(id)! - e4)
  return [...remainders].flatMap(([id, e4]) =>
    e4 < 0 ? [`invoice ${id} is less than its refunds plus its leads' credits`] : [],
  )
}

/**
 * Verifies that what refunds of clients' payments returned of the operator's share, and credits of the leads that the payments were
 * for, don't exceed together what those leads cost the agency. Returns findings that contain ids only.
 */
export async function verifySharesNotRepaidTwice(tx: Tx, { agencyId }: Book): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select distinct charge_id as id from refund
      where agency_id = $1 and client_id is not null and state <> 'failed' order by 1`,
    [agencyId],
  )
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const returnedShares = await readReturnedShares(tx, agencyId, ids, 'booked')
  const months = await readMonths(tx, agencyId, [...returnedShares.keys()])
  return [...returnedShares].flatMap(([id, e4]) =>
    e4 > (months.get(id) ?? []).reduce((sum, { uncredited_e4 }) => sum + uncredited_e4, 0)
      ? [`invoice ${id} cost less than its refunded share plus its leads' credits`]
      : [],
  )
}
