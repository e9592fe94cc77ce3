import { z } from 'zod'
import type { Access } from '../core/access.ts'
import { operation } from '../core/operation.ts'
import { doneAnswer, flag } from '../core/wire.ts'

interface Rule {
  label: string
  about: string
  /** What its threshold counts; absent for a rule without one. */
  threshold?: { unit: 'hours' | 'days' | 'percent'; min: number; max: number; usual: number }
}

/** What a company can be told of: the only list of kinds, their limits and what is suggested. */
export const alertRules = {
  silent: {
    label: 'A pixel reports nothing',
    about: 'An active campaign whose pixel has worked had no hit for this long.',
    threshold: { unit: 'hours', min: 1, max: 720, usual: 24 },
  },
  no_leads: {
    label: 'A campaign brings no leads',
    about: 'An active campaign had no lead for this long.',
    threshold: { unit: 'days', min: 1, max: 90, usual: 2 },
  },
  spending: {
    label: 'A campaign nears its limit',
    about: 'This share of the monthly spend cap, or of a monthly or total limit of leads, is used.',
    threshold: { unit: 'percent', min: 10, max: 100, usual: 80 },
  },
  deliveries: {
    label: 'Deliveries fail',
    about: 'A destination failed five times in a row, or was turned off. People get an email about that in any case.',
  },
} as const satisfies Record<string, Rule>
export type AlertKind = keyof typeof alertRules
export const alertKinds = Object.keys(alertRules) as [AlertKind, ...AlertKind[]]
export const thresholdOf = (kind: AlertKind): Rule['threshold'] => (alertRules[kind] as Rule).threshold

/** Services with a channel that can be written to. */
export const channelKinds = ['slack', 'teams'] as const
export type ChannelKind = (typeof channelKinds)[number]

/** For their own company: R028 for accounts of services. */
const companyAccess: Access = {
  agencyOwner: { reach: ['own'] },
  administrator: { reach: ['own'], permission: 'settings.update' },
  client: { reach: ['own'] },
}

const rule = {
  kind: z.enum(alertKinds),
  is_on: flag,
  threshold: z
    .int()
    .min(1)
    .max(1000)
    .nullable()
    .meta({ description: 'In hours, days or percent, by the kind; null for one without a threshold.' }),
  posts_to: z
    .array(z.enum(channelKinds))
    .max(channelKinds.length)
    .meta({ description: 'Connected accounts whose channel gets the alert, too.' }),
}
export const readAlertRules = operation({
  id: 'own',
  name: 'readAlertRules',
  area: 'alerts',
  method: 'GET',
  path: '/alerts/rules',
  summary: 'Reads what the caller’s company is alerted of, and the channels that can get it.',
  answer: z.object({
    data: z.object({
      rules: z.array(z.object(rule)),
      channels: z.array(z.object({ integration_slug: z.enum(channelKinds), account: z.string() })),
    }),
  }),
  access: companyAccess,
})

export const saveAlertRule = operation({
  id: 'own',
  name: 'saveAlertRule',
  area: 'alerts',
  method: 'PUT',
  path: '/alerts/rules',
  summary: 'Turns an alert of the caller’s company on or off, and says when it is due and where it is posted.',
  body: z.strictObject(rule),
  answer: doneAnswer,
  access: companyAccess,
  limits: [{ count: 60, perSeconds: 60, by: 'user' }],
})
