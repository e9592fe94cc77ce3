import { z } from 'zod'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { leadRow, visitRow } from './lead.ts'
import { leadAccess } from './leads.ts'

/**
 * What the live feed sends, as server-sent events: `lead` and `visit` carry one row each as JSON, `: ping` every 15
 * seconds says that the line is up. The event's id is where to go on: send it as Last-Event-ID after a break.
 */
export const liveEvents = { lead: leadRow, visit: visitRow } as const

export const liveLeads = operation({
  id: 'own',
  name: 'liveLeads',
  area: 'leads',
  method: 'GET',
  path: '/leadspeek/lead-live/{companyID}',
  summary: 'Sends new leads and visits of an agency or a client as they come, as server-sent events.',
  params: z.strictObject({ companyID: id }),
  answer: z.string(),
  access: leadAccess,
  object: { kind: 'company', in: 'params', key: 'companyID' },
  transport: 'stream',
})
