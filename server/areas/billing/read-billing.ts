import type { BillingLine, readBilling } from '#contract/billing/invoices.ts'
import { centsFromE4, dollarsFromCents, e4FromCents } from '#contract/core/money.ts'
import { readExactlyOwed } from '#server/areas/ledger/read-owed.ts'
import { rateOf, type SellerTaxes } from '#server/areas/taxes/policy.ts'
import { readPayerTaxes } from '#server/areas/taxes/read-taxes.ts'
import { taxCents } from '#server/areas/taxes/tax-cents.ts'
import { readTimeZone } from '#server/areas/tenants/time-zone-setting.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { dayBefore, localDateAt } from '#server/platform/local-dates.ts'
import { openStatuses } from './charge-states.ts'
import { openDays } from './fees/book-fees.ts'
import { readOpenFees } from './fees/gather-fees.ts'
import { planFees } from './fees/plan-fees.ts'
import type { FeePayer } from './fees/read-use.ts'
import { sumUninvoicedEnrichments } from './invoices/gather-enrichments.ts'
import { sumUninvoicedLeads, type Uninvoiced } from './invoices/gather-leads.ts'
import { readSince, fromTheBeginning } from './invoices/gathered-since.ts'
import { payerOf } from './invoices/list-invoices.ts'
import { nextBoundary, type Term } from './periods/boundaries.ts'
import { readAllUndemanded } from './quote-billing.ts'
import { readOpenShares } from './shares/withheld-shares.ts'
import { readSettlements } from './settling/read-settlements.ts'
import { readSellers } from './taxes/read-sellers.ts'

/** A part of the next charge, in cents. */
interface Part {
  kind: BillingLine['kind']
  module?: BillingLine['module']
  days?: { from: string; until: string }
  amount_cents: number
}

/**
 * Periods end in the agency's zone, and taxes follow the seller's table. A client can see neither, so they are read in
 * the agency's scope.
 */
async function readSellersSide(
  { rootId, agencyId, clientId }: ReturnType<typeof payerOf>,
  { platform }: SignedInCall,
): Promise<{ zone: string; taxes: SellerTaxes }> {
  const work = async (tx: Tx): Promise<{ zone: string; taxes: SellerTaxes }> => {
    const zone = await readTimeZone(tx, agencyId)
    const { agencyTaxes, rootTaxes } = await readSellers(tx, platform.clock.now(), { rootId, agencyId, zone })
    return { zone, taxes: clientId === null ? rootTaxes : agencyTaxes }
  }
  return inScope(platform.appPool, { kind: 'agency', rootId, agencyId }, work, { readOnly: true })
}

/** What a payer owes, what the next charge will be, and for what. */
export const handleReadBilling: Handler<typeof readBilling> = async (_input, call) => {
  const payer = payerOf(call)
  const { agencyId, clientId } = payer
  const now_ms = call.platform.clock.now()
  const { zone, taxes } = await readSellersSide(payer, call)
  return call.inScope(async (tx) => {
    const { rows } = await tx.query<{ due_cents: number; term: Term }>(
      `select (select coalesce(sum(amount_cents), 0)::bigint from charge
                where agency_id = $1 and client_id is not distinct from $2 and status = any($3)
                  and balance_id is null) as due_cents,
              case when c.kind = 'client' then first_payment_term(c.payment_terms) else 'Monthly' end as term
         from company c where c.id = coalesce($2, $1)`,
      [agencyId, clientId, openStatuses],
    )
    const { due_cents, term } = rows[0]!
    const next = nextBoundary(term, localDateAt(now_ms, zone))
    const { used, earlier_cents, open_cents } = await readOpen(tx, payer, { now_ms, zone, next })
    const coming = clientId === null ? [] : await readComing(tx, { ...payer, clientId, zone }, next)
    const earlier: Part = { kind: 'earlier_balance', amount_cents: earlier_cents }
    // Some of it is prepaid, part of another charge, or offset by credited leads.
    const deduction_cents = earlier_cents > 0 ? 0 : Math.max(sumOf(used) - open_cents, 0)
    const lines = [...used, ...coming, earlier].filter(({ amount_cents }) => amount_cents > 0)
    const owed_e4 = (await readExactlyOwed(tx, agencyId, [clientId]))(clientId)
    const tax_cents = await sumTax(tx, taxes, clientId ?? agencyId, lines)
    return {
      result: 'success' as const,
      data: {
        due: dollarsFromCents(due_cents),
        accrued: dollarsFromCents(sumOf(used)),
        next_charge_on: next,
        term,
        credit: dollarsFromCents(Math.max(Math.floor(-owed_e4 / 100), 0)),
        settlements: await readSettlements(tx, payer),
        lines: lines.map(present),
        deduction: dollarsFromCents(deduction_cents),
        expected: dollarsFromCents(sumOf(lines) - deduction_cents + tax_cents),
        tax: dollarsFromCents(tax_cents),
      },
    }
  })
}

