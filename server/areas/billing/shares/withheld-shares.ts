import { e4FromCents } from '#contract/core/money.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Agency } from '../agency-of.ts'
import { numberOf, type Numbered } from '../invoices/invoice-number.ts'
import type { InvoiceLine } from '../invoices/issue-invoices.ts'
import type { ShareInFlight } from '../quote-billing.ts'

/** An amount that an agency's invoice withheld because a client's payment in flight was to pay it; that payment then failed. */
export interface OpenShare extends Numbered {
  /** The client's charge; `invoice_id` is the agency's invoice that withheld it. */
  charge_id: string
  invoice_id: string
  amount_cents: number
  client_name: string
}

/**
 * Shares that no charge bills: their clients' payments are no longer in flight and didn't succeed. A payment that is
 * retried pays its share again, as far as it is still owed.
 */
export async function readOpenShares(tx: Tx, agencyId: string): Promise<OpenShare[]> {
  const { rows } = await tx.prepared<OpenShare>('open-shares', openShares, [agencyId])
  return rows
}

/**
 * The same with row locks, for a caller that will bill them. Lock order: before `lockOwed`, so that two callers wait
 * for each other instead of deadlocking.
 */
export async function lockOpenShares(tx: Tx, agencyId: string): Promise<OpenShare[]> {
  const { rows } = await tx.prepared<OpenShare>('lock-open-shares', `${openShares} for update of s`, [agencyId])
  return rows
}

const openShares = `
    select s.charge_id, s.invoice_id, s.amount_cents, i.issuer, i.year, i.number, i.payer_name as client_name
       from withheld_share s
       join charge c on c.agency_id = $1 and c.id = s.charge_id and c.status in ('due', 'declined', 'settled', 'written_off')
       join invoice i on i.agency_id = $1 and i.id = s.charge_id
      where s.agency_id = $1 and s.billed_by is null
      order by i.year, i.number, s.invoice_id`

/** The invoice line for a share, titled with the number of the client's invoice that its leads are on. */
export const lineOfShare = (share: OpenShare): InvoiceLine => ({
  kind: 'earlier_leads',
  campaignId: null,
  campaignName: numberOf(share),
  clientName: share.client_name,
  quantity: 1,
  unitPrice_e4: e4FromCents(share.amount_cents),
  amount_cents: share.amount_cents,
})

/** SQL from a share `s` to its leads, as the agency's own invoice allocates them: those that are on the client's invoice as well. */
export const leadsOfShare = `
  join allocation sale on sale.agency_id = $1 and sale.invoice_id = s.charge_id and sale.kind = 'lead'
  join allocation own on own.agency_id = $1 and own.item_id = sale.item_id and own.invoice_id = s.invoice_id`

/** Assigns locked shares to the charge that bills them, permanently; to lines from `firstLine` on, or to none. */
export async function assignShares(
  tx: Tx,
  agencyId: string,
  shares: readonly OpenShare[],
  { chargeId, firstLine }: { chargeId: string; firstLine: number | null },
): Promise<void> {
  if (shares.length === 0) return
  const { rowCount } = await tx.query(
    `update withheld_share s set billed_by = $2, billed_line = $3::integer + billing.place - 1
       from unnest($4::uuid[], $5::uuid[]) with ordinality as billing (charge_id, invoice_id, place)
      where s.agency_id = $1 and s.charge_id = billing.charge_id and s.invoice_id = billing.invoice_id and s.billed_by is null`,
    [
      agencyId,
      chargeId,
      firstLine,
      shares.map(({ charge_id }) => charge_id),
      shares.map(({ invoice_id }) => invoice_id),
    ],
  )
  if (rowCount !== shares.length) throw new Error('Another charge has already billed a share')
}

/** The later line that bills what an invoice withheld for a client's charge; null if there is none. */
export async function readBilledShare(
  tx: Tx,
  agencyId: string,
  { invoiceId, chargeId }: { invoiceId: string; chargeId: string },
): Promise<{ billed_by: string; line: number; amount_cents: number } | null> {
  const { rows } = await tx.query<{ billed_by: string; line: number; amount_cents: number }>(
    `select billed_by, billed_line as line, amount_cents from withheld_share
      where agency_id = $1 and charge_id = $2 and invoice_id = $3 and billed_line is not null`,
    [agencyId, chargeId, invoiceId],
  )
  return rows[0] ?? null
}

/** The bill that ended manual billing and billed what an invoice withheld for a client's charge; null if there is none. */
export async function readBillOfShare(
  tx: Tx,
  agencyId: string,
  { invoiceId, chargeId }: { invoiceId: string; chargeId: string },
): Promise<string | null> {
  const { rows } = await tx.query<{ id: string }>(
    `select billed_by as id from withheld_share
      where agency_id = $1 and charge_id = $2 and invoice_id = $3 and billed_by is not null and billed_line is null`,
    [agencyId, chargeId, invoiceId],
  )
  return rows[0]?.id ?? null
}

