import { z } from 'zod'
import type { Access } from '../core/access.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { doneWith } from '../core/wire.ts'
import { leadTag } from './lead-task.ts'
import { leadFilter, maxFound, ofClientInDays } from './leads.ts'
import { leadStatusKey } from './status-key.ts'

/** How many leads one action changes. */
export const maxBulkLeads = maxFound
/** How many leads can be picked one by one, or left out of all. */
export const maxPickedLeads = 1_000
export const bulkUndo_ms = 30_000

const access: Access = {
  agencyOwner: { reach: ['own', 'below'] },
  administrator: { reach: ['own', 'below'], permission: 'leads.update' },
  client: { reach: ['own'] },
}
const ofCompany = { kind: 'company', in: 'params', key: 'companyID' } as const
const companyID = ofClientInDays.shape.companyID
const someIds = z.array(id).max(maxPickedLeads)
const limits = [{ count: 120, perSeconds: 3600, by: 'user' as const }]

const counts = z.object({
  changed: z.int(),
  skipped: z.int().meta({ description: 'Leads that were as asked already, or changed since by somebody else.' }),
})

export const changeLeads = operation({
  id: 'own',
  name: 'changeLeads',
  area: 'leads',
  method: 'POST',
  path: '/leadspeek/leads/bulk/{companyID}',
  summary: `Sets the status or the assignee of leads, or adds a tag: of those that are named, or of all that the list would show, up to ${maxBulkLeads}. Can be undone at once for ${bulkUndo_ms / 1_000} seconds.`,
  params: z.strictObject({ companyID }),
  body: ofClientInDays.omit({ companyID: true }).extend({
    ...leadFilter.shape,
    ids: someIds.default([]).meta({ description: 'The leads; if there are none, all that the filter shows.' }),
    except: someIds.default([]).meta({ description: 'Leads of the filter that stay as they are.' }),
    change: z.union([
      z.strictObject({ status: leadStatusKey }),
      z.strictObject({ assignee_id: id.nullable() }),
      z.strictObject({ tag: leadTag }),
    ]),
  }),
  answer: doneWith(
    counts.extend({ bulk_id: id.nullable().meta({ description: 'Undoes it; null if nothing changed.' }) }),
  ),
  access,
  object: ofCompany,
  limits,
})

export const undoLeadChanges = operation({
  id: 'own',
  name: 'undoLeadChanges',
  area: 'leads',
  method: 'POST',
  path: '/leadspeek/leads/bulk/{companyID}/undo',
  summary: 'Undoes the caller’s own change of many leads. Leads that were changed again since stay as they are.',
  params: z.strictObject({ companyID }),
  body: z.strictObject({ bulk_id: id }),
  answer: doneWith(counts),
  errors: ['conflict'],
  access,
  object: ofCompany,
  limits,
})
