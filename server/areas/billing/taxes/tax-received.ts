import { plainArray } from '#server/platform/database/plain-array.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { readEarlierTaxes, type EarlierTax } from './earlier-taxes.ts'

/** Tax in what the operator was paid for one of an agency's charges, in cents. */
interface WithTax {
  /** Of its own invoice. */
  own_cents: number
  /** In its lines for earlier invoices, or in its amounts from them if it is a manual bill. */
  earlier_cents: number
  /** The part of that which the earlier invoices themselves were not paid. */
  late_cents: number
}

/**
 * The tax that the operator was paid with each of an agency's charges and has not refunded, in cents (decision 185). An invoice counts all
 * of its tax, up to what it asked for. What it could not contain counts with the charges that ask for it later.
 */
export async function readTaxReceived(tx: Tx, agencyId: string, ids: readonly string[]): Promise<Map<string, number>> {
  const taxes = await readTaxes(tx, agencyId, ids)
  if (taxes.size === 0) return new Map()
  const { rows: refunds } = await tx.query<{ id: string; tax_cents: number }>(
    `select charge_id as id, sum(tax_cents)::bigint as tax_cents from refund
      where agency_id = $1 and charge_id = any ($2::uuid[]) and state = 'succeeded' group by 1`,
    [agencyId, plainArray([...taxes.keys()])],
  )
  const back = new Map(refunds.map(({ id, tax_cents }) => [id, tax_cents]))
  return new Map(
    [...taxes].map(([id, { own_cents, earlier_cents, late_cents }]) => {
      // Refunds return tax that counts with the earlier invoice first.
      const back_cents = Math.max((back.get(id) ?? 0) - (earlier_cents - late_cents), 0)
      // A bill may return tax of its invoice, which never counted with the bill.
      return [id, Math.max(own_cents + late_cents - back_cents, 0)]
    }),
  )
}

async function readTaxes(tx: Tx, agencyId: string, ids: readonly string[]): Promise<Map<string, WithTax>> {
  const taxes = new Map<string, WithTax>()
  const of = (id: string): WithTax => {
    const withTax = taxes.get(id) ?? { own_cents: 0, earlier_cents: 0, late_cents: 0 }
    taxes.set(id, withTax)
    return withTax
  }
  for (const { id, tax_cents } of await readInvoices(tx, agencyId, ids)) of(id).own_cents = tax_cents
  const earlier = await readEarlierTaxes(tx, agencyId, ids)
  if (earlier.length === 0) return taxes
  const { rows: before } = await tx.query<{ id: string }>(
    `select distinct charge_id as id from commission
      where agency_id = $1 and charge_id = any ($2::uuid[]) and counts_carried_tax`,
    [agencyId, plainArray([...ids])],
  )
  const isBefore = new Set(before.map(({ id }) => id))
  const sources = await readInvoices(tx, agencyId, [...new Set(earlier.map(({ fromId }) => fromId))])
  const sourceOf = new Map(sources.map((source) => [source.id, source]))
  const exact = new Map<string, { earlier_e4: number; late_e4: number }>()
  for (const one of earlier) {
    const source = sourceOf.get(one.fromId)
    if (!source) continue
    const sum = exact.get(one.invoiceId) ?? { earlier_e4: 0, late_e4: 0 }
    exact.set(one.invoiceId, {
      earlier_e4: sum.earlier_e4 + one.tax_e4,
      late_e4: sum.late_e4 + (isBefore.has(one.invoiceId) ? 0 : lateOf(one, source)),
    })
  }
  for (const [id, { earlier_e4, late_e4 }] of exact)
    Object.assign(of(id), { earlier_cents: Math.floor(earlier_e4 / 100), late_cents: Math.floor(late_e4 / 100) })
  return taxes
}

interface Taxed {
  id: string
  tax_cents: number
  total_cents: number
  deduction_cents: number
}

/** The agency's own invoices with tax: a client's payment brings the operator a share without tax. */
async function readInvoices(tx: Tx, agencyId: string, ids: readonly string[]): Promise<Taxed[]> {
  const { rows } = await tx.query<Taxed>(
    `select id, tax_cents, total_cents, deduction_cents from invoice
      where agency_id = $1 and id = any ($2::uuid[]) and client_id is null and tax_cents > 0`,
    [agencyId, plainArray([...ids])],
  )
  return rows
}

/**
 * The part of an earlier tax that its invoice could not contain, because it asked for less than its tax: in proportion to all the tax
 * that it deducted.
 */
function lateOf(
  { tax_e4 }: Pick<EarlierTax, 'tax_e4'>,
  { tax_cents, total_cents, deduction_cents }: Omit<Taxed, 'id'>,
): number {
  const missing_cents = Math.max(tax_cents - (total_cents - deduction_cents), 0)
  if (missing_cents === 0) return 0
  const late = (BigInt(tax_e4) * BigInt(missing_cents) * BigInt(total_cents)) / BigInt(tax_cents * deduction_cents)
  return Math.min(tax_e4, Number(late))
}
