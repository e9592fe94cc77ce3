import { z } from 'zod'
import { signedInEverywhere } from '../core/access.ts'
import { languages } from '../core/language.ts'
import { operation } from '../core/operation.ts'
import { doneAnswer } from '../core/wire.ts'

export const saveLanguage = operation({
  id: 'own',
  name: 'saveLanguage',
  area: 'sign-in',
  method: 'PUT',
  path: '/user/language',
  summary: 'Saves the caller’s language, in which emails about their account are written.',
  body: z.strictObject({ language: z.enum(languages) }),
  answer: doneAnswer,
  access: signedInEverywhere,
})
