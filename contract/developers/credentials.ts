import { z } from 'zod'
import { open } from '../core/access.ts'
import { apiScopes } from '../core/api-scopes.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { doneWith, flag, instant, line } from '../core/wire.ts'
import { sentences } from '../core/sentences.ts'
import type { Plain } from '../core/wire-names.ts'

/** How many days a credential is valid, and how many of each mode a company can have at once (SEC-2). */
export const credentialLife_days = 365
export const maxCredentials = 2

const owners = { rootSystem: { reach: ['own'] }, agencyOwner: { reach: ['own'] } } as const

/** The purpose of a key: a test key works in the sandbox, and has its own prefix. */
export const keyModes = ['live', 'test'] as const
export type KeyMode = (typeof keyModes)[number]

/** The public half of a credential: a prefix for its mode, then 16 characters. */
export const credentialName = z.string().regex(/^(?:dev|test)_[a-z2-7]{16}$/, sentences.id)

const credential = z.object({
  client_id: credentialName,
  mode: z.enum(keyModes),
  /** What its tokens may be used for. */
  scopes: z.array(z.enum(apiScopes)),
  /** The end of the secret, to tell two keys apart. */
  secret_hint: z.string(),
  created_at: instant,
  expires_at: instant,
  last_used_at: instant.nullable(),
})
export type DeveloperCredential = Plain<z.output<typeof credential>>

export const createCredential = operation({
  id: 'C010',
  name: 'createCredential',
  area: 'developers',
  method: 'POST',
  path: '/v1/developer/create/userapi',
  summary:
    'Creates a credential for the developer API. Requires a recent confirmation of identity; the secret is shown here only (R113, R115).',
  body: z.strictObject({
    // Claims of the specification's client: the session determines the caller, the host the tenant.
    subdomain: line(253),
    email: line(254),
    mode: z.enum(keyModes).optional(),
    /** What the key’s tokens may be used for: everything if omitted, as the documents’ call has it (decision 61). */
    scopes: z.array(z.enum(apiScopes)).min(1).max(apiScopes.length).optional(),
  }),
  answer: doneWith(
    z.object({
      status: z.literal('active'),
      base_url: z.string(),
      user: z.object({ client_id: credentialName, secret_key: z.string() }),
    }),
  ),
  errors: ['conflict'],
  access: owners,
  limits: [{ count: 10, perSeconds: 3600, by: 'user' }],
})

export const readCredentials = operation({
  id: 'C011',
  name: 'readCredentials',
  area: 'developers',
  method: 'GET',
  path: '/v1/developer/userapi/{companyID}',
  summary: 'Lists the caller’s credentials without their secrets, and the URL of the developer API.',
  params: z.strictObject({ companyID: id }),
  answer: z.object({
    result: z.literal('success'),
    data: z.object({
      status: z.enum(['active', 'none']),
      api_mode: flag,
      base_url: z.string(),
      /** Of the newest credential; only the end of the secret is shown. Empty if there is none. */
      client_id: z.string(),
      secret_key: z.string(),
      documentation_url: z.string(),
      states_url: z.string(),
      cities_url: z.string(),
      credentials: z.array(credential),
    }),
  }),
  access: owners,
  object: { kind: 'company', in: 'params', key: 'companyID' },
})

export const revealCredential = operation({
  id: 'own',
  name: 'revealCredential',
  area: 'developers',
  method: 'POST',
  path: '/v1/developer/userapi/{companyID}/reveal',
  summary:
    'Shows the secret of one of the caller’s credentials after a recent confirmation of identity. Each time is logged.',
  params: z.strictObject({ companyID: id }),
  body: z.strictObject({ client_id: credentialName }),
  answer: z.object({
    result: z.literal('success'),
    data: z.object({ client_id: credentialName, secret_key: z.string() }),
  }),
  errors: ['conflict'],
  access: owners,
  limits: [{ count: 10, perSeconds: 3600, by: 'user' }],
})

export const removeCredential = operation({
  id: 'own',
  name: 'removeCredential',
  area: 'developers',
  method: 'DELETE',
  path: '/v1/developer/userapi/{companyID}/{clientId}',
  summary: 'Revokes one of the caller’s credentials at once, with every token issued for it.',
  params: z.strictObject({ companyID: id, clientId: credentialName }),
  answer: z.object({ result: z.literal('success'), message: z.string() }),
  access: owners,
  limits: [{ count: 30, perSeconds: 3600, by: 'user' }],
})

export const readDeveloperApi = operation({
  id: 'own',
  name: 'readDeveloperApi',
  area: 'developers',
  method: 'GET',
  path: '/v1/developer/openapi',
  summary: 'Downloads the OpenAPI document of the developer API.',
  answer: z.record(z.string(), z.unknown()),
  access: open,
  limits: [{ count: 60, perSeconds: 60, by: 'address' }],
})

export const readDeveloperClient = operation({
  id: 'own',
  name: 'readDeveloperClient',
  area: 'developers',
  method: 'GET',
  path: '/v1/developer/client',
  summary: 'Downloads the typed client of the developer API, as one TypeScript file.',
  answer: z.unknown(),
  access: open,
  limits: [{ count: 60, perSeconds: 60, by: 'address' }],
  transport: 'download',
})
