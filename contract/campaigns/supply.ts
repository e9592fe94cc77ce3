import { z } from 'zod'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import type { Plain } from '../core/wire-names.ts'
import { doneWith, flag } from '../core/wire.ts'

/** How many days back a forecast looks, and the highest number of people it counts. */
export const forecast_days = 14
export const maxCounted = 10_000

const supply = z.object({
  people: z.int().meta({
    description: `Number of people with complete data in the campaign’s locations, counted up to ${maxCounted}.`,
  }),
  people_needed: z.int().meta({ description: 'Number of people required: a week of the minimum daily leads.' }),
  searching_a_day: z.number().meta({
    description: `How many of them searched per day for what the campaign targets, averaged over ${forecast_days} days.`,
  }),
  least_a_day: z.int().meta({ description: 'Minimum daily leads that the operator promises.' }),
  enough: flag.meta({ description: 'T: both numbers are high enough.' }),
})
export type Supply = Plain<z.output<typeof supply>>

export const readSupply = operation({
  id: 'own',
  name: 'readSupply',
  area: 'leads',
  method: 'GET',
  path: '/leadspeek/supply/{id}',
  summary:
    'Reads whether enough people search for what a campaign targets; null for modules that promise no number of leads.',
  params: z.strictObject({ id }),
  answer: doneWith(supply.nullable()),
  access: {
    rootSystem: { reach: ['below'] },
    rootAdmin: { reach: ['below'], permission: 'campaign.enable' },
    agencyOwner: { reach: ['own', 'below'] },
    administrator: { reach: ['own', 'below'], permission: 'campaign.enable' },
    client: { reach: ['own'] },
  },
  object: { kind: 'campaign', in: 'params', key: 'id' },
})
