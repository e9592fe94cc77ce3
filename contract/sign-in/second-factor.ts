import { z } from 'zod'
import { open, signedInEverywhere } from '../core/access.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { doneAnswer } from '../core/wire.ts'
import { email, factorKind, token, tokens } from './session.ts'
import { typedCode } from './typed-code.ts'

const hour_s = 3600

/** Rate limits for guesses over all challenges together (SEC-4, SEC-5). */
const guesses = { count: 10, perSeconds: hour_s, by: 'account' } as const

export const verifyLogin = operation({
  id: 'C006',
  name: 'verifyLogin',
  area: 'sign-in',
  method: 'POST',
  path: '/verifylogin',
  summary: 'Completes the second step of signing in: a code together with the OTP token of the first step (R088).',
  body: z.strictObject({
    email,
    code: typedCode,
    otp_token: token,
    // Claims of the specification's client, as at login.
    gtoken: z.string().max(4096).optional(),
    domainName: z.string().max(255).optional(),
    ownedcompanyid: z.string().max(64).optional(),
    companyrootid: z.string().max(64).optional(),
  }),
  answer: tokens,
  errors: ['sign_in_again'],
  access: open,
  limits: [guesses, { count: 60, perSeconds: 300, by: 'address' }],
})

export const resendCode = operation({
  id: 'C007',
  name: 'resendCode',
  area: 'sign-in',
  method: 'POST',
  path: '/resendcode',
  summary: 'Sends another code for the second step. The previous one no longer works.',
  body: z.strictObject({ email, otp_token: token }),
  answer: doneAnswer.extend({ otp_token: token }),
  errors: ['sign_in_again'],
  access: open,
  limits: [
    { count: 1, perSeconds: 60, by: 'account', message: 'Wait a minute before you ask for another code.' },
    { count: 5, perSeconds: hour_s, by: 'account' },
    { count: 60, perSeconds: 300, by: 'address' },
  ],
})

const ownSettings = z.strictObject({ userId: id })

export const readFactorSettings = operation({
  id: 'C012',
  name: 'readFactorSettings',
  area: 'sign-in',
  method: 'GET',
  path: '/setting/twofactorauth/{userId}',
  summary: 'Reads the caller’s two-factor settings.',
  params: ownSettings,
  answer: z.object({
    two_factor_auth: z.boolean(),
    two_factor_auth_type: factorKind.nullable(),
    /** Whether two-factor is mandatory for this account; then the method can be switched, but not turned off. */
    required: z.boolean(),
    recovery_codes_left: z.int(),
  }),
  access: signedInEverywhere,
})

export const saveFactorSettings = operation({
  id: 'C013',
  name: 'saveFactorSettings',
  area: 'sign-in',
  method: 'PUT',
  path: '/setting/twofactorauth/{userId}',
  summary: 'Turns two-factor authentication on or off, or changes its method, after a recent confirmation of identity.',
  params: ownSettings,
  body: z.strictObject({
    two_factor_auth: z.boolean(),
    two_factor_auth_type: factorKind,
    /** The authenticator's secret; must match what the server generated for this session, and is never used itself. */
    secretKey: z.string().max(64).optional(),
    /** A code of the factor to be turned on: from the authenticator, or emailed. Verified if present (decision 36). */
    code: typedCode.optional(),
  }),
  answer: doneAnswer.extend({
    /** New ones if it was off before, shown once; otherwise empty. */
    recovery_codes: z.array(z.string()),
  }),
  access: signedInEverywhere,
  limits: [{ count: 10, perSeconds: hour_s, by: 'user' }],
})

export const readAuthenticatorSetup = operation({
  id: 'C014',
  name: 'readAuthenticatorSetup',
  area: 'sign-in',
  method: 'GET',
  path: '/setting/get-google-tfa/{userId}/{companyId}',
  summary: 'Generates a secret for an authenticator app, as QR code and text. It is valid for a few minutes.',
  params: z.strictObject({ userId: id, companyId: id }),
  answer: z.object({ qrCodeUrl: z.string(), secretKey: z.string() }),
  access: signedInEverywhere,
  limits: [{ count: 30, perSeconds: hour_s, by: 'user' }],
})

export const sendFactorCode = operation({
  id: 'own',
  name: 'sendFactorCode',
  area: 'sign-in',
  method: 'POST',
  path: '/setting/twofactorauth/{userId}/sendcode',
  summary: 'Sends the caller a code that confirms their mailbox for a change of the second factor.',
  params: ownSettings,
  body: z.strictObject({}),
  answer: doneAnswer,
  access: signedInEverywhere,
  limits: [
    { count: 1, perSeconds: 60, by: 'user', message: 'Wait a minute before you ask for another code.' },
    { count: 5, perSeconds: hour_s, by: 'user' },
  ],
})

export const makeRecoveryCodes = operation({
  id: 'own',
  name: 'makeRecoveryCodes',
  area: 'sign-in',
  method: 'POST',
  path: '/setting/twofactorauth/{userId}/recoverycodes',
  summary: 'Generates ten new recovery codes that replace the old ones. They are shown once.',
  params: ownSettings,
  body: z.strictObject({}),
  answer: doneAnswer.extend({ recovery_codes: z.array(z.string()) }),
  access: signedInEverywhere,
  limits: [{ count: 10, perSeconds: hour_s, by: 'user' }],
})
