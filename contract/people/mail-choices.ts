import { z } from 'zod'
import { signedInEverywhere } from '../core/access.ts'
import { operation } from '../core/operation.ts'
import { timeZone } from '../core/time-zone.ts'
import { doneAnswer } from '../core/wire.ts'
import { mailFrequencies, mailKindNames } from '../mails/kinds.ts'

const hour = z.int().min(0).max(23)
const quietHours = z.strictObject({ from: hour, until: hour, timezone: timeZone })

export const readMailChoices = operation({
  id: 'own',
  name: 'readMailChoices',
  area: 'people',
  method: 'GET',
  path: '/user/mail-choices',
  summary: 'Reads which kinds of emails the caller gets, how often, and when not.',
  answer: z.object({
    data: z.object({
      kinds: z.array(z.object({ kind: z.enum(mailKindNames), frequency: z.enum(mailFrequencies) })),
      quiet_hours: quietHours.nullable().meta({ description: 'Whole hours in which emails that can wait do so.' }),
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
  summary:
    'Saves whether the caller gets emails of a kind at once, collected by day or week, as a notice, only in the inbox, or not. Some are always sent.',
  body: z.strictObject({ kind: z.enum(mailKindNames), frequency: z.enum(mailFrequencies) }),
  answer: doneAnswer,
  access: signedInEverywhere,
})

export const saveQuietHours = operation({
  id: 'own',
  name: 'saveQuietHours',
  area: 'people',
  method: 'PUT',
  path: '/user/quiet-hours',
  summary: 'Saves the hours in which the caller gets no emails that can wait; null for none.',
  body: z.strictObject({ quiet_hours: quietHours.nullable() }),
  answer: doneAnswer,
  access: signedInEverywhere,
})
