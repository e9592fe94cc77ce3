import type { readMoneyTrail, TrailLeg } from '#contract/billing/money-trail.ts'
import { dollarsFromCents, dollarsFromE4 } from '#contract/core/money.ts'
import { readCommissionsOf } from '#server/areas/commissions/of-charge.ts'
import { readPaidFrom } from '#server/areas/prepaid/paid-from.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { notFound } from '#server/platform/failure.ts'
import { readRebilledCredits } from '../balances/read-sources.ts'
import { readLines } from '../invoices/invoice-lines.ts'
import { invoiceColumns, presentInvoice, type InvoiceRow } from '../invoices/list-invoices.ts'
import { readRefundLines } from '../refunds/refund-lines.ts'
import { readBilledShare } from '../shares/withheld-shares.ts'
import { findBill } from './find-bill.ts'
import { presentRefund, refundColumns, type RefundRow } from '../refunds/refunds.ts'

interface SoldLead {
  campaign_id: string
  client_id: string
  client_name: string
  agency_name: string
}

interface Booking {
  amount_e4: number
  priced_at: Date
  invoice_id: string | null
  line: number | null
}

interface CreditRow {
  id: string
  is_return: boolean
  retail_e4: number
  wholesale_e4: number
  credited_at: Date
  /** When its agency leg was; later if it waited for the operator. */
  wholesale_credited_at: Date
  reversed_at: Date | null
}

const kinds = { retail: 'lead_retail', wholesale: 'lead_wholesale' } as const

/** Each leg of a lead's price, from its booking to what was repaid. Clients see only their own leg. */
export const handleReadMoneyTrail: Handler<typeof readMoneyTrail> = async ({ params }, call) => {
  const agencyId = call.object!.agencyId!
  const legs = call.caller.kind === 'client' ? (['retail'] as const) : (['retail', 'wholesale'] as const)
  // An agency does not learn what its operator pays its sales staff.
  const withCommissions = call.caller.agencyId === null
  const data = await call.inScope(async (tx) => {
    const lead = await readSold(tx, agencyId, params.id)
    if (!lead) throw notFound()
    const credits = await readCredits(tx, agencyId, params.id)
    const trail: TrailLeg[] = []
    for (const leg of legs) {
      const booking = await readBooking(tx, agencyId, params.id, leg)
      if (booking)
        trail.push(await presentLeg(tx, { agencyId, leadId: params.id, leg, lead, booking, credits, withCommissions }))
    }
    return trail
  })
  return { result: 'success', message: '', data }
}

async function readSold(tx: Tx, agencyId: string, leadId: string): Promise<SoldLead | null> {
  const { rows } = await tx.query<SoldLead>(
    // A client can't see its agency's row, and doesn't need it: the leg that names the agency's side isn't shown.
    `select lead.campaign_id, lead.client_id, client.name as client_name, coalesce(agency.name, '') as agency_name
       from lead join company client on client.id = lead.client_id left join company agency on agency.id = lead.agency_id
      where lead.agency_id = $1 and lead.id = $2`,
    [agencyId, leadId],
  )
  return rows[0] ?? null
}

/** What was booked in a leg, and the invoice line that bills it. Null for a free lead. */
async function readBooking(tx: Tx, agencyId: string, leadId: string, leg: TrailLeg['leg']): Promise<Booking | null> {
  const { rows } = await tx.query<Booking>(
    `select t.amount_e4, t.created_at as priced_at, a.invoice_id, a.line
       from ledger_transfer t left join allocation a on a.agency_id = $1 and a.transfer_id = t.id
      where t.agency_id = $1 and t.reference_id = $2 and t.kind = $3`,
    [agencyId, leadId, kinds[leg]],
  )
  return rows[0] ?? null
}

async function readCredits(tx: Tx, agencyId: string, leadId: string): Promise<CreditRow[]> {
  const { rows } = await tx.query<CreditRow>(
    `select id, return_id is not null as is_return, retail_e4, wholesale_e4, credited_at,
            coalesce(wholesale_credited_at, credited_at) as wholesale_credited_at, reversed_at
       from lead_credit where agency_id = $1 and lead_id = $2 order by credited_at, id`,
    [agencyId, leadId],
  )
  return rows
}

/** The tax credited in one leg, by credit. */
async function readTaxes(
  tx: Tx,
  agencyId: string,
  leg: TrailLeg['leg'],
  credits: readonly CreditRow[],
): Promise<Map<string, number>> {
  if (credits.length === 0) return new Map()
  const { rows } = await tx.query<{ id: string; tax_e4: number }>(
    'select lead_credit_id as id, tax_e4 from tax_credit where agency_id = $1 and lead_credit_id = any($2) and leg = $3',
    [agencyId, credits.map(({ id }) => id), leg],
  )
  return new Map(rows.map(({ id, tax_e4 }) => [id, tax_e4]))
}

interface Leg {
  agencyId: string
  leadId: string
  leg: TrailLeg['leg']
  lead: SoldLead
  booking: Booking
  credits: readonly CreditRow[]
  withCommissions: boolean
}

