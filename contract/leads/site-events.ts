import { z } from 'zod'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { doneWith } from '../core/wire.ts'
import { leadAccess } from './leads.ts'

export const eventDays = 30
/** How many events are listed, the most frequent first. */
export const maxEvents = 20

const siteEvent = z.object({
  event_name: z.string().meta({ description: 'Name as passed to the pixel; empty if it has none.' }),
  kind: z.enum(['event', 'conversion']),
  is_goal: z.boolean().meta({ description: 'Whether it is a goal of the campaign.' }),
  count: z.int(),
  value: z.number().meta({ description: 'Sum of the reported values, in the site’s currency.' }),
  leads: z.int().meta({ description: 'Number of people among these days’ leads who did it.' }),
})
export type SiteEvent = z.output<typeof siteEvent>

export const listSiteEvents = operation({
  id: 'own',
  name: 'listSiteEvents',
  area: 'leads',
  method: 'GET',
  path: '/leads/site-events/{id}',
  summary: `Lists the events and conversions reported by a campaign’s pixel in the last ${eventDays} days, by name, and how many of its leads did each, goals first. Excludes bots and other sites.`,
  params: z.strictObject({ id }),
  answer: doneWith(
    z.object({
      leads: z.int().meta({ description: 'Number of people who became leads of the campaign in these days.' }),
      goals: z
        .object({
          count: z.int().meta({ description: 'Number of times a goal was reached.' }),
          value: z.number(),
          leads: z.int().meta({ description: 'Number of people among the leads who reached a goal.' }),
        })
        .nullable()
        .meta({ description: 'Totals of all goals; null for a campaign without goals.' }),
      events: z.array(siteEvent),
    }),
  ),
  access: leadAccess,
  object: { kind: 'campaign', in: 'params', key: 'id' },
})
