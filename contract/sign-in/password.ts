import { z } from 'zod'
import { open, signedInEverywhere } from '../core/access.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { doneAnswer } from '../core/wire.ts'
import { longestPassword } from './password-rules.ts'
import { email, token } from './session.ts'

/** A password as typed: never trimmed or case-folded. Its rules are in password-rules.ts and in the server's lists. */
const newPassword = z.string().min(1).max(longestPassword)
const currentPassword = z.string().min(1).max(longestPassword)

export const forgetPassword = operation({
  id: 'C004',
  name: 'forgetPassword',
  area: 'sign-in',
  method: 'POST',
  path: '/forgetpass',
  summary: 'Sends a password reset link if there is an account. The response is the same if there is none.',
  body: z.strictObject({
    username: email,
    // Claims of the specification's client. Only the host determines the tenant.
    gtoken: z.string().max(4096).optional(),
    ownedcompanyid: z.string().max(64).optional(),
    companyrootid: z.string().max(64).optional(),
  }),
  answer: doneAnswer,
  access: open,
  limits: [
    { count: 3, perSeconds: 3600, by: 'account' },
    { count: 10, perSeconds: 3600, by: 'address' },
  ],
})

/** Why a password reset link does not work; shown by the invalid-reset page (R018). */
const resetProblems = ['invalid', 'expired', 'used', 'replaced'] as const
export type ResetProblem = (typeof resetProblems)[number]

export const verifyResetToken = operation({
  id: 'C008',
  name: 'verifyResetToken',
  area: 'sign-in',
  method: 'POST',
  path: '/verify-reset-token',
  summary: 'Checks whether a password reset link is still valid, and if not, why. Does not use it up.',
  body: z.strictObject({ token, email }),
  answer: z.object({
    valid: z.boolean(),
    reason: z.enum(resetProblems).nullable(),
    /** The person was invited and chooses their first password. */
    is_invitation: z.boolean(),
  }),
  access: open,
  limits: [{ count: 30, perSeconds: 300, by: 'address' }],
})

export const setNewPassword = operation({
  id: 'X001',
  name: 'setNewPassword',
  area: 'sign-in',
  method: 'POST',
  path: '/set-new-password',
  summary: 'Sets a new password with a reset link. Ends all sessions and starts none.',
  body: z.strictObject({ token, email, newpassword: newPassword }),
  answer: doneAnswer,
  errors: ['reset_refused'],
  access: open,
  limits: [
    { count: 30, perSeconds: 300, by: 'address' },
    { count: 10, perSeconds: 3600, by: 'account' },
  ],
})

export const changePassword = operation({
  id: 'C015',
  name: 'changePassword',
  area: 'sign-in',
  method: 'POST',
  path: '/user/resetpassword',
  summary: 'Changes the caller’s password. Ends all of their other sessions (R126 to R128).',
  body: z.strictObject({
    /** A claim: only the caller's own id is accepted. */
    usrID: id,
    currpassword: currentPassword,
    newpassword: newPassword,
  }),
  answer: doneAnswer,
  access: signedInEverywhere,
  limits: [{ count: 5, perSeconds: 300, by: 'user' }],
})