async function presentLeg(tx: Tx, of: Leg): Promise<TrailLeg> {
  const { agencyId, leadId, leg, lead, booking, credits } = of
  const isRetail = leg === 'retail'
  const invoice = booking.invoice_id === null ? null : await readInvoice(tx, agencyId, booking.invoice_id)
  const lines = invoice ? await readLines(tx, agencyId, invoice.id) : []
  const line = lines.find((one) => one.line === booking.line)
  return {
    leg,
    company_id: isRetail ? lead.client_id : agencyId,
    company_name: isRetail ? lead.client_name : lead.agency_name,
    price: dollarsFromE4(booking.amount_e4),
    priced_at: booking.priced_at.toISOString(),
    top_ups: await readTopUps(tx, agencyId, isRetail ? lead.campaign_id : agencyId, booking.priced_at),
    invoice: invoice && presentInvoice(invoice),
    line: booking.line,
    line_amount: line ? dollarsFromCents(line.amount_cents) : null,
    later: invoice && !isRetail ? await readLater(tx, agencyId, invoice.id, leadId) : null,
    bill: isRetail ? null : await readBill(tx, { agencyId, leadId, booking, invoice, credits }),
    ...(of.withCommissions && { commissions: invoice ? await readCommissionsOf(tx, agencyId, invoice.id) : [] }),
    line_tax: line ? dollarsFromCents(line.tax_cents) : null,
    refunds: invoice ? await readRefunds(tx, agencyId, invoice.id, booking.line) : [],
    credits: await presentCredits(tx, agencyId, leg, credits),
  }
}

/** The prepaid money that paid for a lead: of its campaign, or of its agency's wallet. */
async function readTopUps(tx: Tx, agencyId: string, balanceId: string, pricedAt: Date): Promise<TrailLeg['top_ups']> {
  const lots = await readPaidFrom(tx, agencyId, balanceId, pricedAt)
  return lots.map(({ id, amount_e4, bought_at }) => ({
    id,
    amount: dollarsFromE4(amount_e4),
    bought_at: bought_at.toISOString(),
  }))
}

/** The credits in one leg with their tax, and the lines that bill reversed ones again. */
async function presentCredits(
  tx: Tx,
  agencyId: string,
  leg: TrailLeg['leg'],
  credits: readonly CreditRow[],
): Promise<TrailLeg['credits']> {
  const taxes = await readTaxes(tx, agencyId, leg, credits)
  const takenBack = credits.filter(({ reversed_at }) => reversed_at !== null).map(({ id }) => id)
  const again = new Map<string, TrailLeg['credits'][number]['asked_again']>()
  for (const { credit_id, invoice_id, line, amount_e4 } of await readRebilledCredits(tx, agencyId, takenBack, leg)) {
    const invoice = await readInvoice(tx, agencyId, invoice_id)
    if (invoice) again.set(credit_id, { invoice: presentInvoice(invoice), line, amount: dollarsFromE4(amount_e4) })
  }
  return credits
    .map(({ id, is_return, retail_e4, wholesale_e4, credited_at, wholesale_credited_at, reversed_at }) => ({
      cause: is_return ? ('return' as const) : ('exclusion' as const),
      amount: dollarsFromE4(leg === 'retail' ? retail_e4 : wholesale_e4),
      tax: dollarsFromE4(taxes.get(id) ?? 0),
      credited_at: (leg === 'retail' ? credited_at : wholesale_credited_at).toISOString(),
      taken_back_at: reversed_at?.toISOString() ?? null,
      asked_again: again.get(id) ?? null,
    }))
    .filter(({ amount }) => amount > 0)
}

/** The manual bill for the agency's leg; its invoice can be a later one. */
async function readBill(
  tx: Tx,
  {
    agencyId,
    leadId,
    booking,
    invoice,
    credits,
  }: Pick<Leg, 'agencyId' | 'leadId' | 'booking' | 'credits'> & {
    invoice: InvoiceRow | null
  },
): Promise<TrailLeg['bill']> {
  const sale = await readBooking(tx, agencyId, leadId, 'retail')
  return findBill(tx, agencyId, {
    leadId,
    pricedAt: booking.priced_at,
    invoice,
    clientInvoiceId: sale?.invoice_id ?? null,
    credits: credits
      .filter(({ wholesale_e4 }) => wholesale_e4 > 0)
      .map((credit) => ({ ...credit, credited_at: credit.wholesale_credited_at })),
  })
}

/** The invoice that bills what an agency's invoice withheld for a lead whose client's payment then failed. */
async function readLater(tx: Tx, agencyId: string, invoiceId: string, leadId: string): Promise<TrailLeg['later']> {
  const sale = await readBooking(tx, agencyId, leadId, 'retail')
  const share = sale?.invoice_id ? await readBilledShare(tx, agencyId, { invoiceId, chargeId: sale.invoice_id }) : null
  const invoice = share && (await readInvoice(tx, agencyId, share.billed_by))
  return invoice && { invoice: presentInvoice(invoice), line: share.line, amount: dollarsFromCents(share.amount_cents) }
}

async function readInvoice(tx: Tx, agencyId: string, invoiceId: string): Promise<InvoiceRow | null> {
  const { rows } = await tx.query<InvoiceRow>(
    `select ${invoiceColumns} from invoice i join charge c on c.agency_id = i.agency_id and c.id = i.id
      where i.agency_id = $1 and i.id = $2`,
    [agencyId, invoiceId],
  )
  return rows[0] ?? null
}

/** Refunds of the line itself, and refunds of the invoice that name no line. */
async function readRefunds(
  tx: Tx,
  agencyId: string,
  chargeId: string,
  line: number | null,
): Promise<TrailLeg['refunds']> {
  const { rows } = await tx.query<RefundRow>(
    `select ${refundColumns} from refund r where r.agency_id = $1 and r.charge_id = $2 order by r.created_at, r.number, r.id`,
    [agencyId, chargeId],
  )
  if (rows.length === 0) return []
  const lines = await readRefundLines(tx, agencyId, chargeId)
  return rows.flatMap((row): TrailLeg['refunds'] => {
    const refund = presentRefund(row, lines)
    if (refund.lines.length === 0) return [{ ...refund, of_line: false, part: refund.amount }]
    const part = refund.lines.find((one) => one.line === line)
    return part ? [{ ...refund, of_line: true, part: part.amount }] : []
  })
}
