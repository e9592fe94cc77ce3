import { z } from 'zod'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { doneAnswer, doneWith, instant, line } from '../core/wire.ts'
import { cause } from './causes.ts'
import { connecting, connectionStatuses } from './connections.ts'
import { webhookUrl } from './destinations.ts'
import { ownHeaders } from './headers.ts'
import { integrationDetails } from './services.ts'

export const maxCustomIntegrations = 20

const customRow = z.object({
  integration_id: id,
  company_id: id,
  integration_slug: z.literal('custom'),
  name: z.string(),
  url: z.string(),
  header_names: z.array(z.string()).meta({ description: 'Names only; header values are never shown again.' }),
  status: z.enum(connectionStatuses),
  cause: cause.nullable().meta({ description: 'Why it must be set up again.' }),
  connected_at: instant,
  campaigns: z.int().meta({ description: 'Number of campaigns that send leads to it.' }),
  details: integrationDetails.meta({ description: 'Defaults of its campaigns.' }),
})
export type CustomRow = z.output<typeof customRow>

const details = integrationDetails
  .pick({ fields: true })
  .meta({ description: 'Lead fields to send, with their names at the receiver; all if empty.' })

const ofCompany = { kind: 'company', in: 'params', key: 'company' } as const
const companyBody = { kind: 'company', in: 'body', key: 'company_id' } as const

export const listCustomIntegrations = operation({
  id: 'C150',
  name: 'listCustomIntegrations',
  area: 'integrations',
  method: 'GET',
  path: '/integrations/{company}',
  summary: 'Lists a company’s custom integrations by name: its own URLs that leads are sent to.',
  params: z.strictObject({ company: id }),
  answer: z.object({ result: z.literal('success'), data: z.array(customRow) }),
  access: connecting,
  object: ofCompany,
})

export const getCustomIntegration = operation({
  id: 'C151',
  name: 'getCustomIntegration',
  area: 'integrations',
  method: 'GET',
  path: '/integrations/{company}/{integration}',
  summary: 'Reads one custom integration: its URL, the names of its headers and its status.',
  params: z.strictObject({ company: id, integration: id }),
  answer: z.object({ result: z.literal('success'), data: customRow }),
  access: connecting,
  object: ofCompany,
})

export const createCustomIntegration = operation({
  id: 'own',
  name: 'createCustomIntegration',
  area: 'integrations',
  method: 'POST',
  path: '/integration/create',
  summary: `Creates a custom integration: a URL that leads are sent to as JSON, with custom headers; up to ${maxCustomIntegrations} per company. Nothing is sent yet.`,
  body: z.strictObject({
    company_id: id,
    name: line(80),
    url: webhookUrl,
    headers: ownHeaders.default([]),
    details: details.optional(),
  }),
  answer: doneWith(customRow),
  access: connecting,
  object: companyBody,
  limits: [{ count: 30, perSeconds: 3600, by: 'user' }],
})

export const saveCustomIntegration = operation({
  id: 'C147',
  name: 'saveCustomIntegration',
  area: 'integrations',
  method: 'POST',
  path: '/integration/details',
  summary:
    'Updates a custom integration: its name, URL, headers and the defaults of its campaigns. Omitted fields stay unchanged; a new host requires all header values again. Missed leads are sent.',
  body: z.strictObject({
    company_id: id,
    integration_id: id,
    name: line(80).optional(),
    url: webhookUrl.optional(),
    headers: ownHeaders.optional(),
    details: details.optional(),
  }),
  answer: doneWith(customRow),
  access: connecting,
  object: companyBody,
  limits: [{ count: 60, perSeconds: 3600, by: 'user' }],
})

export const removeCustomIntegration = operation({
  id: 'own',
  name: 'removeCustomIntegration',
  area: 'integrations',
  method: 'POST',
  path: '/integration/remove',
  summary:
    'Removes a custom integration with its URL and headers. Campaigns no longer send leads to it; its log stays.',
  body: z.strictObject({ company_id: id, integration_id: id }),
  answer: doneAnswer,
  access: connecting,
  object: companyBody,
  limits: [{ count: 60, perSeconds: 3600, by: 'user' }],
})
