import { z } from 'zod'
import type { Access } from '../core/access.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { doneAnswer, instant } from '../core/wire.ts'
import type { Plain } from '../core/wire-names.ts'

/** Why an address gets no mail from a company. */
const stopReasons = ['refused', 'unsubscribed'] as const
export type StopReason = (typeof stopReasons)[number]

const stoppedAddress = z.object({
  id: id.meta({ description: 'Identifies the address without naming it.' }),
  email: z.string(),
  reason: z.enum(stopReasons).meta({
    description: 'A mail server refused the address for good, or its reader stopped the emails about new leads.',
  }),
  company_id: id.meta({ description: 'The client whose person or recipient it is, or the company itself.' }),
  company_name: z.string(),
  since: instant,
})
export type StoppedAddress = Plain<z.output<typeof stoppedAddress>>

const owners: Access = { rootSystem: { reach: ['own'] }, agencyOwner: { reach: ['own'] } }

export const listStoppedAddresses = operation({
  id: 'own',
  name: 'listStoppedAddresses',
  area: 'mails',
  method: 'GET',
  path: '/configuration/mails/{companyID}/stopped',
  summary:
    'Lists the addresses that get no email from a company: refused by a mail server, or stopped by their reader.',
  params: z.strictObject({ companyID: id }),
  query: pageQuery,
  answer: pageOf(stoppedAddress),
  access: owners,
  object: { kind: 'company', in: 'params', key: 'companyID' },
})

export const resumeAddress = operation({
  id: 'own',
  name: 'resumeAddress',
  area: 'mails',
  method: 'POST',
  path: '/configuration/mails/resume',
  summary: 'Sends email to an address again that a mail server had refused. What its reader stopped stays stopped.',
  body: z.strictObject({ companyID: id, address_id: id }),
  answer: doneAnswer,
  access: owners,
  object: { kind: 'company', in: 'body', key: 'companyID' },
})
