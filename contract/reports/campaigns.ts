import { z } from 'zod'
import { modules } from '../campaigns/modules.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { localDate } from '../core/wire.ts'
import type { Plain } from '../core/wire-names.ts'
import { reasons } from '../leads/reasons.ts'

/** Number of whole days before today that a campaign is judged by. */
export const judged_days = 7

const slowCampaign = z.object({
  leadspeek_api_id: id,
  campaignName: z.string(),
  leadspeek_type: z.enum(modules),
  client_company_name: z.string(),
  company_id: id,
  /** The agency; empty if an agency reads its own. */
  company_name: z.string(),
  /** What its limit allows in these days; null without a limit, or with a lifetime limit. */
  wanted: z.int().nullable(),
  delivered: z.int(),
  /** Where most visits that did not become leads ended, the most frequent first; empty without any visit. */
  reasons: z.array(z.object({ reason: z.enum(reasons), count: z.int() })),
})
export type SlowCampaign = Plain<z.output<typeof slowCampaign>>

export const listUnderPerforming = operation({
  id: 'C056',
  name: 'listUnderPerforming',
  area: 'reports',
  method: 'GET',
  path: '/configuration/get-under-perform-campaigns',
  summary: `Lists active campaigns that delivered nothing in the last ${judged_days} full days, or less than half of what their limit allows; slowest first.`,
  query: pageQuery,
  answer: pageOf(slowCampaign).extend({ start: localDate, end: localDate, time_zone: z.string() }),
  access: {
    rootSystem: { reach: ['own'] },
    rootAdmin: { reach: ['own'], permission: 'settings.enable' },
    agencyOwner: { reach: ['own'] },
    administrator: { reach: ['own'], permission: 'leads.enable' },
  },
  // The own company's: users who are blocked until they pay cannot read it, like other lists.
  object: { kind: 'none', in: 'query', key: 'Page' },
})
