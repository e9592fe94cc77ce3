import { modules, modulesWithFloor, type Module } from '#contract/campaigns/modules.ts'
import {
  costField,
  costFromText,
  costKindsOf,
  isLeadPrice,
  type CostField,
  type CostKind,
  type ShownCost,
} from '#contract/pricing/cost.ts'
import { paymentTerms, type PaymentTerm } from '#contract/companies/selections.ts'
import { leavePrice, textOfPrice } from '../../../shells/price-text.ts'

/** Every price as its field shows it, by payment term and the wire's field name. */
export type CostValues = Record<PaymentTerm, Record<CostField, string>>

export interface CostChange {
  term: PaymentTerm
  module: Module
  kind: CostKind
  field: CostField
  /** Dollars. */
  was: number
  becomes: number
}

const everyField = modules.flatMap((module) =>
  costKindsOf(module).map((kind) => ({ module, kind, field: costField(module, kind) })),
)

export const valuesOf = (cost: ShownCost): CostValues =>
  Object.fromEntries(
    paymentTerms.map((term) => [
      term,
      Object.fromEntries(everyField.map(({ field }) => [field, textOfPrice(cost[term][field])])),
    ]),
  ) as CostValues

/** The differences from the stored prices, in the dialog's order. */
export const changesOf = (cost: ShownCost, values: CostValues): CostChange[] =>
  paymentTerms.flatMap((term) =>
    everyField.flatMap(({ module, kind, field }) => {
      const [was, becomes] = [cost[term][field], Number(normalizedCost(kind, values[term][field]))]
      return was === becomes ? [] : [{ term, module, kind, field, was, becomes }]
    }),
  )

/** The price on blur (R223): two decimals, up to four for leads; anything that is not a number becomes 0. */
export const normalizedCost = (kind: CostKind, text: string): string => leavePrice(text, isLeadPrice(kind) ? 4 : 2)

/** The maximum price, in dollars. */
export const maxOf = (kind: CostKind): number => (isLeadPrice(kind) ? 10_000 : 99_999.99)

/** Every invalid price with its field's path, in the dialog's order. */
export const costProblems = (
  values: CostValues,
): { path: `${PaymentTerm}.${CostField}`; term: PaymentTerm; kind: CostKind }[] =>
  paymentTerms.flatMap((term) =>
    everyField.flatMap(({ kind, field }) =>
      costFromText(kind, normalizedCost(kind, values[term][field])) === null
        ? [{ path: `${term}.${field}` as const, term, kind }]
        : [],
    ),
  )

/** The minimum for lead prices: the operator's Enhance and B2B prices (R224), or every price that the seller pays. */
export type Floor = { cost: ShownCost; of: 'enhance and b2b' | 'every lead' } | null

/** What is shown beside a price that a client pays its agency. */
export interface Comparison {
  wholesale: ShownCost
  /** Of all clients without their own; null where these are being set. */
  defaults: ShownCost | null
}

/** The minimum price of a lead, in dollars; null if there is no floor. */
export function floorOf(floor: Floor, term: PaymentTerm, module: Module, kind: CostKind): number | null {
  if (floor === null || !isLeadPrice(kind)) return null
  const has = floor.of === 'every lead' || (kind === 'leadPrice' && modulesWithFloor.includes(module))
  return has ? floor.cost[term][costField(module, kind)] : null
}
