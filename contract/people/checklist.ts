import { z } from 'zod'
import { operation } from '../core/operation.ts'
import { doneAnswer } from '../core/wire.ts'

export const closeChecklist = operation({
  id: 'own',
  name: 'closeChecklist',
  area: 'people',
  method: 'PUT',
  path: '/user/checklist',
  summary: 'Records that the caller needs the list of first steps no more, because it is complete or was hidden.',
  body: z.strictObject({}),
  answer: doneAnswer,
  access: {
    rootSystem: { reach: ['own'] },
    rootAdmin: { reach: ['own'] },
    agencyOwner: { reach: ['own'] },
    administrator: { reach: ['own'] },
    client: { reach: ['own'] },
  },
  logged: false,
})
