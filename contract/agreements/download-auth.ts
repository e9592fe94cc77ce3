import { z } from 'zod'
import { managers } from '../core/access.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { doneWith } from '../core/wire.ts'

export const authorizeDownload = operation({
  id: 'C022',
  name: 'authorizeDownload',
  area: 'agreements',
  method: 'POST',
  path: '/docauth',
  summary: 'Returns a URL of a protected document after the password is confirmed. It works once, for one minute.',
  body: z.strictObject({
    pwd: z.string().min(1).max(128),
    /** The document's id: the last part of /download-auth/{pkdoc}. */
    urldata: id,
  }),
  answer: doneWith(z.object({ url: z.string(), expires_in: z.int() })),
  access: managers('settings.enable'),
  limits: [
    { count: 5, perSeconds: 60, by: 'user' },
    { count: 30, perSeconds: 3600, by: 'user' },
  ],
})
