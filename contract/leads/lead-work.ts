import { z } from 'zod'
import type { Access } from '../core/access.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { doneAnswer, doneWith, flag, instant } from '../core/wire.ts'
import type { Plain } from '../core/wire-names.ts'
import { leadStatusKey } from './status-key.ts'

export const maxNoteLength = 2_000

/** Notes are between the client and its agency; the operator's staff neither read nor write them. */
const workers = (permission: 'leads.enable' | 'leads.update'): Access => ({
  agencyOwner: { reach: ['below'] },
  administrator: { reach: ['below'], permission },
  client: { reach: ['own'] },
})
const readers = workers('leads.enable')
export const leadWriters = workers('leads.update')

const ofLead = { kind: 'lead', in: 'params', key: 'id' } as const
const leadId = z.strictObject({ id })
const noteId = z.strictObject({ id, note_id: id })

const leadEntryKinds = ['status', 'note', 'assignee', 'next_action', 'next_action_done', 'value', 'tags'] as const

const entry = z.object({
  id,
  kind: z.enum(leadEntryKinds),
  at: instant,
  author_name: z.string().nullable().meta({ description: 'Null for the agency’s people, whom its clients don’t see.' }),
  by_api: flag.meta({ description: 'Made by software of the agency, which has no name.' }),
  destination_name: z
    .string()
    .nullable()
    .meta({ description: 'The destination whose software made it; null for everybody else’s.' }),
  is_own: flag.meta({ description: 'Written by the caller, who may edit and remove the note.' }),
  text: z.string().meta({
    description: 'Of a note or a next action; the tags, separated by commas. Empty once it was removed or erased.',
  }),
  edited_at: instant.nullable().meta({ description: 'When the note was last edited, or removed.' }),
  from: z.string().nullable().meta({
    description: 'The previous status, assignee’s ID, date of the next action, value in cents or number of tags.',
  }),
  to: z.string().nullable().meta({ description: 'What it was changed to; null for none, and for notes.' }),
  to_name: z.string().nullable().meta({ description: 'Of an assignee whom the caller sees.' }),
})
export type LeadEntry = Plain<z.output<typeof entry>>

export const listLeadEntries = operation({
  id: 'own',
  name: 'listLeadEntries',
  area: 'leads',
  method: 'GET',
  path: '/leadspeek/lead/{id}/entries',
  summary: 'Lists what people did with a lead, newest first: notes and changes; up to 200.',
  params: leadId,
  answer: doneWith(z.array(entry)),
  access: readers,
  object: ofLead,
})

export const setLeadStatus = operation({
  id: 'own',
  name: 'setLeadStatus',
  area: 'leads',
  method: 'POST',
  path: '/leadspeek/lead/{id}/status',
  summary: 'Sets the status of a lead to one of the agency’s pipeline, and adds the change to the lead’s history.',
  params: leadId,
  body: z.strictObject({ status: leadStatusKey }),
  answer: doneAnswer,
  access: leadWriters,
  object: ofLead,
  limits: [{ count: 1_000, perSeconds: 3600, by: 'user' }],
})

export const leadNote = z
  .string()
  .trim()
  .min(1)
  .max(maxNoteLength)
  // Line breaks and tabs are the only control characters of a text.
  .regex(/^[^\p{Cc}]*(?:[\n\r\t][^\p{Cc}]*)*$/u)
const note = z.strictObject({ text: leadNote })

export const addLeadNote = operation({
  id: 'own',
  name: 'addLeadNote',
  area: 'leads',
  method: 'POST',
  path: '/leadspeek/lead/{id}/notes',
  summary: 'Adds a note to a lead, which the client and its agency read.',
  params: leadId,
  body: note,
  answer: doneWith(z.object({ id })),
  errors: ['conflict'],
  access: leadWriters,
  object: ofLead,
  limits: [{ count: 300, perSeconds: 3600, by: 'user' }],
})

export const editLeadNote = operation({
  id: 'own',
  name: 'editLeadNote',
  area: 'leads',
  method: 'PUT',
  path: '/leadspeek/lead/{id}/notes/{note_id}',
  summary: 'Edits a note that the caller wrote.',
  params: noteId,
  body: note,
  answer: doneAnswer,
  access: leadWriters,
  object: ofLead,
  limits: [{ count: 300, perSeconds: 3600, by: 'user' }],
})

export const removeLeadNote = operation({
  id: 'own',
  name: 'removeLeadNote',
  area: 'leads',
  method: 'DELETE',
  path: '/leadspeek/lead/{id}/notes/{note_id}',
  summary: 'Removes a note that the caller wrote. The lead’s history keeps that there was one, without its text.',
  params: noteId,
  answer: doneAnswer,
  access: leadWriters,
  object: ofLead,
  limits: [{ count: 300, perSeconds: 3600, by: 'user' }],
})