/**
 * Shares that later charges billed, each with its line. A bill that ends manual billing has no lines: its shares are numbered
 * from -1 downward.
 */
export const billedShares = `
  select billed_by, charge_id, invoice_id, amount_cents,
         coalesce(billed_line, -row_number() over (partition by billed_by order by charge_id, invoice_id))::integer as line
    from withheld_share where agency_id = $1 and billed_by is not null`

/** The part of a client's charge that later charges of its agency billed, in cents. */
export async function sumBilledShares(tx: Tx, agencyId: string, chargeId: string): Promise<number> {
  const { rows } = await tx.query<{ cents: number }>(
    `select coalesce(sum(amount_cents), 0)::bigint as cents from withheld_share
      where agency_id = $1 and charge_id = $2 and billed_by is not null`,
    [agencyId, chargeId],
  )
  return rows[0]!.cents
}

/** Credits of the leads of a charge's shares, in 1/10,000 dollar by line, optionally only those before an instant. */
export async function readCreditedShares(
  tx: Tx,
  agencyId: string,
  chargeId: string,
  before: Date | null = null,
): Promise<Map<number, number>> {
  const { rows: shares } = await tx.query<{ line: number; charge_id: string; invoice_id: string }>(
    `select line, charge_id, invoice_id from (${billedShares}) billed where billed_by = $2`,
    [agencyId, chargeId],
  )
  if (shares.length === 0) return new Map()
  // Leads are on other nodes of a cluster than charges.
  const { rows } = await tx.query<{ line: number; e4: number }>(
    `select s.line, sum(k.wholesale_e4)::bigint as e4
       from unnest($2::integer[], $3::uuid[], $4::uuid[]) as s (line, charge_id, invoice_id)
       ${leadsOfShare}
       join lead_credit k on k.agency_id = $1 and k.lead_id = own.item_id and k.reversed_at is null
      where $5::timestamptz is null or coalesce(k.wholesale_credited_at, k.credited_at) < $5 group by s.line`,
    [
      agencyId,
      shares.map(({ line }) => line),
      shares.map(({ charge_id }) => charge_id),
      shares.map(({ invoice_id }) => invoice_id),
      before,
    ],
  )
  return new Map(rows.map(({ line, e4 }) => [line, e4]))
}

interface Invoiced {
  invoiceId: string
  total_cents: number
  /** What the agency owes that neither another charge nor a payment in flight covers. */
  undemanded_cents: number
  inFlight: readonly ShareInFlight[]
}

/**
 * Stores what an invoice withholds for payments in flight: what it would have billed otherwise. Amounts that an
 * earlier invoice withheld for the same payment aren't counted again. The caller holds `lockOwed`.
 */
export async function recordWithheld(tx: Tx, { rootId, agencyId }: Agency, invoice: Invoiced): Promise<void> {
  if (invoice.inFlight.length === 0) return
  const { rows } = await tx.query<{ charge_id: string; cents: number }>(
    `select charge_id, sum(amount_cents)::bigint as cents from withheld_share
      where agency_id = $1 and charge_id = any($2::uuid[]) and billed_by is null group by charge_id`,
    [agencyId, invoice.inFlight.map(({ chargeId }) => chargeId)],
  )
  const earlier = new Map(rows.map(({ charge_id, cents }) => [charge_id, cents]))
  const shares = withhold(
    invoice,
    invoice.inFlight.map(({ chargeId, fee_cents }) => ({
      chargeId,
      fee_cents: fee_cents - (earlier.get(chargeId) ?? 0),
    })),
  )
  if (shares.length === 0) return
  await tx.query(
    `insert into withheld_share (agency_id, charge_id, invoice_id, root_id, amount_cents)
     select $1, withheld.charge_id, $2, $3, withheld.cents
       from unnest($4::uuid[], $5::bigint[]) as withheld (charge_id, cents) returning 1`,
    [
      agencyId,
      invoice.invoiceId,
      rootId,
      shares.map(({ chargeId }) => chargeId),
      shares.map(({ fee_cents }) => fee_cents),
    ],
  )
}

/** The part of each payment's share that an invoice withholds, in the order of the payments. */
export function withhold(
  { total_cents, undemanded_cents }: Pick<Invoiced, 'total_cents' | 'undemanded_cents'>,
  inFlight: readonly ShareInFlight[],
): ShareInFlight[] {
  const newShares = inFlight.filter(({ fee_cents }) => fee_cents > 0)
  const most_cents = newShares.reduce((sum, { fee_cents }) => sum + fee_cents, 0)
  let left_cents = Math.min(undemanded_cents + most_cents, total_cents) - Math.min(undemanded_cents, total_cents)
  return newShares.flatMap(({ chargeId, fee_cents }) => {
    const part_cents = Math.min(fee_cents, left_cents)
    left_cents -= part_cents
    return part_cents > 0 ? [{ chargeId, fee_cents: part_cents }] : []
  })
}
