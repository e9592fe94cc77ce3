import { z } from 'zod'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { doneWith } from '../core/wire.ts'
import { reasons, type Reason } from './reasons.ts'

/** How many days back a simulation can look, including today: no longer than signals are kept. */
export const simulatedDays = [7, 30] as const

/** Rules that a simulation can leave out, to show what they cost: those that a campaign could do without. */
export const rulesToLeaveOut = [
  'email_missing',
  'phone_missing',
  'address_missing',
  'outside_target',
  'outside_audience',
  'outside_hours',
  'limit_reached',
  'cap_reached',
  'paced',
] as const satisfies readonly Reason[]
export type RuleToLeaveOut = (typeof rulesToLeaveOut)[number]

const price_e4 = z.int().meta({ description: 'In 1/10,000 dollar.' })

const simulation = z.object({
  from: z.iso.date().meta({ description: 'First day, in the campaign’s time zone; the last one is today.' }),
  days: z.int(),
  time_zone: z.string(),
  source: z.enum(['own', 'site', 'searches']).meta({
    description: 'Source of the events: its own pixel, another campaign’s pixel on the same site, or searches.',
  }),
  source_name: z.string().nullable().meta({ description: 'The other campaign’s name.' }),
  events: z.int(),
  people: z.int().meta({ description: 'Number of different people among the events.' }),
  leads: z.int(),
  cost: price_e4.meta({ description: 'In 1/10,000 dollar: what the client would have paid.' }),
  wholesale: price_e4
    .optional()
    .meta({ description: 'In 1/10,000 dollar: what the agency would have paid. Not shown to clients.' }),
  by_day: z.array(z.object({ date: z.iso.date(), events: z.int(), leads: z.int() })),
  reasons: z.array(z.object({ reason: z.enum(reasons), count: z.int() })).meta({
    description: 'Number of events by the stage at which they ended, in the order of the stages.',
  }),
  limit_met_on: z.iso.date().nullable().meta({ description: 'First day on which the lead limit was met.' }),
  limit_met_days: z.int(),
  caps: z
    .array(
      z.object({
        of: z.enum(['campaign', 'client', 'agency']),
        met_on: z.iso.date().nullable().meta({ description: 'First day on which it stopped a lead.' }),
        met_days: z.int(),
      }),
    )
    .meta({
      description: 'Spend caps that apply to the campaign, and when they were met. Clients don’t see an agency’s.',
    }),
})
export type Simulation = z.output<typeof simulation>

export const simulateCampaign = operation({
  id: 'own',
  name: 'simulateCampaign',
  area: 'leads',
  method: 'GET',
  path: '/leadspeek/simulation/{id}/{days}',
  summary: 'Applies a campaign’s current rules to the events of past days. Writes nothing.',
  params: z.strictObject({
    id,
    days: z.enum(['7', '30']).meta({ description: 'Number of days, including today.' }),
  }),
  query: z.strictObject({
    without: z
      .enum(['', ...rulesToLeaveOut])
      .default('')
      .meta({ description: 'A rule that is left out, to see what would change without it.' }),
  }),
  answer: doneWith(simulation),
  // An expensive read: nobody can look at the results of more calls than this.
  limits: [{ count: 20, perSeconds: 60, by: 'user' }],
  oneAtATime: true,
  access: {
    rootSystem: { reach: ['below'] },
    rootAdmin: { reach: ['below'], permission: 'campaign.enable' },
    agencyOwner: { reach: ['own', 'below'] },
    administrator: { reach: ['own', 'below'], permission: 'campaign.enable' },
    client: { reach: ['own'] },
  },
  object: { kind: 'campaign', in: 'params', key: 'id' },
})
