import { plainArray } from '#server/platform/database/plain-array.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { readPaidOnAccount } from './on-account.ts'

// What had paid for an invoice's leads before it was issued: prepaid money, clients' payments that included their agency's share, and
// manual bills. None of that is taxed, so the invoice asks for all of its tax with the rest (decisions 95, 184, 208).

interface Issued {
  agencyId: string
  invoiceId: string
  clientId: string | null
  deduction_cents: number
  issued_at: Date
  /** What it asks for leads, lists and fees, without tax and without amounts of earlier invoices. */
  fresh_cents: number
}

/**
 * In cents, at most what the invoice deducts; 0 for a charge without an invoice, and for an invoice of a single fee. `credited_e4` are the
 * prices credited since for leads that no manual bill had asked for: what had paid for them counts no more, in proportion.
 */
export async function readPaidBefore(
  tx: Tx,
  agencyId: string,
  invoiceId: string,
  credited_e4: number,
): Promise<number> {
  const { rows } = await tx.query<Omit<Issued, 'agencyId' | 'invoiceId'>>(
    `select i.client_id as "clientId", i.deduction_cents, i.issued_at,
            (select coalesce(sum(l.amount_cents), 0)::bigint from invoice_line l
              where l.agency_id = $1 and l.invoice_id = $2 and l.kind not in ('earlier_leads', 'earlier_balance')) as fresh_cents
       from invoice i
      where i.agency_id = $1 and i.id = $2 and i.ends_on is not null and i.deduction_cents > 0`,
    [agencyId, invoiceId],
  )
  if (!rows[0]) return 0
  const invoice = { agencyId, invoiceId, ...rows[0] }
  const isAgency = invoice.clientId === null
  const bills_cents = isAgency ? await readPaidOnAccount(tx, agencyId, invoiceId) : 0
  const other_cents = (await sumPrepaid(tx, invoice)) + (isAgency ? await sumPaidByClients(tx, invoice) : 0)
  const paid_cents = Math.min(other_cents, invoice.deduction_cents - bills_cents)
  const base_e4 = Math.max(invoice.fresh_cents - bills_cents, 1) * 100
  return bills_cents + paid_cents - Math.floor(paid_cents * Math.min(credited_e4 / base_e4, 1))
}

/**
 * What lots paid for leads and lists on the invoice. A use names its batch by its instant alone, and leads of a batch that were credited
 * before the invoice are not on it. Rounded up, so that no part of a cent keeps tax back.
 */
async function sumPrepaid(tx: Tx, { agencyId, invoiceId, clientId }: Issued): Promise<number> {
  const { rows } = await tx.query<{ cents: number }>(
    `select ceil(coalesce(sum(least(billed.e4, paid.e4)), 0) / 100)::bigint as cents
       from (select booked_at, sum(amount_e4) as e4 from allocation
              where agency_id = $1 and invoice_id = $2 and kind in ('lead', 'enrichment') group by 1) billed
       join (select used_at, sum(amount_e4) as e4 from prepaid_use
              where agency_id = $1 and kind = 'leads' and client_id is not distinct from $3 group by 1) paid on paid.used_at = billed.booked_at`,
    [agencyId, invoiceId, clientId],
  )
  return rows[0]!.cents
}

/**
 * What clients' payments paid of the agency's invoice: those that had arrived when it was issued, as far as their leads are on it, and
 * those in flight then, which it left out, once they have arrived. A share that failed is asked for later, with its tax (decision 102).
 */
async function sumPaidByClients(tx: Tx, { agencyId, invoiceId, issued_at }: Issued): Promise<number> {
  const costs = await readCostsByCharge(tx, agencyId, invoiceId)
  if (costs.size === 0) return 0
  const chargeIds = plainArray([...costs.keys()])
  const { rows: payments } = await tx.query<{ chargeId: string; fee_cents: number; settled_at: Date }>(
    `select charge_id as "chargeId", fee_cents, settled_at from charge_attempt
      where agency_id = $1 and charge_id = any($2::uuid[]) and state = 'succeeded' and fee_cents > 0`,
    [agencyId, chargeIds],
  )
  if (payments.length === 0) return 0
  const { rows: shares } = await tx.query<{ charge_id: string; invoice_id: string; amount_cents: number }>(
    `select charge_id, invoice_id, amount_cents from withheld_share
      where agency_id = $1 and charge_id = any($2::uuid[]) and billed_by is null`,
    [agencyId, chargeIds],
  )
  return payments.reduce((sum, { chargeId, fee_cents, settled_at }) => {
    const of = shares.filter(({ charge_id }) => charge_id === chargeId)
    const here_cents = of.find(({ invoice_id }) => invoice_id === invoiceId)?.amount_cents ?? 0
    if (settled_at > issued_at) return sum + here_cents
    const elsewhere_cents = of.reduce((all, { amount_cents }) => all + amount_cents, -here_cents)
    const part_cents = Math.min(fee_cents - elsewhere_cents, Math.floor((costs.get(chargeId) ?? 0) / 100))
    return sum + Math.max(part_cents, here_cents)
  }, 0)
}

/** What the leads, lists and fees on an agency's invoice cost, by the client's charge that they are on, in 1/10,000 dollar. */
async function readCostsByCharge(tx: Tx, agencyId: string, invoiceId: string): Promise<Map<string, number>> {
  const { rows } = await tx.query<{ chargeId: string; e4: number }>(
    `select sale.invoice_id as "chargeId", sum(own.amount_e4)::bigint as e4
       from allocation own
       join allocation sale on sale.agency_id = $1 and sale.item_id = own.item_id and sale.client_id is not null
      where own.agency_id = $1 and own.invoice_id = $2 group by 1`,
    [agencyId, invoiceId],
  )
  return new Map(rows.map(({ chargeId, e4 }) => [chargeId, e4]))
}
