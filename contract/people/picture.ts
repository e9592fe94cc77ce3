import { z } from 'zod'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'

export const readPicture = operation({
  id: 'own',
  name: 'readPicture',
  area: 'people',
  method: 'GET',
  path: '/user/{id}/picture',
  summary: 'Reads a person’s picture as a data URL: WebP, 256 by 256 pixels.',
  params: z.strictObject({ id }),
  answer: z.object({ result: z.literal('success'), data: z.object({ image: z.string().nullable() }) }),
  access: {
    rootSystem: { reach: ['own', 'below'] },
    rootAdmin: { reach: ['own', 'below'] },
    agencyOwner: { reach: ['own', 'below'] },
    administrator: { reach: ['own', 'below'] },
    client: { reach: ['own'] },
  },
  object: { kind: 'user', in: 'params', key: 'id' },
})
