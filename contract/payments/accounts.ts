import { z } from 'zod'
import type { Access } from '../core/access.ts'
import { fromSession } from '../core/documented-keys.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { doneAnswer, doneWith } from '../core/wire.ts'
import { accountStates } from '../guards/access-context.ts'

/** How a company or a member of the sales staff gets paid (entity Connected account, R099). */
const standing = z.object({
  accountconnected: z.enum(accountStates),
  charges_enabled: z.literal([0, 1]),
  payouts_enabled: z.literal([0, 1]),
  paymentgateway: z.enum(['stripe', 'other']),
  /** What the payment provider still requires, in its own words. */
  account_requirements: z.array(z.string()),
  /** Whether an account can be connected here at all: not if everything is settled manually. */
  can_connect: z.boolean(),
})

/** The provider's own page for completing the account; a single-use URL. */
const link = doneWith(z.object({ url: z.string() }))

/** SEC-8: only owners access payouts. */
const owners: Access = { agencyOwner: { reach: ['own'] } }
const sales: Access = { salesRep: { reach: ['own'] }, accountExecutive: { reach: ['own'] } }

const body = z.strictObject({ companyID: id, idsys: fromSession('system') })
const company = { kind: 'company', in: 'body', key: 'companyID' } as const
const linkLimits = [{ count: 20, perSeconds: 3600, by: 'user', as: 'account-link' }] as const

export const getAccountLink = operation({
  id: 'C138',
  name: 'getAccountLink',
  area: 'payments',
  method: 'POST',
  path: '/general/get-connected-account-link',
  summary:
    'Returns a URL of the payment provider where the agency completes its account. Creates the account if there is none.',
  body,
  answer: link,
  errors: ['conflict', 'overloaded'],
  access: owners,
  object: company,
  limits: linkLimits,
})

export const getExistingAccountLink = operation({
  id: 'C139',
  name: 'getExistingAccountLink',
  area: 'payments',
  method: 'POST',
  path: '/general/get-existing-connected-account-link',
  summary: 'Returns the same URL for an existing account. 409 if there is none.',
  body,
  answer: link,
  errors: ['conflict', 'overloaded'],
  access: owners,
  object: company,
  limits: linkLimits,
})

export const createConnectedAccount = operation({
  id: 'C140',
  name: 'createConnectedAccount',
  area: 'payments',
  method: 'POST',
  path: '/general/create-connected-account',
  summary: 'Creates the agency’s account at the payment provider, to be completed there. An existing one stays.',
  body,
  answer: doneWith(standing),
  errors: ['conflict', 'overloaded'],
  access: owners,
  object: company,
  limits: linkLimits,
})

export const createSalesAccount = operation({
  id: 'C141',
  name: 'createSalesAccount',
  area: 'payments',
  method: 'POST',
  path: '/general/create-sales-connected-account',
  summary:
    'Returns a URL of the payment provider where the caller completes their account. Creates the account if there is none.',
  body: z.strictObject({ usrID: fromSession('user'), idsys: fromSession('system') }),
  answer: link,
  errors: ['conflict', 'overloaded'],
  access: sales,
  limits: linkLimits,
})

export const checkConnectedAccount = operation({
  id: 'C142',
  name: 'checkConnectedAccount',
  area: 'payments',
  method: 'GET',
  path: '/general/check-connected-account/{companyID}/{idsys}',
  summary: 'Fetches and stores the status of the agency’s account from the payment provider.',
  params: z.strictObject({ companyID: id, idsys: fromSession('system') }),
  answer: z.object({ result: z.literal('success'), data: standing }),
  access: {
    ...owners,
    administrator: { reach: ['own'], permission: 'settings.enable' },
    rootSystem: { reach: ['below'] },
    rootAdmin: { reach: ['below'], permission: 'settings.enable' },
  },
  object: { kind: 'company', in: 'params', key: 'companyID' },
})

export const checkSalesAccount = operation({
  id: 'C143',
  name: 'checkSalesAccount',
  area: 'payments',
  method: 'GET',
  path: '/general/check-sales-connected-account/{usrID}/{idsys}',
  summary: 'Fetches and stores the status of the caller’s account from the payment provider.',
  params: z.strictObject({ usrID: fromSession('user'), idsys: fromSession('system') }),
  answer: z.object({ result: z.literal('success'), data: standing }),
  access: sales,
})

export const resetPaymentConnection = operation({
  id: 'C144',
  name: 'resetPaymentConnection',
  area: 'payments',
  method: 'DELETE',
  path: '/general/reset-payment-connection/{companyID}/{type}',
  summary:
    'Disconnects the account that the agency (`agency`) or the caller (`sales`) is paid to. It stays at the payment provider; another one can be connected.',
  // The own company's account: its owner's or, with `sales`, the caller's own.
  params: z.strictObject({ companyID: id, type: z.enum(['agency', 'sales']) }),
  answer: doneAnswer,
  errors: ['conflict'],
  access: { ...owners, ...sales },
})
