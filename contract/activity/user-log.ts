import { z } from 'zod'
import { signedInEverywhere } from '../core/access.ts'
import { emptyIsOmitted, fromSession } from '../core/documented-keys.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { doneAnswer } from '../core/wire.ts'
import { longestDescription } from './actions.ts'
import { sentences } from '../core/sentences.ts'

export const saveUserLog = operation({
  id: 'C037',
  name: 'saveUserLog',
  area: 'activity',
  method: 'POST',
  path: '/general/user-log-saved',
  summary:
    'Logs an action that the browser reports. Caller, IP address and time are determined by the server; userIP is ignored.',
  body: z.strictObject({
    userID: fromSession('user'),
    action: z
      .string()
      .trim()
      .min(1)
      .max(80)
      .regex(/^[A-Za-z][A-Za-z0-9 _-]*$/, sentences.letters),
    desc: z.string().trim().max(longestDescription).default(''),
    userIP: z.string().max(45).optional(),
    /** The person it concerns, who must be inside the caller's scope. */
    target_userID: emptyIsOmitted(id),
  }),
  answer: doneAnswer,
  errors: ['not_found'],
  access: signedInEverywhere,
  limits: [{ count: 60, perSeconds: 60, by: 'user' }],
})
