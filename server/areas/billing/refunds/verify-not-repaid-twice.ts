import type { Book } from '#server/areas/ledger/public.ts'
import { plainArray } from '#server/platform/database/plain-array.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { readCosts } from './returned-shares.ts'

/**
 * Verifies that no invoice was repaid twice: its refunds, plus the credits for its leads with their tax, don't exceed
 * its total. Returns findings that contain ids only.
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
       join invoice_transfer i on i.agency_id = $1 and i.invoice_id = of.id
       join ledger_transfer t on t.agency_id = $1 and t.id = i.transfer_id
       join lead_credit k on k.agency_id = $1 and k.lead_id = t.reference_id and k.reversed_at is null
      group by of.id`,
    [agencyId, plainArray(invoices.map(({ id }) => id)), invoices.map(({ isClient }) => isClient)],
  )
  const { rows: taxes } = await tx.query<{ id: string; e4: number }>(
    `select invoice_id as id, sum(tax_e4)::bigint as e4 from tax_credit
      where agency_id = $1 and invoice_id = any($2::uuid[]) and reversed_at is null group by invoice_id`,
    [agencyId, plainArray(invoices.map(({ id }) => id))],
  )
  const left = new Map(invoices.map(({ id, left_e4 }) => [id, left_e4]))
  for (const { id, e4 } of [...credits, ...taxes]) left.set(id, left.get(id)! - e4)
  return [...left].flatMap(([id, e4]) =>
    e4 < 0 ? [`invoice ${id} is less than its refunds plus its leads' credits`] : [],
  )
}

interface ShareRefund {
  id: string
  created_at: Date
  amount_cents: number
  paid_cents: number
  fee_cents: number
}

/**
 * Verifies that credits of leads left what refunds of their client's payment had returned of the operator's share: both together don't
 * exceed what the invoice cost the agency. Refunds after the last credit don't count: the gateway returns their part of the share in
 * any case. Returns findings that contain ids only.
 */
export async function verifySharesNotRepaidTwice(tx: Tx, { agencyId }: Book): Promise<string[]> {
  const { rows: refunds } = await tx.query<ShareRefund>(
    `select r.charge_id as id, r.created_at, r.amount_cents, a.amount_cents as paid_cents, a.fee_cents
       from refund r
       join charge_attempt a on a.agency_id = $1 and a.charge_id = r.charge_id and a.state = 'succeeded' and a.fee_cents > 0
      where r.agency_id = $1 and r.client_id is not null and r.state <> 'failed'`,
    [agencyId],
  )
  if (refunds.length === 0) return []
  const ids = [...new Set(refunds.map(({ id }) => id))]
  // Leads are on other nodes of a cluster than charges.
  const { rows: credits } = await tx.query<{ id: string; e4: number; last_at: Date }>(
    `select i.invoice_id as id, sum(k.wholesale_e4)::bigint as e4, max(k.credited_at) as last_at
       from invoice_transfer i
       join ledger_transfer t on t.agency_id = $1 and t.id = i.transfer_id and t.kind = 'lead_retail'
       join lead_credit k on k.agency_id = $1 and k.lead_id = t.reference_id and k.reversed_at is null and k.wholesale_e4 > 0
      where i.agency_id = $1 and i.invoice_id = any($2::uuid[]) group by i.invoice_id order by 1`,
    [agencyId, plainArray(ids)],
  )
  const costs = await readCosts(tx, agencyId, ids)
  const lastCredit = new Map(credits.map(({ id, last_at }) => [id, last_at.getTime()]))
  const shares = new Map<string, number>()
  for (const { id, created_at, amount_cents, paid_cents, fee_cents } of refunds)
    if (created_at.getTime() < (lastCredit.get(id) ?? 0))
      shares.set(id, (shares.get(id) ?? 0) + (amount_cents * fee_cents) / paid_cents)
  return credits.flatMap(({ id, e4 }) => {
    const share_cents = Math.floor(shares.get(id) ?? 0)
    return share_cents > 0 && e4 + share_cents * 100 > (costs.get(id) ?? 0)
      ? [`invoice ${id} cost less than its refunded share plus its leads' credits`]
      : []
  })
}
