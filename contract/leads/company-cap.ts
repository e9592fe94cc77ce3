import { z } from 'zod'
import { monthCap_cents } from '../campaigns/campaign.ts'
import { alertDetail, alertFields } from '../campaigns/spend-alerts.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import type { Plain } from '../core/wire-names.ts'
import { doneAnswer, doneWith, formVersion, localDate } from '../core/wire.ts'
import { leadAccess } from './leads.ts'

const companyCap = z.object({
  cap_cents: z
    .int()
    .meta({ description: 'In US cents: maximum that the company’s leads may cost it in a month; 0 for no cap.' }),
  used_cents: z.int().meta({
    description:
      'In US cents: cost of this month’s leads, including returned ones, at retail prices for a client and wholesale prices for an agency. 0 without a cap or an alert.',
  }),
  is_met: z.boolean().meta({ description: 'Whether another lead of one of its campaigns would exceed the cap.' }),
  anew_on: localDate.meta({ description: 'First day of the next month, in the agency’s time zone.' }),
  ...alertDetail,
  version: formVersion,
})
export type CompanyCap = Plain<z.output<typeof companyCap>>

const params = z.strictObject({ companyID: id })
const object = { kind: 'company', in: 'params', key: 'companyID' } as const
const body = z.strictObject({
  month_cap_cents: monthCap_cents.meta({
    description: 'In US cents, for a calendar month in the agency’s time zone; 0 for no cap.',
  }),
  ...alertFields,
  version: formVersion.optional(),
})

export const readCompanyCap = operation({
  id: 'own',
  name: 'readCompanyCap',
  area: 'leads',
  method: 'GET',
  path: '/leads/company-cap/{companyID}',
  summary: 'Reads how much of the monthly spend cap of a client or an agency is used.',
  params,
  answer: doneWith(companyCap),
  access: leadAccess,
  object,
})

export const saveClientCap = operation({
  id: 'own',
  name: 'saveClientCap',
  area: 'leads',
  method: 'PUT',
  path: '/leads/client-cap/{companyID}',
  summary: 'Sets the monthly spend cap for all campaigns of a client, and when to send alerts.',
  params,
  body,
  answer: doneAnswer.extend({ version: formVersion }),
  errors: ['conflict'],
  access: {
    agencyOwner: { reach: ['below'] },
    administrator: { reach: ['below'], permission: 'settings.update' },
  },
  object,
})

export const saveAgencyCap = operation({
  id: 'own',
  name: 'saveAgencyCap',
  area: 'leads',
  method: 'PUT',
  path: '/leads/agency-cap/{companyID}',
  summary: 'Sets an agency’s monthly spend cap, at wholesale prices, and when to send alerts.',
  params,
  body,
  answer: doneAnswer.extend({ version: formVersion }),
  errors: ['conflict'],
  access: {
    rootSystem: { reach: ['below'] },
    rootAdmin: { reach: ['below'], permission: 'settings.update' },
  },
  object,
})
