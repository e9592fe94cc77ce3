import { z } from 'zod'
import { operation } from '../core/operation.ts'
import { done } from '../core/wire.ts'

export const finishTour = operation({
  id: 'own',
  name: 'finishTour',
  area: 'people',
  method: 'PUT',
  path: '/user/tour',
  summary: 'Keeps that the signed-in person has seen the tour, to its end or not: it does not come by itself again.',
  body: z.strictObject({}),
  answer: done,
  access: { agencyOwner: { reach: ['own'] } },
  logged: false,
})
