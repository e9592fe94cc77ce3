import { z } from 'zod'
import type { Access } from '../core/access.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { sentences } from '../core/sentences.ts'

/** Options of the multiple-choice questions; values are stored, labels are shown. */
export const questionChoices = {
  clients: { none: 'None yet', few: '1 to 10', some: '11 to 50', many: 'More than 50' },
  begin_with: {
    visitors: 'Identifying website visitors',
    searches: 'Reaching people who search',
    enrichment: 'Completing contacts',
    businesses: 'Reaching businesses',
  },
} as const

const words = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^[^\p{Cc}]*$/u, sentences.controlCharacters)
    .default('')

const choiceOf = <Key extends keyof typeof questionChoices>(key: Key) =>
  z.enum(Object.keys(questionChoices[key]) as [keyof (typeof questionChoices)[Key] & string])

/** Questions to an agency about its business: two choices are required, the rest is optional. */
export const answers = z.strictObject({
  clients: choiceOf('clients'),
  begin_with: choiceOf('begin_with'),
  industries: words(255),
  goal: words(500),
  heard_from: words(255),
})
export type Answers = z.output<typeof answers>

/** Closed to clients (R024). */
const staff: Access = {
  rootSystem: { reach: ['own', 'below'] },
  rootAdmin: { reach: ['own', 'below'] },
  agencyOwner: { reach: ['own'] },
  administrator: { reach: ['own'] },
}

export const readQuestionnaire = operation({
  id: 'own',
  name: 'readQuestionnaire',
  area: 'people',
  method: 'GET',
  path: '/user/questionnaire/{companyID}',
  summary:
    'Reads a company’s answers about its business; null if there are none. The operator reads those of its agencies.',
  params: z.strictObject({ companyID: id }),
  answer: z.object({
    result: z.literal('success'),
    data: z.object({ answers }).nullable(),
  }),
  access: staff,
  object: { kind: 'company', in: 'params', key: 'companyID' },
})
