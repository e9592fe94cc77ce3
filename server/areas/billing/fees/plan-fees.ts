import type { Module } from '#contract/campaigns/modules.ts'
import { centsFromE4 } from '#contract/core/money.ts'
import { readFeeHistory, type FeeHistory } from '#server/areas/pricing/fee-history.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { endOfDate_ms } from '#server/platform/local-dates.ts'
import { hasFault } from '#server/platform/planted-fault.ts'
import { daysBetween, lengthAt, monthsEnded, shareOfDays_cents } from './fee-days.ts'
import { readUses, sumLeads, type FeePayer, type LeadSum, type Use } from './read-use.ts'

/** Local dates, end exclusive. */
interface Days {
  from: string
  until: string
}

/** A client's fee for a module, in both legs. */
export interface PlannedFee extends Days {
  module: Module
  kind: 'platform_fee' | 'lead_minimum'
  isOnce: boolean
  retail_cents: number
  wholesale_cents: number
}

type Leg = 'retail' | 'wholesale'

/**
 * Computes a client's fees for a range of days (decision 79). The platform fee of each module it uses: each day costs its share
 * of the week or month, by that day's term and price; once for the One Time term. Plus, for each month that
 * ended in the range, what the module's leads fall short of its minimum.
 */
export async function planFees(tx: Tx, payer: FeePayer, days: Days): Promise<PlannedFee[]> {
  const history = await readFeeHistory(tx, payer)
  if (history.isFree || days.from >= days.until) return []
  const uses = (await readUses(tx, payer)).filter(({ since }) => since < days.until)
  if (uses.length === 0) return []
  const sales = await sumLeads(tx, payer, days)
  const paidOnce = await readPaidOnce(tx, payer)
  const fees = usedIn(uses, sales).flatMap((use) =>
    planPlatformFees(payer, { history, use, days: within(days, use) }, paidOnce.has(use.module)),
  )
  const minimums: PlannedFee[] = []
  for (const month of monthsEnded(days.from, days.until)) {
    const ofMonth = await sumLeads(tx, payer, month)
    const usesOfMonth = usedIn(uses, ofMonth).filter(({ since }) => since < month.until)
    minimums.push(...usesOfMonth.map((use) => planMinimum(payer, { history, use, month, sold: ofMonth })))
  }
  return [...fees, ...minimums].filter((fee) => fee.retail_cents + fee.wholesale_cents > 0)
}

/** Modules with a running campaign, or with leads. */
const usedIn = (uses: readonly Use[], sales: readonly LeadSum[]): Use[] =>
  uses.filter(({ module, runs }) => runs || sales.some((sum) => sum.module === module))

const within = (days: Days, { since, until }: Use): Days => ({
  from: since > days.from ? since : days.from,
  until: until !== null && until < days.until ? until : days.until,
})

interface Part {
  history: FeeHistory
  use: Use
}

function planPlatformFees(
  { zone }: FeePayer,
  { history, use: { module }, days }: Part & { days: Days },
  isPaidOnce: boolean,
): PlannedFee[] {
  const each = daysBetween(days.from, days.until).map((date) => ({ date, term: history.termOn(date) }))
  const priceOf = (leg: Leg, { date, term }: (typeof each)[number]): number =>
    history.feeBefore({ module, term, kind: 'platformFee', before_ms: endOfDate_ms(date, zone) })[`${leg}_e4`]
  const byDay = each.filter(({ term }) => term !== 'OneTime')
  const sharesOf = (leg: Leg): number =>
    shareOfDays_cents(byDay.map((day) => ({ price_e4: priceOf(leg, day), length: lengthAt(day.term, day.date) })))
  // The last of its days, so that a price set since the period began applies.
  const once = isPaidOnce ? undefined : each.findLast(({ term }) => term === 'OneTime')
  const onceOf = (leg: Leg): number => (once ? centsFromE4(priceOf(leg, once)) : 0)
  return [
    { isOnce: false, of: sharesOf },
    { isOnce: true, of: onceOf },
  ].map(({ isOnce, of }) => ({
    module,
    kind: 'platform_fee',
    isOnce,
    ...days,
    retail_cents: of('retail'),
    wholesale_cents: of('wholesale'),
  }))
}

/** Modules whose One Time fee was already booked. */
async function readPaidOnce(tx: Tx, { agencyId, clientId }: FeePayer): Promise<Set<Module>> {
  const { rows } = await tx.query<{ module: Module }>(
    'select module from period_fee where agency_id = $1 and client_id = $2 and is_once',
    [agencyId, clientId],
  )
  return new Set(rows.map(({ module }) => module))
}

/** The minimum covers the days since the module was first used; all of its leads in the month count. */
function planMinimum(
  { zone }: FeePayer,
  { history, use, month, sold }: Part & { month: Days; sold: readonly LeadSum[] },
): PlannedFee {
  const { module } = use
  const days = within(month, use)
  const leads = sold.find((sum) => sum.module === module)
  const missing = (leg: Leg): number => {
    const least_cents = shareOfDays_cents(
      daysBetween(days.from, days.until).map((date) => {
        const at = { term: history.termOn(date), before_ms: endOfDate_ms(date, zone) }
        const price = history.feeBefore({ module, kind: 'monthlyMinimum', ...at })
        return { price_e4: price[`${leg}_e4`], length: lengthAt('Monthly', date) }
      }),
    )
    const sold_cents = hasFault('minimum-beside-leads') ? 0 : centsFromE4(leads?.[`${leg}_e4`] ?? 0)
    return Math.max(least_cents - sold_cents, 0)
  }
  return {
    module,
    kind: 'lead_minimum',
    isOnce: false,
    ...days,
    retail_cents: missing('retail'),
    wholesale_cents: missing('wholesale'),
  }
}
