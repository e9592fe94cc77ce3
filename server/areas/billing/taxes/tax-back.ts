import type { Tx } from '#server/platform/database/tx.ts'
import { hasFault } from '#server/platform/planted-fault.ts'
import type { ChargeRow } from '../charge-states.ts'
import { allOf, readOwnCredited, sumOf, type Credited, type OfInvoice } from '../refunds/credited.ts'
import { readTotal } from '../refunds/refundable.ts'
import { readRefundLines } from '../refunds/refund-lines.ts'
import type { RefundLine } from '../refunds/refunds.ts'
import {
  withoutCredited,
  readEarlierTaxes,
  readTaxBilledLater,
  sumByInvoice,
  sumByLine,
  type EarlierTax,
} from './earlier-taxes.ts'
import { readPaidBefore } from './paid-before.ts'
import { readTaxLeftOfBill } from './tax-of-bills.ts'

/** The total and tax of an invoice or a line, and how much of each was refunded before; in cents. */
interface Standing {
  gross_cents: number
  tax_cents: number
  back_cents: number
  taxBack_cents: number
}

/**
 * The tax part of a refund: proportional to everything refunded so far, rounded down, so that several refunds add up to
 * the same tax as one, none returns more tax than is left, and the last one returns the rest.
 */
function taxBackOf(of: Standing, amount_cents: number): number {
  if (of.tax_cents === 0 || hasFault('keep-tax-of-refund')) return 0
  const share = (BigInt(of.tax_cents) * BigInt(of.back_cents + amount_cents)) / BigInt(of.gross_cents)
  const left_cents = of.tax_cents - of.taxBack_cents
  return Math.max(Math.min(Number(share) - of.taxBack_cents, left_cents, amount_cents), 0)
}

/** The tax part of a refund, in total and for each chosen line. */
export interface RefundTax {
  tax_cents: number
  lines: readonly (RefundLine & { tax_cents: number })[]
}

/** The caller holds the charge's lock. */
export async function readRefundTax(
  tx: Tx,
  charge: Pick<ChargeRow, 'id' | 'agency_id' | 'client_id'>,
  amount_cents: number,
  lines: readonly RefundLine[],
): Promise<RefundTax> {
  const of = { agencyId: charge.agency_id, invoiceId: charge.id, isClient: charge.client_id !== null }
  const totals = await readBilled(tx, of)
  const allEarlier = await readEarlierTaxes(tx, of.agencyId, [of.invoiceId])
  if (totals === null || totals.tax_cents + allEarlier.length === 0)
    return { tax_cents: 0, lines: lines.map((line) => ({ ...line, tax_cents: 0 })) }
  const credits = await readOwnCredited(tx, of)
  const earlier = withoutCredited(allEarlier, (line) => credits.get(line)?.price_e4)
  const later = await readTaxBilledLater(tx, of.agencyId, of.invoiceId)
  const paid_cents = await readPaidBefore(tx, of.agencyId, of.invoiceId, sumOf(credits).price_e4)
  const within_cents = sumByInvoice(earlier).get(of.invoiceId) ?? 0
  const net = {
    gross_cents: Math.max(totals.gross_cents - later.gross_cents - paid_cents, 1),
    tax_cents: totals.tax_cents + within_cents - later.tax_cents,
  }
  const whole = standingOf({ ...net, ...(await sumRefunded(tx, of)) }, sumOf(credits))
  if (lines.length === 0) return { tax_cents: taxBackOf(whole, amount_cents), lines: [] }
  const standings = await readLineStandings(tx, of, { credited: credits, earlier, paid_cents })
  let left_cents = whole.tax_cents - whole.taxBack_cents
  const parts = lines.map((line) => {
    const standing = standings.get(line.line)
    const tax_cents = Math.max(Math.min(standing ? taxBackOf(standing, line.amount_cents) : 0, left_cents), 0)
    left_cents -= tax_cents
    return { ...line, tax_cents }
  })
  return { tax_cents: parts.reduce((sum, one) => sum + one.tax_cents, 0), lines: parts }
}

