import { z } from 'zod'
import { moduleDefinitions, modules, type Module } from '../campaigns/modules.ts'
import { dollarsFromE4, e4FromText, priceE4 } from '../core/money.ts'
import { paymentTerms, type PaymentTerm } from '../companies/selections.ts'
import { sentences } from '../core/sentences.ts'

/** Price types of a product under one payment term, with the endings of their wire fields. */
const costSuffixes = {
  platformFee: 'PlatformFee',
  leadPrice: 'Costperlead',
  advancedLeadPrice: 'CostperleadAdvanced',
  monthlyMinimum: 'MinCostMonth',
} as const
export type CostKind = keyof typeof costSuffixes
const costKinds = Object.keys(costSuffixes) as CostKind[]
export const costKindsOf = (module: Module): readonly CostKind[] =>
  moduleDefinitions[module].sellsAdvancedLeads ? costKinds : costKinds.filter((kind) => kind !== 'advancedLeadPrice')
/** The price of a campaign's lead: plain, or advanced with additional information. */
const leadPriceKinds = ['leadPrice', 'advancedLeadPrice'] as const satisfies readonly CostKind[]
export type LeadPriceKind = (typeof leadPriceKinds)[number]
export const isLeadPrice = (kind: CostKind): kind is LeadPriceKind =>
  leadPriceKinds.some((leadPrice) => leadPrice === kind)

export type CostField =
  | `${(typeof moduleDefinitions)[Module]['costPrefix']}${(typeof costSuffixes)[Exclude<CostKind, 'advancedLeadPrice'>]}`
  | 'LeadspeekCostperleadAdvanced'
export const costField = (module: Module, kind: CostKind): CostField =>
  `${moduleDefinitions[module].costPrefix}${costSuffixes[kind]}` as CostField
/** The log's name for a bound of a product, besides its prices. */
export const boundWord = (module: Module, field: string): string => `${moduleDefinitions[module].costPrefix}${field}`

/** To 1/10,000 dollar. A fee has cents, a lead's price four decimals. Null if invalid (R223: digits and one dot). */
export function costFromText(kind: CostKind, text: string): number | null {
  const price_e4 = e4FromText(text)
  if (price_e4 === null) return null
  const isSound = isLeadPrice(kind) ? priceE4.safeParse(price_e4).success : price_e4 % 100 === 0
  return isSound ? price_e4 : null
}

/** A price as typed or calculated; an invalid one is refused with its field. */
export const typedCost = (kind: CostKind) =>
  z
    .union([z.number().nonnegative(), z.string().max(20)])
    .refine((value) => costFromText(kind, String(value)) !== null, isLeadPrice(kind) ? sentences.price : sentences.fee)
    .transform((value) => dollarsFromE4(costFromText(kind, String(value)) ?? 0))
type Typed = ReturnType<typeof typedCost>

const names = modules.flatMap((module) => costKindsOf(module).map((kind) => ({ kind, field: costField(module, kind) })))
const termToSave = z.strictObject(
  Object.fromEntries(names.map(({ kind, field }) => [field, typedCost(kind).optional()])) as Record<
    CostField,
    z.ZodOptional<Typed>
  >,
)
const shownTerm = z.object(
  Object.fromEntries(names.map(({ field }) => [field, z.number()])) as Record<CostField, z.ZodNumber>,
)

/** Prices in dollars by payment term; omitted ones stay unchanged. */
export const costToSave = Object.fromEntries(paymentTerms.map((term) => [term, termToSave.optional()])) as Record<
  PaymentTerm,
  z.ZodOptional<typeof termToSave>
>
/** All prices in dollars by payment term. */
export const shownCost = z.object(
  Object.fromEntries(paymentTerms.map((term) => [term, shownTerm])) as Record<PaymentTerm, typeof shownTerm>,
)
export type ShownCost = z.output<typeof shownCost>
export type CostToSave = { [Term in PaymentTerm]?: { [Field in CostField]?: number | undefined } | undefined }
