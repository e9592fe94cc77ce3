import { z } from 'zod'
import { signedInEverywhere } from '../core/access.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { doneAnswer, instant } from '../core/wire.ts'

export const listSessions = operation({
  id: 'own',
  name: 'listSessions',
  area: 'sign-in',
  method: 'GET',
  path: '/user/sessions',
  summary: 'Lists the caller’s active sessions, newest first.',
  answer: z.object({
    data: z.array(
      z.object({
        id,
        /** Names of browser and operating system, as reported at sign-in. */
        device: z.string(),
        address: z.string().nullable(),
        host: z.string(),
        last_used_at: instant,
        current: z.boolean(),
      }),
    ),
  }),
  access: signedInEverywhere,
})

export const endSession = operation({
  id: 'own',
  name: 'endSession',
  area: 'sign-in',
  method: 'DELETE',
  path: '/user/sessions/{id}',
  summary: 'Ends one of the caller’s sessions. Its device is signed out within five seconds.',
  params: z.strictObject({ id }),
  answer: doneAnswer,
  access: signedInEverywhere,
})

export const endOtherSessions = operation({
  id: 'own',
  name: 'endOtherSessions',
  area: 'sign-in',
  method: 'POST',
  path: '/user/sessions/end-others',
  summary: 'Ends all of the caller’s sessions except this one.',
  body: z.strictObject({}),
  answer: doneAnswer.extend({ ended: z.int() }),
  access: signedInEverywhere,
})
