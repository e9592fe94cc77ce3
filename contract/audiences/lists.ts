import { z } from 'zod'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { doneAnswer, doneWith, instant, line, localDate } from '../core/wire.ts'
import type { Plain } from '../core/wire-names.ts'
import { reading, writing } from './access.ts'

/** Maximum lists per client. */
export const maxLists = 50
/** Screens warn this many days before a list's last day. */
export const endsSoon_days = 7

export const expiry = z.object({
  ends_on: localDate.meta({ description: 'Last day on which it is used, in New York time.' }),
  state: z.enum(['later', 'soon', 'over']).meta({ description: `soon: within ${endsSoon_days} days.` }),
})
export type Expiry = Plain<z.output<typeof expiry>>

const audienceList = z.object({
  list_id: id,
  list_name: z.string(),
  companyID: id.meta({ description: 'The client.' }),
  company_name: z.string(),
  filename: z.string(),
  addresses: z.int().meta({ description: 'Number of uploaded addresses, which are never shown.' }),
  expiry: expiry.nullable().meta({ description: 'Null if it does not expire.' }),
  uses: z.array(z.object({ audience_id: id, audience_name: z.string() })),
  created_at: instant,
})
export type AudienceList = Plain<z.output<typeof audienceList>>

/** The fields of an upload besides its file. */
export const listFields = {
  list_name: line(100),
  ends_on: z.union([z.literal(''), localDate]).meta({
    description: 'Last day on which it is used; empty or omitted if it does not expire.',
  }),
}

const ofCompany = { kind: 'company', in: 'params', key: 'companyID' } as const

export const listAudienceLists = operation({
  id: 'own',
  name: 'listAudienceLists',
  area: 'audiences',
  method: 'GET',
  path: '/marketing/audience-lists/{companyID}',
  summary:
    'Lists the address lists uploaded for audiences, by name: those of one client, of an agency’s clients, or all.',
  params: z.strictObject({ companyID: id }),
  query: pageQuery,
  answer: pageOf(audienceList),
  access: reading,
  object: ofCompany,
})

export const uploadAudienceList = operation({
  id: 'own',
  name: 'uploadAudienceList',
  area: 'audiences',
  method: 'POST',
  path: '/marketing/audience-lists/{companyID}/upload',
  summary:
    'Uploads a CSV file as a list for audiences: one email address or MD5 hash per line, up to 10,000. Only hashes are stored.',
  params: z.strictObject({ companyID: id }),
  form: z.strictObject({ ...listFields, file: z.file() }),
  answer: doneWith(z.object({ id })),
  status: 201,
  errors: ['invalid', 'too_large'],
  access: writing('update'),
  object: ofCompany,
  limits: [{ count: 60, perSeconds: 3_600, by: 'company', as: 'uploadAudienceList' }],
  oneAtATime: true,
  transport: 'multipart',
})

export const removeAudienceList = operation({
  id: 'own',
  name: 'removeAudienceList',
  area: 'audiences',
  method: 'DELETE',
  path: '/marketing/audience-list/{id}',
  summary: 'Removes a list with its hashes. Rejected while audiences use it.',
  params: z.strictObject({ id }),
  answer: doneAnswer,
  errors: ['conflict'],
  access: writing('delete'),
  object: { kind: 'audienceList', in: 'params', key: 'id' },
})
