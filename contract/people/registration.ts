import { z } from 'zod'
import { subdomain } from '../branding/hosts.ts'
import { open } from '../core/access.ts'
import { emptyIsOmitted } from '../core/documented-keys.ts'
import { operation } from '../core/operation.ts'
import { doneAnswer, line } from '../core/wire.ts'
import { longestPassword } from '../sign-in/password-rules.ts'
import { email, token, tokens } from '../sign-in/session.ts'

/** How long the registration link is valid, in milliseconds. */
export const registrationLife_ms = 24 * 3_600_000

/** A phone number as typed; the server knows the formats of each country (R132). */
const phone = z.string().trim().min(1).max(40)

export const register = operation({
  id: 'C005',
  name: 'register',
  area: 'people',
  method: 'POST',
  path: '/register',
  summary:
    'Registers a client at an agency’s host, or an agency at the operator’s. The response is the same whether or not an account exists; an email tells which.',
  body: z.strictObject({
    companyname: line(),
    name: line(),
    email,
    phonenum: phone,
    password: z.string().min(1).max(longestPassword),
    /** Agencies only, where their people and clients will sign in; derived from the company's name if omitted. */
    subdomain: emptyIsOmitted(subdomain),
    gtoken: z.string().max(4096).optional(),
    /** Determined by the host; any other value is refused. */
    userType: z.enum(['client', 'userdownline']),
    // Claims of the specification's client. Only the host determines the company to register with.
    domainName: z.string().max(255).optional(),
    ownedcompanyid: z.string().max(64).optional(),
    idsys: z.string().max(64).optional(),
    /** The referral code of the link that led here (OQ-61); an unknown one is ignored. */
    refcode: z.string().max(64).optional(),
  }),
  answer: doneAnswer,
  access: open,
  limits: [
    { count: 5, perSeconds: 3600, by: 'address' },
    { count: 3, perSeconds: 3600, by: 'account' },
  ],
})

export const verifyRegistration = operation({
  id: 'own',
  name: 'verifyRegistration',
  area: 'people',
  method: 'POST',
  path: '/register/verify',
  summary: 'Checks whether a registration link is still valid, and whose it is. Does not use it up.',
  body: z.strictObject({ token }),
  answer: z.object({ valid: z.boolean(), email: z.string().nullable() }),
  access: open,
  limits: [{ count: 30, perSeconds: 300, by: 'address' }],
})

export const confirmRegistration = operation({
  id: 'own',
  name: 'confirmRegistration',
  area: 'people',
  method: 'POST',
  path: '/register/confirm',
  summary:
    'Creates the company and its owner and signs the owner in. Requires the password, because the link proves only the email address.',
  body: z.strictObject({ token, password: z.string().min(1).max(longestPassword) }),
  answer: tokens,
  errors: ['reset_refused', 'wrong_credentials'],
  access: open,
  limits: [{ count: 30, perSeconds: 300, by: 'address' }],
})
