import type { Book } from '#server/areas/ledger/book.ts'
import { taxCents } from '#server/areas/taxes/tax-cents.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { readEarlierTaxes, sumByInvoice } from './earlier-taxes.ts'
import { readTaxOfBill } from './tax-of-bills.ts'

/**
 * Verifies an agency's taxes: an invoice's tax equals the sum of its lines', each rounded half to even, and is booked
 * once with its amount; the tax returned by refunds and credits is booked too, equals that of the refunds' lines, and
 * doesn't exceed what was charged. Returns findings that contain ids only.
 */
export async function verifyTaxes(tx: Tx, book: Book): Promise<string[]> {
  const invoices = await readTaxed(tx, book)
  return [
    ...(await findMisroundedTax(tx, book)),
    ...(await findOtherSums(tx, book)),
    ...(await findUnbooked(tx, book, invoices)),
    ...(await findMoreGivenBack(tx, book, invoices)),
    ...(await findUnrefundedTaxes(tx, book)),
    ...(await findOtherCredits(tx, book)),
  ]
}

async function readTaxed(tx: Tx, { agencyId }: Book): Promise<Map<string, number>> {
  const { rows } = await tx.query<{ id: string; tax_cents: number }>(
    'select id, tax_cents from invoice where agency_id = $1 and tax_cents > 0',
    [agencyId],
  )
  return new Map(rows.map(({ id, tax_cents }) => [id, tax_cents]))
}

async function findMisroundedTax(tx: Tx, { agencyId }: Book): Promise<string[]> {
  const { rows } = await tx.query<{ invoice_id: string; line: number; cents: number; rate_e3: number; tax: number }>(
    `select invoice_id, line, amount_cents as cents, tax_rate_e3 as rate_e3, tax_cents as tax from invoice_line
      where agency_id = $1 and tax_rate_e3 is not null order by 1, 2`,
    [agencyId],
  )
  return rows
    .filter(({ cents, rate_e3, tax }) => taxCents(cents, rate_e3) !== tax)
    .slice(0, 100)
    .map(({ invoice_id, line }) => `the tax of line ${line} of invoice ${invoice_id} is not its rate rounded`)
}

async function findOtherSums(tx: Tx, { agencyId }: Book): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select i.id from invoice i
       left join (select invoice_id, sum(tax_cents) as cents from invoice_line where agency_id = $1 group by invoice_id) l
         on l.invoice_id = i.id
      where i.agency_id = $1 and coalesce(l.cents, 0) <> i.tax_cents order by 1 limit 100`,
    [agencyId],
  )
  return rows.map(({ id }) => `the tax of invoice ${id} is not the sum of its lines`)
}

async function findUnbooked(tx: Tx, { agencyId }: Book, invoices: ReadonlyMap<string, number>): Promise<string[]> {
  const { rows } = await tx.query<{ id: string; e4: number }>(
    `select reference_id as id, sum(amount_e4)::bigint as e4 from ledger_transfer
      where agency_id = $1 and kind = 'sales_tax' group by 1`,
    [agencyId],
  )
  const bookedTaxes = new Map(rows.map(({ id, e4 }) => [id, e4]))
  return [...new Set([...invoices.keys(), ...bookedTaxes.keys()])]
    .filter((id) => (invoices.get(id) ?? 0) * 100 !== (bookedTaxes.get(id) ?? 0))
    .sort()
    .slice(0, 100)
    .map((id) => `the tax of invoice ${id} does not match its transfers`)
}

/** The tax returned by refunds and credits of leads must not exceed the invoice's own plus what its lines carry, or a bill had paid. */
async function findMoreGivenBack(tx: Tx, { agencyId }: Book, invoices: ReadonlyMap<string, number>): Promise<string[]> {
  const { rows: refunds } = await tx.query<{ id: string; e4: number }>(
    `select charge_id as id, sum(tax_cents * 100)::bigint as e4 from refund
      where agency_id = $1 and state <> 'failed' and tax_cents > 0 group by 1`,
    [agencyId],
  )
  const { rows: credits } = await tx.query<{ id: string; e4: number }>(
    `select invoice_id as id, sum(tax_e4)::bigint as e4 from tax_credit
      where agency_id = $1 and reversed_at is null group by 1`,
    [agencyId],
  )
  const back = new Map<string, number>()
  for (const { id, e4 } of [...refunds, ...credits]) back.set(id, (back.get(id) ?? 0) + e4)
  const earlier = sumByInvoice(await readEarlierTaxes(tx, agencyId, null))
  const over = [...back]
    .map(([id, e4]) => ({ id, over_e4: e4 - ((invoices.get(id) ?? 0) + (earlier.get(id) ?? 0)) * 100 }))
    .filter(({ over_e4 }) => over_e4 > 0)
    .sort((a, b) => (a.id < b.id ? -1 : 1))
  const findings: string[] = []
  for (const { id, over_e4 } of over.slice(0, 100))
    if (over_e4 > (await readTaxOfBill(tx, agencyId, id)) * 100)
      findings.push(`more tax of invoice ${id} was refunded than it charged`)
  return findings
}

/** Fully refunded invoices whose tax wasn't fully refunded. */
async function findUnrefundedTaxes(tx: Tx, { agencyId }: Book): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select i.id from invoice i
       join (select charge_id, sum(amount_cents) as cents, sum(tax_cents) as tax from refund
              where agency_id = $1 and state <> 'failed' group by charge_id) r on r.charge_id = i.id
      where i.agency_id = $1 and r.cents = i.total_cents and r.tax < i.tax_cents order by 1 limit 100`,
    [agencyId],
  )
  return rows.map(({ id }) => `invoice ${id} was fully refunded, but its tax was not`)
}

async function findOtherCredits(tx: Tx, { agencyId }: Book): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select coalesce(k.id, t.id) as id
       from (select id, case when reversed_at is null then tax_e4 else 0 end as e4 from tax_credit where agency_id = $1) k
       full join (
         select reference_id as id, sum(case when kind = 'lead_tax_credit' then amount_e4 else -amount_e4 end) as e4
           from ledger_transfer where agency_id = $1 and reference_kind = 'tax_credit' group by 1
       ) t on t.id = k.id
      where k.e4 is distinct from t.e4 order by 1 limit 100`,
    [agencyId],
  )
  return rows.map(({ id }) => `tax credit ${id} and its transfers do not match`)
}
