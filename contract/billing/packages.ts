import { z } from 'zod'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { doneAnswer } from '../core/wire.ts'
import { packageId } from '../pricing/packages.ts'

export const setPackage = operation({
  id: 'C076',
  name: 'setPackage',
  area: 'billing',
  method: 'PUT',
  path: '/configuration/setting/package',
  summary:
    'Assigns a package to an agency; empty removes it. Packages with or without white-labeling also turn its branding on or off.',
  body: z.strictObject({ companyID: id, packageID: packageId }),
  answer: doneAnswer,
  access: {
    rootSystem: { reach: ['below'] },
    rootAdmin: { reach: ['below'], permission: 'settings.update' },
  },
  object: { kind: 'company', in: 'body', key: 'companyID' },
})

export const cancelSubscription = operation({
  id: 'C079',
  name: 'cancelSubscription',
  area: 'billing',
  method: 'PUT',
  path: '/configuration/cancel-subscription',
  summary: 'Ends an agency’s package at once (OQ-60). Charges already made stay.',
  body: z.strictObject({ companyID: id }),
  answer: doneAnswer,
  access: {
    rootSystem: { reach: ['below'] },
    rootAdmin: { reach: ['below'], permission: 'settings.update' },
  },
  object: { kind: 'company', in: 'body', key: 'companyID' },
})
