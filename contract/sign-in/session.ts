import { z } from 'zod'
import { open, signedInEverywhere } from '../core/access.ts'
import { readEmailAddress } from '../core/email-address.ts'
import { operation } from '../core/operation.ts'
import { sealingKeys } from '../core/sealed.ts'
import { sentences } from '../core/sentences.ts'
import type { Plain } from '../core/wire-names.ts'

/** Tokens in the specification's names; `expires_in` is the lifetime of the access token in seconds. */
export const tokens = z.object({ access_token: z.string(), refresh_token: z.string(), expires_in: z.int() })

/** A 256-bit secret as it is transmitted. */
export const token = z.string().regex(/^[A-Za-z0-9_-]{43}$/, sentences.token)

/** An email address, parsed to its one form, in lower case (R135). The length is checked before the pattern. */
export const email = z
  .string()
  .max(1016)
  .overwrite((text) => readEmailAddress(text) ?? text.trim().toLowerCase())
  .max(254)
  .pipe(z.email())

/** The two methods of the second factor (R091); `google` is any authenticator app. */
export const factorKind = z.enum(['email', 'google'])
export type FactorKind = Plain<z.output<typeof factorKind>>

/** The password was correct, and a code is required as well (OQ-30). No session token comes with it. */
export const secondStep = z.object({
  two_factor: z.literal(true),
  two_factor_auth_type: factorKind,
  otp_token: token,
  /** Seconds until the password is required again. */
  expires_in: z.int(),
})
export type SecondStep = Plain<z.output<typeof secondStep>>

/** The password was correct, but someone else had set it: a new one must be chosen first (SEC-3). */
const newPasswordStep = z.object({
  new_password: z.literal(true),
  /** For `setNewPassword`, single use, valid for half an hour. */
  reset_token: token,
  email: z.string(),
})
export type NewPasswordStep = Plain<z.output<typeof newPasswordStep>>

export const login = operation({
  id: 'C001',
  name: 'login',
  area: 'sign-in',
  method: 'POST',
  path: '/login',
  summary:
    'Signs a person in on the requested host: starts a session, or asks for the second factor or for a new password.',
  body: z.strictObject({
    username: email,
    password: z.string().min(1).max(128),
    // Claims of the specification's client. Only the host determines the tenant.
    gtoken: z.string().max(4096).optional(),
    domainName: z.string().max(255).optional(),
    ownedcompanyid: z.string().max(64).optional(),
    companyrootid: z.string().max(64).optional(),
  }),
  answer: z.union([tokens, secondStep, newPasswordStep]),
  errors: ['wrong_credentials'],
  access: open,
  limits: [
    { count: 5, perSeconds: 60, by: 'account' },
    { count: 30, perSeconds: 300, by: 'address' },
  ],
})

export const refreshToken = operation({
  id: 'C002',
  name: 'refreshToken',
  area: 'sign-in',
  method: 'POST',
  path: '/auth/refresh-token',
  summary: 'Exchanges a refresh token, together with the device cookie, for new tokens.',
  body: z.strictObject({ refresh_token: token }),
  answer: tokens,
  errors: ['unauthenticated'],
  access: open,
  limits: [
    { count: 150, perSeconds: 300, by: 'address' },
    // Per session; leaves room for a browser that restores fifty tabs at once.
    { count: 100, perSeconds: 300, by: 'account' },
  ],
})

export const logout = operation({
  id: 'C003',
  name: 'logout',
  area: 'sign-in',
  method: 'POST',
  path: '/logout',
  summary: 'Ends the session with all its tokens.',
  answer: z.object({ result: z.literal('success') }),
  access: signedInEverywhere,
})

export const readKeys = operation({
  id: 'X004',
  name: 'readKeys',
  area: 'sign-in',
  method: 'GET',
  path: '/keys',
  summary: 'Lists the public keys for encrypting request bodies.',
  answer: sealingKeys,
  access: open,
})

export const makeDownloadTicket = operation({
  id: 'X005',
  name: 'makeDownloadTicket',
  area: 'sign-in',
  method: 'POST',
  path: '/download-ticket',
  summary: 'Issues a ticket that opens one download by navigation, once, within a minute.',
  body: z.strictObject({
    /** The download's path with /api and without the query. */
    path: z
      .string()
      .max(2000)
      .regex(/^\/api\/[^?#\s]+$/, sentences.path),
  }),
  answer: z.object({ ticket: z.string(), expires_in: z.int() }),
  access: signedInEverywhere,
  limits: [{ count: 60, perSeconds: 3600, by: 'user' }],
})
