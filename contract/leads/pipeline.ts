import { z } from 'zod'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { sentences } from '../core/sentences.ts'
import { doneWith, line } from '../core/wire.ts'
import { leadAccess } from './leads.ts'
import { leadStatusKey } from './status-key.ts'

/** Colors of a status: the theme's tones, each with shades for light and dark. */
export const statusTones = ['plain', 'info', 'warn', 'ok', 'bad'] as const
export const statusOutcomes = ['open', 'won', 'lost'] as const
export const maxStatuses = 20
export const longestStatusName = 40

const look = {
  tone: z.enum(statusTones),
  outcome: z.enum(statusOutcomes).meta({ description: 'What the status means for the client’s sales.' }),
}
const leadStatus = z.object({ key: leadStatusKey, name: z.string(), ...look })
export type LeadStatus = z.output<typeof leadStatus>

/** The status of a lead that nobody has worked on: the first of every pipeline. */
export const firstStatusKey = 'new'

export const shownPipeline = z.array(leadStatus)

/** An agency's own pipeline. A status that is left out stays on its leads, and can be set and filtered no more. */
export const pipelineToSave = z
  .array(
    z.strictObject({
      key: z
        .union([z.literal(''), leadStatusKey])
        .default('')
        .meta({ description: 'Empty for a new status, whose key is made of its name.' }),
      name: line(longestStatusName),
      ...look,
    }),
  )
  .min(1)
  .max(maxStatuses)
  .refine((statuses) => {
    const keys = statuses.flatMap(({ key }) => (key === '' ? [] : [key]))
    return statuses[0]?.key === firstStatusKey && new Set(keys).size === keys.length
  }, sentences.invalid)

/** The pipeline of agencies without their own, in order. A new lead has the first status. */
export const defaultPipeline: readonly LeadStatus[] = [
  { key: firstStatusKey, name: 'New', tone: 'plain', outcome: 'open' },
  { key: 'contacted', name: 'Contacted', tone: 'info', outcome: 'open' },
  { key: 'qualified', name: 'Qualified', tone: 'warn', outcome: 'open' },
  { key: 'won', name: 'Won', tone: 'ok', outcome: 'won' },
  { key: 'lost', name: 'Lost', tone: 'bad', outcome: 'lost' },
]

export const readLeadPipeline = operation({
  id: 'own',
  name: 'readLeadPipeline',
  area: 'leads',
  method: 'GET',
  path: '/leadspeek/lead-pipeline/{companyID}',
  summary: 'Reads the statuses that leads of an agency or a client can have, in order.',
  params: z.strictObject({ companyID: id }),
  answer: doneWith(shownPipeline),
  access: leadAccess,
  object: { kind: 'company', in: 'params', key: 'companyID' },
})
