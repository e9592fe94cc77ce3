import { z } from 'zod'
import { operation } from '../core/operation.ts'
import { doneAnswer } from '../core/wire.ts'

export const finishTour = operation({
  id: 'own',
  name: 'finishTour',
  area: 'people',
  method: 'PUT',
  path: '/user/tour',
  summary: 'Records that the caller has seen the tour, completely or not, so that it does not start again.',
  body: z.strictObject({}),
  answer: doneAnswer,
  access: { agencyOwner: { reach: ['own'] } },
  logged: false,
})
