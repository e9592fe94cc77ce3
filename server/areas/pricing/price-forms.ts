import { modules } from '#contract/campaigns/modules.ts'
import { paymentTerms } from '#contract/companies/selections.ts'
import { boundWord, costField, costKindsOf, type CostToSave, type ShownCost } from '#contract/pricing/cost.ts'
import { boundFields, retailField, type RetailLine, type ShownBounds } from '#contract/pricing/retail.ts'
import type { FormFields } from '#server/areas/activity/form-version.ts'

/** All prices of a form, by their names in the activity log: `Weekly.LeadspeekCostperlead`. */
export const priceFields = (cost: ShownCost): FormFields =>
  Object.fromEntries(
    paymentTerms.flatMap((term) => Object.entries(cost[term]).map(([field, price]) => [`${term}.${field}`, price])),
  )

/** All bounds of a form, by their names in the activity log. */
export const boundsFields = (bounds: ShownBounds): FormFields =>
  Object.fromEntries(
    paymentTerms.flatMap((term) =>
      modules.flatMap((module) =>
        boundFields.map(({ name, wire }) => [`${term}.${boundWord(module, wire)}`, bounds[term][module][name]]),
      ),
    ),
  )

/** The prices that a setting writes; an omitted price stays. */
export const writtenPrices = (cost: CostToSave): string[] =>
  paymentTerms.flatMap((term) => Object.keys(cost[term] ?? {}).map((field) => `${term}.${field}`))

/** The prices and bounds that a client's price lines write. */
export const writtenLines = (lines: readonly RetailLine[]): string[] =>
  lines.flatMap((line) => {
    const { module, paymentTerm: term } = line
    const prices = costKindsOf(module).filter((kind) => line[retailField(module, kind)] !== undefined)
    const bounds = boundFields.filter(({ name }) => line[name] !== undefined)
    return [
      ...prices.map((kind) => `${term}.${costField(module, kind)}`),
      ...bounds.map(({ wire }) => `${term}.${boundWord(module, wire)}`),
    ]
  })
