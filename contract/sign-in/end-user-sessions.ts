import { z } from 'zod'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { doneAnswer } from '../core/wire.ts'

export const endUserSessions = operation({
  id: 'own',
  name: 'endUserSessions',
  area: 'sign-in',
  method: 'POST',
  path: '/user/{id}/end-sessions',
  summary:
    'Signs a person out everywhere and notifies them by email: the operator anyone below it, an owner their administrators and clients.',
  params: z.strictObject({ id }),
  body: z.strictObject({}),
  answer: doneAnswer.extend({ ended: z.int() }),
  access: { rootSystem: { reach: ['own', 'below'] }, agencyOwner: { reach: ['own', 'below'] } },
  object: { kind: 'user', in: 'params', key: 'id' },
  limits: [{ count: 60, perSeconds: 3600, by: 'user' }],
})
