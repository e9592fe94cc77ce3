import { z } from 'zod'
import { moduleNames, modules, type Module } from '../campaigns/modules.ts'
import { sentences } from '../core/sentences.ts'

/** How a client may pay (R221); the key is the wire's value, the label is shown to people (OQ-19). */
export const paymentTerms = ['Weekly', 'Monthly', 'OneTime', 'Prepaid'] as const
export type PaymentTerm = (typeof paymentTerms)[number]

/** Every payment term and whether a company may use it. An omitted one is off. */
export const selectedTerms = z
  .array(z.strictObject({ term: z.enum(paymentTerms), status: z.boolean() }))
  .max(paymentTerms.length)

/** An option of a list. */
export const choice = z.object({ value: z.string(), label: z.string() })
type Choice = z.output<typeof choice>

/** OQ-19: one label is written as two words. */
export const termChoices = (terms: readonly PaymentTerm[]): Choice[] =>
  paymentTerms
    .filter((term) => terms.includes(term))
    .map((value) => ({ value, label: value === 'OneTime' ? 'One Time' : value }))
export const moduleChoices = (chosen: readonly Module[]): Choice[] =>
  modules.filter((module) => chosen.includes(module)).map((value) => ({ value, label: moduleNames[value] }))

/** R229: at least one must be on. */
export const someTerm = selectedTerms.refine((terms) => terms.some(({ status }) => status), sentences.paymentTerm)

/** An edit form's terms: none listed means as they are, and of those listed one must be on. */
export const termsOfForm = selectedTerms.refine(
  (terms) => terms.length === 0 || terms.some(({ status }) => status),
  sentences.paymentTerm,
)

/** Every product and whether a company may use it. An omitted one is off. */
export const selectedModules = z
  .array(z.strictObject({ type: z.enum(modules), status: z.boolean() }))
  .max(modules.length)

export const termsOf = (terms: z.output<typeof selectedTerms>): PaymentTerm[] =>
  paymentTerms.filter((term) => terms.some((one) => one.term === term && one.status))
export const modulesOf = (selected: z.output<typeof selectedModules>): Module[] =>
  modules.filter((module) => selected.some((one) => one.type === module && one.status))

export const toSelectedTerms = (terms: readonly PaymentTerm[]): z.output<typeof selectedTerms> =>
  paymentTerms.map((term) => ({ term, status: terms.includes(term) }))
export const toSelectedModules = (chosen: readonly Module[]): z.output<typeof selectedModules> =>
  modules.map((type) => ({ type, status: chosen.includes(type) }))
