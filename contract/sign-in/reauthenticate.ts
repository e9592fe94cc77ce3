import { z } from 'zod'
import { signedInEverywhere } from '../core/access.ts'
import { operation } from '../core/operation.ts'
import { doneAnswer } from '../core/wire.ts'
import { typedCode } from './typed-code.ts'

/** How long a proof is valid in its session (decision 36). */
export const proofLife_ms = 10 * 60_000

export const reauthenticate = operation({
  id: 'own',
  name: 'reauthenticate',
  area: 'sign-in',
  method: 'POST',
  path: '/user/reauthenticate',
  summary:
    'Confirms the caller’s identity again by password and, if it is on, the second factor. Valid for ten minutes in this session.',
  body: z.strictObject({
    password: z.string().min(1).max(128),
    /** From the active second factor, or a recovery code. */
    code: typedCode.optional(),
  }),
  answer: doneAnswer.extend({
    /** Seconds for which the proof is valid. */
    expires_in: z.int(),
  }),
  access: signedInEverywhere,
  limits: [{ count: 10, perSeconds: 900, by: 'user' }],
  logged: false,
})
