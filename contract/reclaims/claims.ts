import { z } from 'zod'
import type { Access } from '../core/access.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import type { Plain } from '../core/wire-names.ts'
import { doneAnswer, instant, localDate } from '../core/wire.ts'

/** What an agency claims a part of the operator's share for. */
const claimSources = ['return', 'exclusion', 'refund'] as const
export type ClaimSource = (typeof claimSources)[number]

const claimStates = ['waiting', 'accepted', 'declined', 'withdrawn'] as const
export type ClaimState = (typeof claimStates)[number]

const ofCompany = { kind: 'company', in: 'params', key: 'companyID' } as const

/** The operator reads those of all its agencies or of one, an agency its own. */
const readers: Access = {
  rootSystem: { reach: ['own', 'below'] },
  rootAdmin: { reach: ['own', 'below'], permission: 'settings.enable' },
  agencyOwner: { reach: ['own'] },
  administrator: { reach: ['own'], permission: 'settings.enable' },
}

const shareClaim = z.object({
  id: id.meta({ description: 'The return, the exclusion upload or the refund.' }),
  company_id: id.meta({ description: 'The agency.' }),
  company_name: z.string(),
  client_name: z.string().nullable().meta({ description: 'The client; null if several are concerned.' }),
  source: z.enum(claimSources),
  leads: z.int().meta({ description: 'Number of leads; 0 for a refund.' }),
  amount: z.number().meta({ description: 'In dollars: the wholesale prices that would come back to the agency.' }),
  excess: z.enum(['share', 'late']).meta({
    description: 'Why it waits: more than the month’s percentage, or too long after the lead.',
  }),
  state: z
    .enum(claimStates)
    .meta({ description: '`withdrawn`: what it followed from ended, or it came back otherwise.' }),
  claimed_at: instant,
  decided_at: instant.nullable(),
})
export type ShareClaim = Plain<z.output<typeof shareClaim>>

export const listShareClaims = operation({
  id: 'own',
  name: 'listShareClaims',
  area: 'reclaims',
  method: 'GET',
  path: '/reclaims/{companyID}',
  summary:
    'Lists parts of the operator’s share that agencies claim beyond what may come back to them without approval, waiting ones first.',
  params: z.strictObject({ companyID: id }),
  query: pageQuery.extend({ state: z.enum(['', 'all', ...claimStates]).default('all') }),
  answer: pageOf(shareClaim),
  access: readers,
  object: ofCompany,
})

const returnedShare = z.object({
  company_id: id.meta({ description: 'The agency.' }),
  company_name: z.string(),
  month: localDate.meta({ description: 'First day of the month, in the agency’s calendar.' }),
  cost: z.number().meta({ description: 'In dollars: wholesale cost of the month’s leads, whatever became of them.' }),
  allowance: z.number().nullable().meta({
    description: 'In dollars: the most that may come back in the month without approval; null without a limit.',
  }),
  used: z.number().meta({ description: 'In dollars: what came back within the allowance.' }),
  accepted: z.number().meta({ description: 'In dollars: what the operator accepted beyond it.' }),
  free: z.number().meta({ description: 'In dollars: what came back by the operator’s own doing.' }),
  returned: z.number().meta({ description: 'In dollars: all three.' }),
  percent: z.number().nullable().meta({ description: 'Of the month’s cost; null if there was none.' }),
  waiting: z.number().meta({ description: 'In dollars, of whatever month.' }),
  waiting_claims: z.int(),
})
export type ReturnedShare = Plain<z.output<typeof returnedShare>>

export const reportReturnedShares = operation({
  id: 'own',
  name: 'reportReturnedShares',
  area: 'reclaims',
  method: 'GET',
  path: '/reclaims/{companyID}/report',
  summary:
    'Reports by agency how much of its wholesale cost came back in a month, and how much is waiting for the operator.',
  params: z.strictObject({ companyID: id }),
  query: pageQuery.extend({
    months_ago: z.coerce.number().int().min(0).max(12).default(0).meta({ description: '0 for the current month.' }),
  }),
  answer: pageOf(returnedShare),
  access: readers,
  object: ofCompany,
})

export const countShareClaims = operation({
  id: 'own',
  name: 'countShareClaims',
  area: 'reclaims',
  method: 'GET',
  path: '/reclaims/{companyID}/count',
  summary: 'Counts the claims that wait for the operator.',
  params: z.strictObject({ companyID: id }),
  answer: z.object({ waiting: z.int() }),
  access: readers,
  object: ofCompany,
})

/** How many claims one call can name. */
const maxDecided = 100

export const decideShareClaims = operation({
  id: 'own',
  name: 'decideShareClaims',
  area: 'reclaims',
  method: 'POST',
  path: '/reclaims/decide',
  summary:
    'Gives back parts of the operator’s share that an agency claims, or declines them: those named, or all that wait.',
  body: z.strictObject({
    companyID: id.meta({ description: 'The agency.' }),
    decision: z.enum(['accept', 'decline']),
    claims: z.array(id).min(1).max(maxDecided).optional().meta({ description: 'All waiting claims if omitted.' }),
  }),
  answer: doneAnswer,
  errors: ['conflict'],
  access: {
    rootSystem: { reach: ['below'] },
    rootAdmin: { reach: ['below'], permission: 'settings.update' },
  },
  object: { kind: 'company', in: 'body', key: 'companyID' },
})
