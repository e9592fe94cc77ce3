import { z } from 'zod'
import { open } from '../core/access.ts'
import { operation } from '../core/operation.ts'
import type { Plain } from '../core/wire-names.ts'

/** A proof-of-work task for the browser: find a hash by trying (ALTCHA). No third party, nothing visible. */
const captchaTask = z.object({
  kind: z.literal('altcha'),
  algorithm: z.string(),
  challenge: z.string(),
  salt: z.string(),
  signature: z.string(),
  /** The solution is between 0 and this number. */
  maxnumber: z.int(),
})
export type CaptchaTask = Plain<z.output<typeof captchaTask>>

/** For operators with reCAPTCHA keys: what the browser loads, and what its token is for. */
const recaptchaTask = z.object({
  kind: z.literal('recaptcha'),
  site_key: z.string(),
  script_url: z.string(),
  action: z.string(),
})
export type RecaptchaTask = Plain<z.output<typeof recaptchaTask>>

export const readCaptcha = operation({
  id: 'own',
  name: 'readCaptcha',
  area: 'sign-in',
  method: 'GET',
  path: '/captcha',
  summary: 'Returns a task whose solution is the gtoken of a call that requires one. It works once, for ten minutes.',
  answer: z.discriminatedUnion('kind', [captchaTask, recaptchaTask]),
  access: open,
  limits: [{ count: 60, perSeconds: 300, by: 'address' }],
})
