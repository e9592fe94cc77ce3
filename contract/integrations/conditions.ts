import { z } from 'zod'
import { sentences } from '../core/sentences.ts'
import { line } from '../core/wire.ts'
import { leadTexts, type LeadTextName } from '../leads/lead-texts.ts'

/** What a destination may ask of a lead. */
export const conditionFields = [
  'first_name',
  'last_name',
  ...(Object.keys(leadTexts) as LeadTextName[]),
  'page_url',
] as const
export type ConditionField = (typeof conditionFields)[number]

/** `present` and `absent` need no value. Upper and lower case are the same. */
export const conditionOperators = ['present', 'absent', 'equals', 'differs', 'contains'] as const
export type ConditionOperator = (typeof conditionOperators)[number]

export const needsValue = (operator: ConditionOperator): boolean => operator !== 'present' && operator !== 'absent'

const condition = z
  .strictObject({
    field: z.enum(conditionFields),
    operator: z.enum(conditionOperators),
    value: z.union([z.literal(''), line(200)]).default(''),
  })
  .refine(({ operator, value }) => !needsValue(operator) || value !== '', {
    message: sentences.required,
    path: ['value'],
  })
export type Condition = z.output<typeof condition>

export const maxConditions = 10

/** Which of a campaign's leads a destination gets. */
export const routing = {
  conditions: z
    .array(condition)
    .max(maxConditions)
    .meta({ description: 'A lead must fulfill all of them; it may fulfill any if there are none.' }),
  share: z.int().min(1).max(100).nullable().meta({
    description:
      'Takes turns with the campaign’s other destinations that have one, in this proportion; null gets every lead.',
  }),
  daily_cap: z.int().min(1).max(100_000).nullable().meta({
    description:
      'Most leads a day, by the campaign’s time zone; the others are sent on the following days. Null for no cap.',
  }),
}
