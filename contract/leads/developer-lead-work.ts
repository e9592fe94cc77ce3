import { z } from 'zod'
import { developerLimits, developerWrite } from '../core/developer-list.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { instant } from '../core/wire.ts'
import { email } from '../sign-in/session.ts'
import { leadNote } from './lead-work.ts'
import { leadTags, leadValue_cents } from './lead-task.ts'
import { leadStatusKey } from './status-key.ts'

const work = z.object({
  id,
  client_id: id,
  status: leadStatusKey,
  assignee_id: id.nullable().meta({ description: 'Who works it; null for nobody.' }),
  value_cents: leadValue_cents,
  tags: z.array(z.string()),
  note_id: id.nullable().meta({ description: 'Of the note that was added; null without one.' }),
})
export type DeveloperLeadWork = z.output<typeof work>

export const changeDeveloperLead = operation({
  id: 'own',
  name: 'changeDeveloperLead',
  area: 'leads',
  method: 'PUT',
  path: '/v1/developer/leads/{id}',
  summary:
    'Changes how a lead is worked, and adds a note. Omitted fields stay unchanged. The lead’s history says that software did it.',
  params: z.strictObject({ id }),
  body: z.strictObject({
    status: leadStatusKey.optional().meta({ description: 'A status of the agency’s pipeline.' }),
    assignee_id: id.nullable().optional().meta({
      description: 'Someone of the client or its agency who may see the lead; null: nobody.',
    }),
    assignee_email: email.optional().meta({ description: 'The same person by email address, in place of the ID.' }),
    value_cents: leadValue_cents.optional(),
    tags: leadTags.optional().meta({ description: 'All tags of the lead; new names are created.' }),
    note: leadNote.optional().meta({ description: 'A note that the client and its agency read.' }),
  }),
  answer: work,
  errors: ['conflict'],
  ...developerWrite,
  object: { kind: 'lead', in: 'params', key: 'id' },
  scope: 'leads:write',
})

/** How many notes of a lead software reads: the newest. */
export const maxNotesRead = 200

const note = z.object({
  id,
  at: instant,
  text: z.string(),
  author_id: id.nullable().meta({ description: 'Who wrote it.' }),
  by_api: z.boolean().meta({ description: 'Written by software.' }),
  edited_at: instant.nullable(),
})
export type DeveloperNote = z.output<typeof note>

export const listDeveloperNotes = operation({
  id: 'own',
  name: 'listDeveloperNotes',
  area: 'leads',
  method: 'GET',
  path: '/v1/developer/leads/{id}/notes',
  summary: `Lists the notes of a lead, newest first, up to ${maxNotesRead}. Removed and erased ones are left out.`,
  params: z.strictObject({ id }),
  answer: z.object({ data: z.array(note) }),
  access: { developer: { reach: ['below'] } },
  limits: developerLimits,
  style: 'developer',
  object: { kind: 'lead', in: 'params', key: 'id' },
  scope: 'leads:read',
})