interface Open {
  /** Booked amounts that aren't invoiced yet. */
  used: Part[]
  /** The balance of earlier invoices. */
  earlier_cents: number
  /** What is owed that no charge covers. */
  open_cents: number
}

async function readOpen(
  tx: Tx,
  payer: ReturnType<typeof payerOf>,
  { now_ms, zone, next }: { now_ms: number; zone: string; next: string },
): Promise<Open> {
  const { agencyId, clientId } = payer
  const open = { agencyId, clientId, until: dateOf(now_ms) }
  const remainder = await readAllUndemanded(tx, payer, [clientId])
  const lists = await sumUninvoicedEnrichments(tx, open)
  const lines = await readBooked(tx, agencyId, clientId)
  const beyond_e4 = (leads: Uninvoiced): number =>
    remainder.exactly_e4(clientId) - leads.all_e4 - lists.all_e4 - e4FromCents(sumOf(lines))
  const since = (await readSince(tx, { agencyId, zone }, [{ clientId, endsOn: next }])).get(clientId)
  let leads = await sumUninvoicedLeads(tx, open, since ?? fromTheBeginning)
  if (since && beyond_e4(leads) >= 100) leads = await sumUninvoicedLeads(tx, open, fromTheBeginning)
  return {
    used: [
      { kind: 'leads', amount_cents: centsFromE4(leads.due_e4) },
      { kind: 'enrichment', amount_cents: centsFromE4(lists.due_e4) },
      ...lines,
    ],
    earlier_cents: Math.max(Math.floor(beyond_e4(leads) / 100), 0),
    open_cents: remainder.of(clientId),
  }
}

const sumOf = (parts: readonly Pick<Part, 'amount_cents'>[]): number =>
  parts.reduce((sum, { amount_cents }) => sum + amount_cents, 0)

/** Tax applies to the lines' amounts, whether or not they were prepaid. */
async function sumTax(tx: Tx, taxes: SellerTaxes, payerId: string, parts: readonly Part[]): Promise<number> {
  if (taxes.rates.length === 0) return 0
  const rate = rateOf(taxes, (await readPayerTaxes(tx, [payerId])).get(payerId))
  if (!rate) return 0
  // Amounts of earlier invoices were taxed there.
  const taxableParts = parts.filter(({ kind }) => kind !== 'earlier_leads' && kind !== 'earlier_balance')
  return taxableParts.reduce((sum, { amount_cents }) => sum + taxCents(amount_cents, rate.rate_e3), 0)
}

/** Booked fees that aren't invoiced: a client's one by one, an agency's added up over its clients. */
async function readBooked(tx: Tx, agencyId: string, clientId: string | null): Promise<Part[]> {
  const fees = await readOpenFees(tx, agencyId, [clientId])
  if (clientId !== null)
    return fees.map(({ kind, module, from_on: from, until_on: until, amount_cents }) => ({
      kind,
      module,
      days: { from, until },
      amount_cents,
    }))
  const shares = await readOpenShares(tx, agencyId)
  const ofAll = (['platform_fee', 'lead_minimum'] as const).map((kind) => ({
    kind,
    amount_cents: sumOf(fees.filter((fee) => fee.kind === kind)),
  }))
  return [...ofAll, { kind: 'earlier_leads', amount_cents: sumOf(shares) }]
}

/** The fees that a client's current period will add if nothing changes until it ends. */
async function readComing(tx: Tx, payer: FeePayer, next: string): Promise<Part[]> {
  const days = await openDays(tx, payer, next)
  const fees = days ? await planFees(tx, payer, days) : []
  return fees.map(({ kind, module, from, until, retail_cents }) => ({
    kind,
    module,
    days: { from, until },
    amount_cents: retail_cents,
  }))
}

const present = ({ kind, module = null, days, amount_cents }: Part): BillingLine => ({
  kind,
  module,
  first_day: days?.from ?? null,
  last_day: days ? dayBefore(days.until) : null,
  amount: dollarsFromCents(amount_cents),
})
