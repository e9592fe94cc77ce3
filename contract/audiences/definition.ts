import { z } from 'zod'
import { companySizes, departments, industries, seniorities } from '../campaigns/profile/kinds.ts'
import { domainFrom } from '../campaigns/module-fields/b2b.ts'
import { id } from '../core/ids.ts'
import { sentences } from '../core/sentences.ts'
import { line } from '../core/wire.ts'

/** Limits: conditions per part, and values per condition. */
export const maxConditions = 10
export const maxValues = 200
/** How far back a condition can look, and the highest count it can require. */
export const maxDays = 365
export const maxTimes = 100

export const ageBands = ['18-24', '25-34', '35-44', '45-54', '55-64', '65+'] as const
const genders = ['female', 'male'] as const

const idsOf = (kinds: readonly { id: string }[]): string[] => kinds.map((kind) => kind.id)

/** The values that a trait can be chosen from; null if they are free text. */
export const traitChoices = {
  state: null,
  city: null,
  zip: null,
  age: ageBands,
  gender: genders,
  industry: idsOf(industries),
  company_size: idsOf(companySizes),
  seniority: idsOf(seniorities),
  department: idsOf(departments),
  company: null,
} as const satisfies Readonly<Record<string, readonly string[] | null>>
export type Trait = keyof typeof traitChoices
export const traits = Object.keys(traitChoices) as [Trait, ...Trait[]]

/** Returns what is wrong with a trait's value; null if it is valid. */
export function valueProblem(trait: Trait, value: string): string | null {
  const choices: readonly string[] | null = traitChoices[trait]
  if (choices) return choices.includes(value) ? null : sentences.choice
  if (trait === 'state') return /^[A-Z]{2}$/.test(value) ? null : sentences.state
  if (trait === 'zip') return /^\d{5}$/.test(value) ? null : sentences.zipCodes
  if (trait === 'company') return domainFrom(value) === null ? sentences.domains : null
  return null
}

const withinDays = z.int().min(1).max(maxDays).meta({ description: 'Counted back from the time of evaluation.' })

const ofTrait = z
  .strictObject({
    kind: z.literal('trait'),
    trait: z.enum(traits),
    values: z.array(line(100)).min(1).max(maxValues).meta({ description: 'Any of them.' }),
  })
  .superRefine(({ trait, values }, context) => {
    for (const [at, value] of values.entries()) {
      const message = valueProblem(trait, value)
      if (message) context.addIssue({ code: 'custom', path: ['values', at], message })
    }
  })

const visitCondition = z.strictObject({
  kind: z.literal('visited'),
  page: z
    .union([z.literal(''), line(200)])
    .default('')
    .meta({ description: 'Text contained in the page’s URL; empty for any page.' }),
  least: z.int().min(1).max(maxTimes).default(1),
  within_days: withinDays,
})
const isLead = z.strictObject({
  kind: z.literal('lead'),
  organization_id: z
    .union([z.literal(''), id])
    .default('')
    .meta({ description: 'Only campaigns linked to this marketing organization.' }),
  within_days: withinDays,
})
const conversionCondition = z.strictObject({ kind: z.literal('converted'), within_days: withinDays })
const searchCondition = z.strictObject({
  kind: z.literal('searched'),
  phrase: z
    .union([z.literal(''), line(100)])
    .default('')
    .meta({ description: 'Text contained in the searched phrase; empty for any phrase that a campaign targets.' }),
  within_days: withinDays,
})
const onExclusionList = z.strictObject({ kind: z.literal('excluded') })
const onUploadedList = z.strictObject({
  kind: z.literal('listed'),
  list_id: id.meta({ description: 'A list uploaded for the client; empty after its last day.' }),
})

const condition = z.discriminatedUnion('kind', [
  ofTrait,
  visitCondition,
  isLead,
  conversionCondition,
  searchCondition,
  onExclusionList,
  onUploadedList,
])
export type Condition = z.output<typeof condition>

const part = z.strictObject({
  match: z.enum(['all', 'any']),
  conditions: z.array(condition).max(maxConditions),
})
export type Part = z.output<typeof part>

/** An audience holds everyone who matches `include` and does not match `exclude`. An empty `include` matches all. */
export const definition = z
  .strictObject({ include: part, exclude: part })
  .refine(({ include, exclude }) => include.conditions.length + exclude.conditions.length > 0, {
    message: sentences.oneCondition,
    path: ['include', 'conditions'],
  })
export type Definition = z.output<typeof definition>
