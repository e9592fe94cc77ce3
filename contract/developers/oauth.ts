import { z } from 'zod'
import { operation } from '../core/operation.ts'
import { credentialName } from './credentials.ts'
import { token } from '../sign-in/session.ts'

export const issueOauthToken = operation({
  id: 'own',
  name: 'issueOauthToken',
  area: 'developers',
  method: 'POST',
  path: '/v1/developer/oauth/token',
  summary:
    'Exchanges a credential for a 15-minute token (OAuth 2.0 client credentials), as a form or JSON, with the credential in the body or in HTTP Basic.',
  body: z.strictObject({
    grant_type: z.literal('client_credentials'),
    client_id: credentialName.optional(),
    client_secret: token.optional(),
    scope: z
      .string()
      .max(500)
      .optional()
      .meta({ description: 'Scopes separated by spaces; all read scopes of the key if omitted.' }),
  }),
  answer: z.object({
    access_token: token,
    token_type: z.literal('Bearer'),
    expires_in: z.int(),
    scope: z.string(),
  }),
  errors: ['wrong_credentials'],
  access: { developer: { reach: ['own'] }, anonymous: { reach: ['own'] } },
  limits: [
    { count: 300, perSeconds: 300, by: 'address' },
    { count: 60, perSeconds: 60, by: 'account' },
    { count: 10_000, perSeconds: 86_400, by: 'account' },
  ],
  sealed: false,
  // Issues a token for fifteen minutes; the credential stores when it was last used.
  logged: false,
  style: 'oauth',
})
