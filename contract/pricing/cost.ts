import { z } from 'zod'
import { moduleDefinitions, modules, type Module } from '../campaigns/modules.ts'
import { dollarsFromE4, e4FromText, priceE4 } from '../core/money.ts'
import { paymentTerms, type PaymentTerm } from '../companies/selections.ts'
import { sentences } from '../core/sentences.ts'

/** How the wire's fields of each product begin (R221). */
const costPrefixes: Readonly<Record<Module, 'Leadspeek' | 'Locator' | 'Enhance' | 'B2b'>> = {
  local: 'Leadspeek',
  locator: 'Locator',
  enhance: 'Enhance',
  b2b: 'B2b',
}

/** What a product costs under one payment term; how the wire's fields end. */
const costKinds = ['PlatformFee', 'Costperlead', 'CostperleadAdvanced', 'MinCostMonth'] as const
export type CostKind = (typeof costKinds)[number]
export const costKindsOf = (module: Module): readonly CostKind[] =>
  moduleDefinitions[module].sellsAdvancedLeads ? costKinds : costKinds.filter((kind) => kind !== 'CostperleadAdvanced')
export const isLeadPrice = (kind: CostKind): boolean => kind === 'Costperlead' || kind === 'CostperleadAdvanced'

export type CostField =
  | `${(typeof costPrefixes)[Module]}${Exclude<CostKind, 'CostperleadAdvanced'>}`
  | 'LeadspeekCostperleadAdvanced'
export const costField = (module: Module, kind: CostKind): CostField => `${costPrefixes[module]}${kind}` as CostField

/** To 1/10,000 dollar. A fee has cents, a lead's price four decimals. Null for what is no price (R223: digits and one dot). */
export function costFromText(kind: CostKind, text: string): number | null {
  const price_e4 = e4FromText(text)
  if (price_e4 === null) return null
  const isSound = isLeadPrice(kind) ? priceE4.safeParse(price_e4).success : price_e4 % 100 === 0
  return isSound ? price_e4 : null
}

/** A price as it is typed or calculated; what is none is refused by its field. */
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

/** Prices in dollars by payment term; what is left out stays as it is. */
export const costToSave = Object.fromEntries(paymentTerms.map((term) => [term, termToSave.optional()])) as Record<
  PaymentTerm,
  z.ZodOptional<typeof termToSave>
>
/** Prices in dollars by payment term, every one of them. */
export const shownCost = z.object(
  Object.fromEntries(paymentTerms.map((term) => [term, shownTerm])) as Record<PaymentTerm, typeof shownTerm>,
)
export type ShownCost = z.output<typeof shownCost>
export type CostToSave = { [Term in PaymentTerm]?: { [Field in CostField]?: number | undefined } | undefined }