/** Leaves out what was credited for leads, price and tax, since a refund can't repay it. */
const standingOf = (of: Standing, credited: Credited | undefined): Standing =>
  credited
    ? {
        ...of,
        gross_cents: Math.max(of.gross_cents - Math.ceil(allOf(credited) / 100), 1),
        tax_cents: Math.max(of.tax_cents - Math.ceil(credited.tax_e4 / 100), 0),
      }
    : of

/** Null for a charge without an invoice that isn't a manual bill. A bill may have paid a part of its invoice's tax (decision 209). */
async function readBilled(
  tx: Tx,
  { agencyId, invoiceId }: OfInvoice,
): Promise<Pick<Standing, 'gross_cents' | 'tax_cents'> | null> {
  const gross_cents = await readTotal(tx, agencyId, invoiceId)
  if (gross_cents === null) return null
  const { rows } = await tx.query<Pick<Standing, 'tax_cents'>>(
    'select tax_cents from invoice where agency_id = $1 and id = $2',
    [agencyId, invoiceId],
  )
  if (rows[0]) return { gross_cents, tax_cents: rows[0].tax_cents }
  const tax_cents = await readTaxLeftOfBill(tx, agencyId, invoiceId)
  return { gross_cents: gross_cents + tax_cents, tax_cents }
}

async function sumRefunded(
  tx: Tx,
  { agencyId, invoiceId }: OfInvoice,
): Promise<Pick<Standing, 'back_cents' | 'taxBack_cents'>> {
  const { rows } = await tx.query<Pick<Standing, 'back_cents' | 'taxBack_cents'>>(
    `select coalesce(sum(amount_cents), 0)::bigint as back_cents, coalesce(sum(tax_cents), 0)::bigint as "taxBack_cents"
       from refund where agency_id = $1 and charge_id = $2 and state <> 'failed'`,
    [agencyId, invoiceId],
  )
  return rows[0]!
}

async function readLineStandings(
  tx: Tx,
  { agencyId, invoiceId }: OfInvoice,
  {
    credited,
    earlier,
    paid_cents,
  }: { credited: ReadonlyMap<number, Credited>; earlier: readonly EarlierTax[]; paid_cents: number },
): Promise<Map<number, Standing>> {
  const within = sumByLine(earlier)
  const { rows } = await tx.query<{ line: number; amount_cents: number; tax_cents: number; fresh_cents: number }>(
    `select line, amount_cents, tax_cents,
            case when kind in ('earlier_leads', 'earlier_balance') then 0 else amount_cents end as fresh_cents
       from invoice_line where agency_id = $1 and invoice_id = $2`,
    [agencyId, invoiceId],
  )
  // What was paid before counts for all lines in proportion, but not for what earlier invoices asked for.
  const fresh_cents = rows.reduce((sum, row) => sum + row.fresh_cents, 0)
  const paidOf = (row: { fresh_cents: number }): number =>
    fresh_cents === 0 ? 0 : Math.floor((paid_cents * row.fresh_cents) / fresh_cents)
  const back = await readRefundLines(tx, agencyId, invoiceId)
  return new Map(
    rows.map(({ line, amount_cents, tax_cents, ...row }): [number, Standing] => {
      const ofLine = back.filter((one) => one.line === line && !one.is_failed)
      const standing = {
        gross_cents: Math.max(amount_cents + tax_cents - paidOf(row), 1),
        tax_cents: tax_cents + (within.get(`${invoiceId} ${line}`) ?? 0),
        back_cents: ofLine.reduce((sum, one) => sum + one.amount_cents, 0),
        taxBack_cents: ofLine.reduce((sum, one) => sum + one.tax_cents, 0),
      }
      return [line, standingOf(standing, credited.get(line))]
    }),
  )
}
