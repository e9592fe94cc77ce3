import { columnUnits, type ReportColumn, type ReportKind } from '#contract/reports/table-names.ts'

/** The sums from which all figures of a report are computed. Money is in 1/10,000 dollar. */
export interface Sums {
  visits: number
  matched: number
  leads: number
  retail_e4: number
  wholesale_e4: number
  /** Revenue of enrichment, besides leads. */
  enriched_retail_e4: number
  enriched_wholesale_e4: number
  conversions: number
  value_e4: number
}

export const zeroSums: Sums = {
  visits: 0,
  matched: 0,
  leads: 0,
  retail_e4: 0,
  wholesale_e4: 0,
  enriched_retail_e4: 0,
  enriched_wholesale_e4: 0,
  conversions: 0,
  value_e4: 0,
}

export const addSums = (one: Sums, other: Sums): Sums => ({
  visits: one.visits + other.visits,
  matched: one.matched + other.matched,
  leads: one.leads + other.leads,
  retail_e4: one.retail_e4 + other.retail_e4,
  wholesale_e4: one.wholesale_e4 + other.wholesale_e4,
  enriched_retail_e4: one.enriched_retail_e4 + other.enriched_retail_e4,
  enriched_wholesale_e4: one.enriched_wholesale_e4 + other.enriched_wholesale_e4,
  conversions: one.conversions + other.conversions,
  value_e4: one.value_e4 + other.value_e4,
})

/** Null if the divisor is zero. */
const ratio = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole)

/** The client's total spend, and the agency's total cost. */
const spendOf = (sums: Sums): number => sums.retail_e4 + sums.enriched_retail_e4
const costOf = (sums: Sums): number => sums.wholesale_e4 + sums.enriched_wholesale_e4

/** `all` are the sums of the whole report. */
const valueOf: Readonly<Record<ReportColumn, (sums: Sums, all: Sums) => number | null>> = {
  visits: ({ visits }) => visits,
  match_rate: ({ matched, visits }) => ratio(matched, visits),
  leads: ({ leads }) => leads,
  cost_per_lead: ({ retail_e4, leads }) => {
    const price = ratio(retail_e4, leads)
    return price === null ? null : Math.round(price)
  },
  spend: spendOf,
  wholesale: costOf,
  margin: (sums) => spendOf(sums) - costOf(sums),
  conversions: ({ conversions }) => conversions,
  value: ({ value_e4 }) => value_e4,
  return_on_spend: (sums) => ratio(sums.value_e4, spendOf(sums)),
  share: ({ visits }, all) => ratio(visits, all.visits),
}

const ofCosts: readonly ReportColumn[] = ['wholesale', 'margin']

/** A funnel stage has only visits; wholesale cost and margin are omitted for clients. */
export const columnsOf = (kind: ReportKind, withCosts: boolean): ReportColumn[] =>
  kind === 'funnel'
    ? ['visits', 'share']
    : (Object.keys(columnUnits) as ReportColumn[]).filter(
        (column) => column !== 'share' && (withCosts || !ofCosts.includes(column)),
      )

export const valuesOf = (columns: readonly ReportColumn[], sums: Sums, all: Sums): (number | null)[] =>
  columns.map((column) => valueOf[column](sums, all))
