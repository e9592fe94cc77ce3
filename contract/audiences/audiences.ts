import { z } from 'zod'
import { groupSegment } from '../companies/groups.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { doneAnswer, doneWith, instant, line } from '../core/wire.ts'
import type { Plain } from '../core/wire-names.ts'
import { reading, writing } from './access.ts'
import { definition } from './definition.ts'
import { expiry } from './lists.ts'

/** Limits: audiences per client, and audiences that a campaign can include or exclude. */
export const maxAudiences = 200
export const maxInCampaign = 10

const audienceUse = z.object({
  leadspeek_api_id: id,
  campaignName: z.string(),
  use: z.enum(['include', 'exclude']),
})

const audience = z.object({
  audience_id: id,
  audience_name: z.string(),
  companyID: id.meta({ description: 'The client.' }),
  company_name: z.string(),
  definition,
  expiry: expiry.nullable().meta({ description: 'Earliest expiration among the lists it uses; null if none expires.' }),
  uses: z.array(audienceUse).meta({ description: 'Campaigns that include or exclude its people.' }),
  updated_at: instant,
})
export type Audience = Plain<z.output<typeof audience>>

const inPath = { kind: 'audience', in: 'params', key: 'id' } as const

export const listAudiences = operation({
  id: 'own',
  name: 'listAudiences',
  area: 'audiences',
  method: 'GET',
  path: '/marketing/audiences/{companyID}',
  summary:
    'Lists audiences by name, with the campaigns that use them: those of one client, of an agency’s clients, or all.',
  params: z.strictObject({ companyID: id }),
  query: pageQuery.extend({ companyGroupID: groupSegment.meta({ description: 'Only clients in this group.' }) }),
  answer: pageOf(audience),
  access: reading,
  object: { kind: 'company', in: 'params', key: 'companyID' },
})

export const getAudience = operation({
  id: 'own',
  name: 'getAudience',
  area: 'audiences',
  method: 'GET',
  path: '/marketing/audience/{id}',
  summary: 'Reads one audience with its conditions.',
  params: z.strictObject({ id }),
  answer: doneWith(audience),
  access: reading,
  object: inPath,
})

export const saveAudience = operation({
  id: 'own',
  name: 'saveAudience',
  area: 'audiences',
  method: 'POST',
  path: '/marketing/audience',
  summary:
    'Creates or updates an audience of a client. Campaigns that use it apply the change at once; existing leads stay unchanged.',
  body: z.strictObject({
    audience_id: z
      .union([z.literal(''), id])
      .default('')
      .meta({ description: 'Empty to create one.' }),
    companyID: id.meta({ description: 'The client.' }),
    audience_name: line(100),
    definition,
    /** The value that was read: if it has changed since, the call answers 409 and changes nothing. */
    updated_at: instant.optional(),
  }),
  answer: doneWith(audience),
  errors: ['conflict'],
  access: writing('update'),
  object: { kind: 'company', in: 'body', key: 'companyID' },
})

export const removeAudience = operation({
  id: 'own',
  name: 'removeAudience',
  area: 'audiences',
  method: 'DELETE',
  path: '/marketing/audience/{id}',
  summary: 'Removes an audience. Rejected while campaigns use it.',
  params: z.strictObject({ id }),
  answer: doneAnswer,
  errors: ['conflict'],
  access: writing('delete'),
  object: inPath,
})
