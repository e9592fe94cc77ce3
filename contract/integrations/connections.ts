import { z } from 'zod'
import type { Access } from '../core/access.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { doneWith, flag, instant } from '../core/wire.ts'
import { sentences } from '../core/sentences.ts'
import { cause } from './causes.ts'
import { accountKind, choice, integrationDetails, sendableFields, serviceSlug } from './services.ts'

/** OQ-02: clients and owners of agencies, for their own company, and agencies also for their clients (R028, R155). */
export const connecting: Access = {
  agencyOwner: { reach: ['own', 'below'] },
  client: { reach: ['own'] },
}

/** `reconnect`: the service revoked access. `disconnected`: somebody here did. */
export const connectionStatuses = ['not_connected', 'connected', 'reconnect', 'disconnected'] as const

const connectionRow = z.object({
  company_id: id,
  integration_slug: serviceSlug,
  status: z.enum(connectionStatuses),
  account: z.string().meta({ description: 'Name of the account; never a complete key.' }),
  cause: cause.nullable().meta({ description: 'Why it must be connected again.' }),
  connected_at: instant.nullable(),
  campaigns: z.int().meta({ description: 'Number of campaigns that send leads to it.' }),
  details: integrationDetails.meta({ description: 'Defaults of its campaigns.' }),
})
export type ConnectionRow = z.output<typeof connectionRow>

/** A key or URL as pasted: stored encrypted, never returned. */
const secretText = z
  .string()
  .trim()
  .min(1)
  .max(2000)
  .regex(/^[\x21-\x7e]*$/, sentences.pastedKey)

const ofCompany = { kind: 'company', in: 'params', key: 'company' } as const

export const saveIntegration = operation({
  id: 'C145',
  name: 'saveIntegration',
  area: 'integrations',
  method: 'POST',
  path: '/saveintegration',
  summary:
    'Connects a company to a service with a key, changes the defaults of its campaigns, or disconnects it. Keys are verified at the service first and never shown again.',
  body: z.strictObject({
    company_id: id,
    integration_slug: serviceSlug,
    enable: flag.meta({
      description: 'F disconnects: the key is removed, and leads wait until it is connected again.',
    }),
    api_key: secretText.optional(),
    api_password: secretText.optional(),
    workspace: z
      .string()
      .trim()
      .regex(/^[a-z0-9-]{1,63}$/i, sentences.workspace)
      .optional(),
    webhook_url: secretText.optional(),
    api_url: secretText.optional(),
    account_id: z
      .string()
      .trim()
      .regex(/^(?:act_)?\d{1,20}$/, sentences.accountId)
      .optional(),
    same_account: flag.optional().meta({
      description:
        'T: the key opens the account that was connected before, so leads sent then can still be removed there. If omitted, this is recognized where the service tells.',
    }),
    details: integrationDetails.optional(),
  }),
  answer: doneWith(connectionRow),
  errors: ['conflict'],
  access: connecting,
  object: { kind: 'company', in: 'body', key: 'company_id' },
  limits: [{ count: 30, perSeconds: 3600, by: 'user' }],
})

export const getIntegration = operation({
  id: 'C148',
  name: 'getIntegration',
  area: 'integrations',
  method: 'GET',
  path: '/getcompanyintegrationdetail/{company}/{slug}',
  summary: 'Reads the status of a company’s connection to one service.',
  params: z.strictObject({ company: id, slug: serviceSlug }),
  answer: z.object({ result: z.literal('success'), data: connectionRow }),
  access: connecting,
  object: ofCompany,
})

export const listIntegrations = operation({
  id: 'C149',
  name: 'listIntegrations',
  area: 'integrations',
  method: 'GET',
  path: '/getcompanyintegrationlist/{company}/{parent}',
  summary: 'Lists the services that can be connected, their status, and which of them the agency has connected.',
  params: z.strictObject({
    company: id,
    parent: z.union([z.literal('all'), id]).meta({ description: 'The company above; any other is rejected.' }),
  }),
  answer: z.object({
    result: z.literal('success'),
    data: z.array(connectionRow.extend({ parent_connected: flag })),
  }),
  access: connecting,
  object: ofCompany,
})

/** Which custom integration; services are identified by their slug alone. */
const customId = id
  .optional()
  .meta({ description: 'The custom integration; required for `custom`, not allowed otherwise.' })

const inCampaign = { kind: 'campaign', in: 'body', key: 'leadspeek_api_id' } as const

