import { plainArray } from '#server/platform/database/plain-array.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { ChargeRow } from '../charge-states.ts'
import { allOf, readCredited, sumOf } from './credited.ts'
import { readLinesLeft, readRefundLines } from './refund-lines.ts'
import { sumRefunds } from './refunds.ts'

/** What leads on an invoice were credited for after it was issued, with the tax on them, in 1/10,000 dollar: to whoever it asks. */
const sumCredited = async (tx: Tx, agencyId: string, invoiceId: string, isClient: boolean): Promise<number> =>
  allOf(sumOf(await readCredited(tx, { agencyId, invoiceId, isClient })))

/** What an invoice comes to before anything is taken off. Null for a charge without one. */
async function readTotal(tx: Tx, agencyId: string, invoiceId: string): Promise<number | null> {
  const { rows } = await tx.query<{ total_cents: number }>(
    'select total_cents from invoice where agency_id = $1 and id = $2',
    [agencyId, invoiceId],
  )
  return rows[0]?.total_cents ?? null
}

/** What payers' banks have taken back of a charge, or hold: it is not there to be given back. */
async function sumDisputed(tx: Tx, agencyId: string, chargeId: string): Promise<number> {
  const { rows } = await tx.query<{ cents: number }>(
    `select coalesce(sum(held_cents + lost_cents), 0)::bigint as cents from dispute
      where agency_id = $1 and charge_id = $2`,
    [agencyId, chargeId],
  )
  return rows[0]!.cents
}

export type Paid = Pick<ChargeRow, 'id' | 'agency_id' | 'client_id' | 'amount_cents'>

/**
 * What of a paid charge can still be given back, in cents: what was paid, and neither refunded nor taken back by the payer's bank; and
 * no more than its invoice comes to, less what its leads were credited for, so that no lead is given back twice. The charge's lock
 * holds it.
 */
export async function readRefundable(tx: Tx, charge: Paid): Promise<number> {
  const { agency_id, id, client_id, amount_cents } = charge
  const refunded_cents = await sumRefunds(tx, agency_id, id)
  const total_cents = await readTotal(tx, agency_id, id)
  const left_cents = Math.max(0, amount_cents - refunded_cents - (await sumDisputed(tx, agency_id, id)))
  if (total_cents === null) return left_cents
  const credited_e4 = await sumCredited(tx, agency_id, id, client_id !== null)
  return Math.max(0, Math.min(left_cents, total_cents - refunded_cents - Math.ceil(credited_e4 / 100)))
}

/** A line of an invoice. */
interface LineOf {
  invoiceId: string
  line: number
}

/** The line of a client’s invoice that asks for a lead. Null before there is one. */
export async function findLineOf(tx: Tx, agencyId: string, leadId: string): Promise<LineOf | null> {
  const { rows } = await tx.query<LineOf>(
    `select i.invoice_id as "invoiceId", i.line from ledger_transfer t
       join invoice_transfer i on i.agency_id = $1 and i.transfer_id = t.id
      where t.agency_id = $1 and t.reference_id = $2 and t.kind = 'lead_retail'`,
    [agencyId, leadId],
  )
  return rows[0] ?? null
}

/** Whether so much of an invoice, or of a lead’s line, was refunded that the lead, credited now, would be given back twice. */
export async function isRefunded(
  tx: Tx,
  agencyId: string,
  { invoiceId, line }: LineOf,
  price_e4: number,
): Promise<boolean> {
  const refunded_cents = await sumRefunds(tx, agencyId, invoiceId)
  if (refunded_cents === 0) return false
  const total_cents = (await readTotal(tx, agencyId, invoiceId)) ?? 0
  const credited_e4 = await sumCredited(tx, agencyId, invoiceId, true)
  const whole_e4 = price_e4 + (await readTaxOn(tx, agencyId, { invoiceId, line }, price_e4))
  if ((total_cents - refunded_cents) * 100 - credited_e4 < whole_e4) return true
  return isLineRefunded(tx, agencyId, { invoiceId, line }, whole_e4)
}

