import { z } from 'zod'
import { secondStep, email, token, tokens } from '../sign-in/session.ts'
import { open } from '../core/access.ts'
import { signInScope } from '../core/api-scopes.ts'
import { plainHost } from '../core/hosts.ts'
import { operation } from '../core/operation.ts'
import { credentialName } from './credentials.ts'
import { sentences } from '../core/sentences.ts'

export const ssoLife_s = 60
/** How long someone who is already signed in as another user has to confirm the switch. */
export const replaceLife_s = 300

const hostName = z
  .string()
  .trim()
  .max(253)
  .overwrite((text) => plainHost(text) ?? text)
  .regex(/^[a-z0-9.-]+$/, sentences.hostName)

const byDevelopers = { developer: { reach: ['own'] }, anonymous: { reach: ['own'] } } as const

/** Together, at most 60 a minute and 10,000 a day per credential (SEC-5). */
const ofCredential = [
  { count: 60, perSeconds: 60, by: 'account' },
  { count: 10_000, perSeconds: 86_400, by: 'account' },
] as const

export const issueDeveloperToken = operation({
  id: 'X006',
  name: 'issueDeveloperToken',
  area: 'developers',
  method: 'POST',
  path: '/v1/developer/token',
  summary: 'Exchanges a credential for a 15-minute token that can only be used for single sign-on.',
  deprecated: { since: '2026-11-22T00:00:00Z', successor: '/v1/developer/oauth/token' },
  body: z.strictObject({ client_id: credentialName, secret_key: token }),
  answer: z.object({ access_token: token, token_type: z.literal('Bearer'), expires_in: z.int() }),
  errors: ['wrong_credentials'],
  access: byDevelopers,
  limits: [{ count: 300, perSeconds: 300, by: 'address' }, ...ofCredential],
  sealed: false,
})

export const issueSsoToken = operation({
  id: 'X007',
  name: 'issueSsoToken',
  area: 'developers',
  method: 'POST',
  path: '/v1/developer/sso/token',
  summary: 'Issues a single sign-on token for one person on one host. It works once, within 60 seconds.',
  scope: signInScope,
  body: z.strictObject({
    /** Required without a token. */
    client_id: credentialName.optional(),
    secret_key: token.optional(),
    /** A person of a company below the developer’s own. */
    email,
    /** The host on which to sign them in. */
    subdomain: hostName,
  }),
  answer: z.object({ token, url: z.string(), expires_in: z.int() }),
  errors: ['wrong_credentials', 'not_found'],
  access: byDevelopers,
  limits: [
    { count: 30, perSeconds: 60, by: 'account' },
    { count: 10_000, perSeconds: 86_400, by: 'account' },
    { count: 300, perSeconds: 300, by: 'address' },
  ],
  sealed: false,
})

export const validateSso = operation({
  id: 'C009',
  name: 'validateSso',
  area: 'developers',
  method: 'POST',
  path: '/v1/developer/sso/validation',
  summary:
    'Redeems a single sign-on token: signs in, asks for the second factor, or asks whether to replace the current user.',
  body: z.strictObject({
    subdomain: hostName,
    /** Any invalid token is refused in the same words as a used one (R095). */
    token: z.string().min(1).max(512),
    /** A claim: the session determines who is signed in. */
    currentUserID: z.string().max(64).optional(),
    /** T: the signed-in person has confirmed the switch to the other user (R093). */
    replace: z.literal('T').optional(),
  }),
  answer: z.object({
    message: z.literal('Access Token Valid'),
    /** `replace_user`: nothing has changed yet; the same call with `replace` does the switch. */
    action: z.enum(['sign_in', 'replace_user', 'none']),
    user: z.object({ name: z.string(), email: z.string() }),
    tokens: tokens.nullable(),
    /** Instead of tokens if the person has two-factor authentication. */
    second_step: secondStep.nullable(),
  }),
  errors: ['sso_refused'],
  access: open,
  limits: [{ count: 30, perSeconds: 300, by: 'address' }],
})
