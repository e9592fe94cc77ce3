import { z } from 'zod'
import { id, idOrAll } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { doneAnswer, doneWith } from '../core/wire.ts'
import { leadAccess } from './leads.ts'
import { leadTags, leadValue_cents, nextAction } from './lead-task.ts'
import { leadWriters } from './lead-work.ts'

/** What a person can change of a lead at once, besides its status; what is left out stays. */
const changes = z.strictObject({
  assignee_id: id.nullable().optional().meta({ description: 'Somebody of `listLeadAssignees`; null: nobody.' }),
  next_action: nextAction.nullable().optional().meta({ description: 'Null clears it.' }),
  value_cents: leadValue_cents.optional(),
  tags: leadTags.optional().meta({ description: 'All tags of the lead; new names are created.' }),
})

const ofLead = { kind: 'lead', in: 'params', key: 'id' } as const
const limits = [{ count: 1_000, perSeconds: 3600, by: 'user' as const }]

export const changeLead = operation({
  id: 'own',
  name: 'changeLead',
  area: 'leads',
  method: 'PUT',
  path: '/leadspeek/lead/{id}/work',
  summary:
    'Changes who works a lead, what is to be done next and when, its value or its tags, and adds each to its history.',
  params: z.strictObject({ id }),
  body: changes,
  answer: doneAnswer,
  errors: ['conflict'],
  access: leadWriters,
  object: ofLead,
  limits,
})

export const finishLeadAction = operation({
  id: 'own',
  name: 'finishLeadAction',
  area: 'leads',
  method: 'POST',
  path: '/leadspeek/lead/{id}/next-action/done',
  summary: 'Marks the next action of a lead as done. The lead then has none.',
  params: z.strictObject({ id }),
  answer: doneAnswer,
  access: leadWriters,
  object: ofLead,
  limits,
})

export const listLeadAssignees = operation({
  id: 'own',
  name: 'listLeadAssignees',
  area: 'leads',
  method: 'GET',
  path: '/leadspeek/lead-assignees/{companyID}/{clientID}',
  summary:
    'Lists who can be assigned leads of a client, up to 200: its people and those of its agency who may see leads. For `all` clients, the agency’s people.',
  params: z.strictObject({ companyID: id, clientID: idOrAll }),
  answer: doneWith(z.array(z.object({ id, name: z.string() }))),
  access: leadAccess,
  object: { kind: 'company', in: 'params', key: 'companyID' },
})

export const listLeadTags = operation({
  id: 'own',
  name: 'listLeadTags',
  area: 'leads',
  method: 'GET',
  path: '/leadspeek/lead-tags/{companyID}/{clientID}',
  summary: 'Lists the tags that leads of a client, or of all clients, have; up to 200.',
  params: z.strictObject({ companyID: id, clientID: idOrAll }),
  answer: doneWith(z.array(z.string())),
  access: leadAccess,
  object: { kind: 'company', in: 'params', key: 'companyID' },
})
