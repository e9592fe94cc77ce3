import { z } from 'zod'
import { emptyAs, formFlag, typedCount } from '../core/documented-keys.ts'
import { id } from '../core/ids.ts'
import { flag } from '../core/wire.ts'

/** How often a campaign's report recipients get an email: per lead, or once an hour, a day or a week. */
export const reportEvery = ['lead', 'hour', 'day', 'week'] as const
export type ReportEvery = (typeof reportEvery)[number]

export const maxNotified = 20
const leads = typedCount(1_000_000)

/** Which people of the agency are notified about a campaign's leads (decision 93). Agencies only. */
export const noticeFields = {
  adminNotifyTo: emptyAs([], z.array(id).max(maxNotified)).optional().meta({
    description: 'IDs of the agency’s people to notify; empty for everyone who gets its notices. Agencies only.',
  }),
  leadsAmountNotification: leads.optional().meta({
    description:
      'Sends a notice when the period of `LimitLeadFreq` (a day without a limit) has this many leads; 0 for none. Agencies only.',
  }),
  enableMinimumLimitLeads: formFlag.meta({
    description: 'T: sends a notice after each full period with fewer leads than `minimumLimitLeads`. Agencies only.',
  }),
  minimumLimitLeads: leads.optional(),
}

/** The same fields in a campaign's answer; absent for clients. */
export const noticeDetail = {
  adminNotifyTo: z.array(id).optional(),
  leadsAmountNotification: z.int().optional(),
  enableMinimumLimitLeads: flag.optional(),
  minimumLimitLeads: z.int().optional(),
  notify_choices: z
    .array(z.object({ id, name: z.string() }))
    .optional()
    .meta({ description: 'People who can be notified.' }),
}
