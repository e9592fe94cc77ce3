import { z } from 'zod'
import type { Access } from '../core/access.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { sentences } from '../core/sentences.ts'
import { doneAnswer, flag, formVersion } from '../core/wire.ts'

/** How much of the operator's share may come back if it has set nothing: as many returns as the usual return rule lets clients make. */
export const usualShareRule = { is_limited: true, share_percent: 10, within_days: 30 } as const

const rule = {
  is_limited: flag.meta({
    description: 'F: everything comes back at once, whatever the percentage and the days are.',
  }),
  share_percent: z.int(sentences.wholeNumber).min(0).max(100).meta({
    description:
      'Maximum percentage of an agency’s wholesale cost that may come back in a calendar month of its time zone without the operator’s approval: of the cost of this month’s leads so far, or of last month’s if that is more.',
  }),
  within_days: z.int(sentences.wholeNumber).min(0).max(365).meta({
    description: 'Number of days after a lead in which its wholesale price may come back without approval.',
  }),
}

const ofCompany = { kind: 'company', in: 'params', key: 'companyID' } as const

export const readShareRule = operation({
  id: 'own',
  name: 'readShareRule',
  area: 'reclaims',
  method: 'GET',
  path: '/reclaims/{companyID}/rule',
  summary: 'Reads how much of the operator’s share may come back to an agency, or, for the operator, to all agencies.',
  params: z.strictObject({ companyID: id }),
  answer: z.object({
    result: z.literal('success'),
    data: z.object({
      ...rule,
      follows_default: flag.meta({ description: 'For an agency: whether it has the rule of all agencies.' }),
      is_usual: flag.meta({ description: 'Whether nobody has set it: the usual rule applies.' }),
      version: formVersion,
    }),
  }),
  access: {
    rootSystem: { reach: ['own', 'below'] },
    rootAdmin: { reach: ['own', 'below'], permission: 'settings.enable' },
    agencyOwner: { reach: ['own'] },
    administrator: { reach: ['own'], permission: 'settings.enable' },
  },
  object: ofCompany,
})

/** The operator alone: agencies would decide over money that they get. */
const operators: Access = {
  rootSystem: { reach: ['own', 'below'] },
  rootAdmin: { reach: ['own', 'below'], permission: 'settings.update' },
}

export const saveShareRule = operation({
  id: 'own',
  name: 'saveShareRule',
  area: 'reclaims',
  method: 'PUT',
  path: '/reclaims/{companyID}/rule',
  summary:
    'Sets how much of the operator’s share may come back to one agency, or, for the operator, to all. Waiting claims keep waiting.',
  params: z.strictObject({ companyID: id }),
  body: z.strictObject({
    ...rule,
    follows_default: flag.default('F').meta({ description: 'T: removes the agency’s own rule.' }),
    version: formVersion.optional(),
  }),
  answer: doneAnswer.extend({ version: formVersion }),
  errors: ['conflict'],
  access: operators,
  object: ofCompany,
})
