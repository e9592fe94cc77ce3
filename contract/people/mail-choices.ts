import { z } from 'zod'
import { signedInEverywhere } from '../core/access.ts'
import { operation } from '../core/operation.ts'
import { doneAnswer, flag } from '../core/wire.ts'
import { mailKindNames } from '../mails/kinds.ts'

export const readMailChoices = operation({
  id: 'own',
  name: 'readMailChoices',
  area: 'people',
  method: 'GET',
  path: '/user/mail-choices',
  summary: 'Reads which kinds of emails the caller gets.',
  answer: z.object({
    data: z.object({
      kinds: z.array(z.object({ kind: z.enum(mailKindNames), wanted: flag })),
    }),
  }),
  access: signedInEverywhere,
})

export const saveMailChoice = operation({
  id: 'own',
  name: 'saveMailChoice',
  area: 'people',
  method: 'PUT',
  path: '/user/mail-choices',
  summary: 'Saves whether the caller gets emails of a kind. Some are always sent.',
  body: z.strictObject({ kind: z.enum(mailKindNames), wanted: flag }),
  answer: doneAnswer,
  access: signedInEverywhere,
})
