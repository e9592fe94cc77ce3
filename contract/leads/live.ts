import { z } from 'zod'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { leadRow, visitRow } from './lead.ts'
import { leadAccess } from './leads.ts'

/**
 * What the live feed sends, as server-sent events with JSON. `ready` comes first: everything from then on is sent, so a
 * list that is loaded after it misses nothing. `lead` and `visit` carry one row each; of a burst only the newest are
 * sent. `: ping` every 15 seconds is the heartbeat. To resume after a disconnect, send the last event's id as
 * Last-Event-ID. The feed ends when the access token expires (at most 10 minutes): reconnect with a new one.
 */
export const liveEvents = { ready: z.object({}), lead: leadRow, visit: visitRow } as const

export const liveLeads = operation({
  id: 'own',
  name: 'liveLeads',
  area: 'leads',
  method: 'GET',
  path: '/leadspeek/lead-live/{companyID}',
  summary: 'Streams new leads and visits of an agency or a client as server-sent events.',
  params: z.strictObject({ companyID: id }),
  answer: z.string(),
  access: leadAccess,
  object: { kind: 'company', in: 'params', key: 'companyID' },
  transport: 'stream',
})
