import { z } from 'zod'
import { signedInEverywhere } from '../core/access.ts'
import { operation } from '../core/operation.ts'
import { sentences } from '../core/sentences.ts'
import { doneAnswer } from '../core/wire.ts'

/** Most browsers in which one person gets notices; the oldest gives way to another. */
export const maxPushBrowsers = 10

const endpoint = z
  .url(sentences.webAddress)
  .max(1_000)
  .meta({ description: 'The address that the browser’s push service gave to it.' })
const key = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]+$/, sentences.token)

export const readPush = operation({
  id: 'own',
  name: 'readPush',
  area: 'mails',
  method: 'GET',
  path: '/user/push',
  summary: 'Reads the key with which a browser subscribes to notices, and in how many browsers the caller gets them.',
  answer: z.object({
    data: z.object({
      public_key: z.string().meta({ description: 'The server’s key (VAPID) in Base64url.' }),
      browsers: z.int(),
    }),
  }),
  access: signedInEverywhere,
})

export const savePush = operation({
  id: 'own',
  name: 'savePush',
  area: 'mails',
  method: 'PUT',
  path: '/user/push',
  summary: 'Sends the caller’s notices to a browser as well.',
  body: z.strictObject({ endpoint, p256dh: key(100), auth: key(40) }),
  answer: doneAnswer,
  access: signedInEverywhere,
  limits: [{ count: 60, perSeconds: 3600, by: 'user' }],
  // Where a browser is reached stays out of the log.
  logged: false,
})

export const removePush = operation({
  id: 'own',
  name: 'removePush',
  area: 'mails',
  method: 'POST',
  path: '/user/push/remove',
  summary: 'Sends the caller’s notices to a browser no more.',
  body: z.strictObject({ endpoint }),
  answer: doneAnswer,
  access: signedInEverywhere,
  logged: false,
})