export const saveCampaignIntegration = operation({
  id: 'C146',
  name: 'saveCampaignIntegration',
  area: 'integrations',
  method: 'POST',
  path: '/savecampaignintegrationdetails',
  summary:
    'Sends a campaign’s new leads to a connected service, changes its options there, or ends it. Omitted options follow the company’s defaults.',
  body: z.strictObject({
    leadspeek_api_id: id,
    integration_slug: accountKind,
    integration_id: customId,
    enable: flag,
    connection: z
      .enum(['client', 'agency'])
      .default('client')
      .meta({ description: 'The client’s own account or its agency’s. Only the agency can choose its own.' }),
    details: integrationDetails.optional(),
  }),
  answer: doneWith(z.object({ destination_id: id.nullable(), details: integrationDetails })),
  errors: ['conflict'],
  access: connecting,
  object: inCampaign,
  limits: [{ count: 120, perSeconds: 3600, by: 'user' }],
})

/** A connection is identified by its owner and the service; a campaign's by the campaign. */
const draft = {
  leadspeek_api_id: id,
  integration_slug: accountKind,
  integration_id: customId,
  connection: z.enum(['client', 'agency']).default('client'),
  details: integrationDetails,
}

export const previewIntegration = operation({
  id: 'own',
  name: 'previewIntegration',
  area: 'integrations',
  method: 'POST',
  path: '/integration/preview',
  summary: 'Previews what a campaign’s newest lead, or an example, would become at a service. Sends nothing.',
  body: z.strictObject(draft),
  answer: z.object({
    result: z.literal('success'),
    data: z.object({
      is_example: flag,
      fields: z.array(z.object({ target: z.string(), value: z.string() })),
    }),
  }),
  access: connecting,
  object: inCampaign,
  logged: false,
})

export const testIntegration = operation({
  id: 'own',
  name: 'testIntegration',
  area: 'integrations',
  method: 'POST',
  path: '/integration/test',
  summary: 'Sends a made-up person to a connected service and reports its response. No lead is created.',
  body: z.strictObject(draft),
  answer: z.object({
    result: z.literal('success'),
    data: z.object({ delivered: flag, cause: cause.nullable() }),
  }),
  errors: ['conflict'],
  access: connecting,
  object: inCampaign,
  limits: [{ count: 20, perSeconds: 600, by: 'user' }],
  logged: false,
})

const fieldRow = z.object({ id: z.string(), name: z.string(), custom: flag })

export const getCustomFields = operation({
  id: 'C152',
  name: 'getCustomFields',
  area: 'integrations',
  method: 'GET',
  path: '/get-custom-fields',
  summary: 'Lists the fields of a lead that can be sent to fields of a service.',
  answer: z.object({ data: z.array(z.object({ id: z.enum(sendableFields), name: z.string() })) }),
  access: connecting,
})

export const getServiceFields = operation({
  id: 'C153',
  name: 'getServiceFields',
  area: 'integrations',
  method: 'GET',
  path: '/get-custom-fields/{slug}',
  summary: 'Lists the fields of a connected account, including custom ones. Empty until it is connected.',
  params: z.strictObject({ slug: serviceSlug }),
  query: z.strictObject({
    company: id.meta({ description: 'The account’s company; the caller’s own if omitted.' }).optional(),
  }),
  answer: z.object({ data: z.array(fieldRow) }),
  errors: ['conflict'],
  access: connecting,
  object: { kind: 'company', in: 'query', key: 'company' },
})

export const listSendgridLists = operation({
  id: 'C158',
  name: 'listSendgridLists',
  area: 'integrations',
  method: 'GET',
  path: '/sendgridlist/{company}',
  summary: 'Lists the contact lists of a company’s SendGrid account. Empty until it is connected.',
  params: z.strictObject({ company: id }),
  answer: z.object({ data: z.array(choice) }),
  errors: ['conflict'],
  access: connecting,
  object: ofCompany,
})

const authorizing = { company_id: id, integration_slug: serviceSlug }

export const authorizeIntegration = operation({
  id: 'own',
  name: 'authorizeIntegration',
  area: 'integrations',
  method: 'POST',
  path: '/integration/authorize',
  summary:
    'Returns the URL where an account’s owner grants access. The service redirects to this host and session only.',
  body: z.strictObject(authorizing),
  answer: doneWith(z.object({ url: z.string() })),
  access: connecting,
  object: { kind: 'company', in: 'body', key: 'company_id' },
  limits: [{ count: 30, perSeconds: 3600, by: 'user' }],
  logged: false,
})

export const finishAuthorization = operation({
  id: 'own',
  name: 'finishAuthorization',
  area: 'integrations',
  method: 'POST',
  path: '/integration/authorized',
  summary: 'Completes the authorization at a service and stores the account’s credential, encrypted.',
  body: z.strictObject({ ...authorizing, code: secretText, state: secretText }),
  answer: doneWith(connectionRow),
  errors: ['conflict'],
  access: connecting,
  object: { kind: 'company', in: 'body', key: 'company_id' },
  limits: [{ count: 30, perSeconds: 3600, by: 'user' }],
})