/** What a line asks as tax on a price of its leads, rounded up, in 1/10,000 dollar. */
async function readTaxOn(tx: Tx, agencyId: string, { invoiceId, line }: LineOf, price_e4: number): Promise<number> {
  const { rows } = await tx.query<{ rate_e3: number }>(
    `select tax_rate_e3 as rate_e3 from invoice_line
      where agency_id = $1 and invoice_id = $2 and line = $3 and tax_cents > 0`,
    [agencyId, invoiceId, line],
  )
  return Math.ceil((price_e4 * (rows[0]?.rate_e3 ?? 0)) / 100_000)
}

/** Only where the line itself was refunded: else it is the whole invoice's affair. */
async function isLineRefunded(
  tx: Tx,
  agencyId: string,
  { invoiceId, line }: LineOf,
  price_e4: number,
): Promise<boolean> {
  const refunded = await readRefundLines(tx, agencyId, invoiceId)
  if (!refunded.some((one) => one.line === line)) return false
  const left = await readLinesLeft(tx, { agencyId, invoiceId, isClient: true })
  return (left.get(line) ?? 0) * 100 < price_e4
}

/** A lead whose price may be given back. */
export interface CreditableLead {
  leadId: string
  retail_e4: number
}

/**
 * Which of these leads have been refunded with their invoices, so that a credit would give them back twice. Whoever refunds one
 * of the invoices takes turns with this until the transaction ends.
 */
export async function findRefunded(tx: Tx, agencyId: string, leads: readonly CreditableLead[]): Promise<Set<string>> {
  const lines = await readRefundedLines(
    tx,
    agencyId,
    leads.map(({ leadId }) => leadId),
  )
  const refunded = new Set<string>()
  /** By invoice, and by line: what the leads before are credited for. */
  const credited = new Map<string, number>()
  for (const { leadId, retail_e4 } of leads) {
    const line = lines.get(leadId)
    if (!line) continue
    const keys = [line.invoiceId, `${line.invoiceId} ${line.line}`]
    const most_e4 = Math.max(...keys.map((key) => credited.get(key) ?? 0)) + retail_e4
    if (await isRefunded(tx, agencyId, line, most_e4)) refunded.add(leadId)
    else for (const key of keys) credited.set(key, (credited.get(key) ?? 0) + retail_e4)
  }
  return refunded
}

/** The lines of those leads that stand on an invoice of which something was refunded. Locks the charges of all their invoices. */
async function readRefundedLines(tx: Tx, agencyId: string, leadIds: readonly string[]): Promise<Map<string, LineOf>> {
  const { rows } = await tx.query<LineOf & { leadId: string }>(
    `select t.reference_id as "leadId", i.invoice_id as "invoiceId", i.line from ledger_transfer t
       join invoice_transfer i on i.agency_id = $1 and i.transfer_id = t.id
      where t.agency_id = $1 and t.reference_id = any($2::uuid[]) and t.kind = 'lead_retail'`,
    [agencyId, plainArray([...leadIds])],
  )
  if (rows.length === 0) return new Map()
  const invoices = plainArray([...new Set(rows.map(({ invoiceId }) => invoiceId))])
  await tx.query('select from charge where agency_id = $1 and id = any($2::uuid[]) order by id for update', [
    agencyId,
    invoices,
  ])
  const { rows: refunds } = await tx.query<{ id: string }>(
    `select distinct charge_id as id from refund where agency_id = $1 and charge_id = any($2::uuid[]) and state <> 'failed'`,
    [agencyId, invoices],
  )
  const isOf = new Set(refunds.map(({ id }) => id))
  return new Map(rows.filter(({ invoiceId }) => isOf.has(invoiceId)).map(({ leadId, ...line }) => [leadId, line]))
}
