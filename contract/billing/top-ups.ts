import { z } from 'zod'
import type { Access } from '../core/access.ts'
import { id, operationId } from '../core/ids.ts'
import { dollars } from '../core/money.ts'
import { operation } from '../core/operation.ts'
import { doneWith, doneAnswer, flag, instant } from '../core/wire.ts'
import type { Plain } from '../core/wire-names.ts'
import { topUpOptions } from '../campaigns/campaign.ts'
import { chargeStatus } from './charges.ts'

/** The payer of a campaign's leads, and the company they pay. */
const payersAndPayees = (permission: 'campaign.enable' | 'campaign.update'): Access => ({
  agencyOwner: { reach: ['below'] },
  administrator: { reach: ['below'], permission },
  client: { reach: ['own'] },
})
const inParams = { kind: 'campaign', in: 'params', key: 'id' } as const
const params = z.strictObject({ id: id.meta({ description: 'The campaign.' }) })

const topUp = z.object({
  /** How many leads one top-up buys; 0: no prepayment. */
  leadsbuy: z.int(),
  topupoptions: z.enum(topUpOptions),
  stop_continual: flag,
  /** The last top-up; null before the first. */
  current: z
    .object({
      id,
      /** Dollars. */
      amount: z.number(),
      status: chargeStatus,
      cause: z.string().nullable(),
      created_at: instant,
    })
    .nullable(),
  /** T: leads have stopped because the prepaid ones are used up. */
  leads_stopped: flag,
})
export type CampaignTopUp = Plain<z.output<typeof topUp>>

const maxTopUp_cents = 5_000_000

/** What one top-up of a campaign charges: its leads at the price of one, a fraction of a cent as a whole one, at most $50,000. */
export const topUpCents = (leads: number, price_e4: number): number =>
  Math.min(Math.ceil((leads * price_e4) / 100), maxTopUp_cents)

/** Whether the leads of one top-up would cost more than it charges, so that it buys fewer. */
export const isTopUpCapped = (leads: number, price_e4: number): boolean => leads * price_e4 > maxTopUp_cents * 100

/** The smallest card charge. */
const minTopUp_cents = 50

/** Whether a top-up could never be charged. Free leads need none, so nothing to charge isn't too little. */
export const isTopUpTooSmall = (amount_cents: number): boolean => amount_cents > 0 && amount_cents < minTopUp_cents

/** What is charged for leads that were ordered: at least what a card can be, though their price may have fallen since. */
export function orderedTopUpCents(leads: number, price_e4: number): number {
  const cents = topUpCents(leads, price_e4)
  return isTopUpTooSmall(cents) ? minTopUp_cents : cents
}

export const readCurrentTopUp = operation({
  id: 'C124',
  name: 'readCurrentTopUp',
  area: 'billing',
  method: 'GET',
  path: '/leadspeek/client/local/currenttopup/{id}',
  summary: 'Reads how leads of a campaign are prepaid, and the status of its last top-up.',
  params,
  answer: doneWith(topUp),
  access: payersAndPayees('campaign.enable'),
  object: inParams,
})

const remaining = z.object({
  /** Dollars: what is left, and the total bought. */
  balance_amount: z.number(),
  total_amount: z.number(),
  /** How many leads the balance buys at the current price; null for free leads. */
  remaining_leads: z.int().nullable(),
})

export const readRemainingLeads = operation({
  id: 'C125',
  name: 'readRemainingLeads',
  area: 'billing',
  method: 'GET',
  path: '/leadspeek/client/local/remainingbalanceleads/{id}',
  summary: 'Reads the remaining prepaid amount of a campaign, in dollars and in leads.',
  params,
  answer: doneWith(remaining),
  access: payersAndPayees('campaign.enable'),
  object: inParams,
})

const inBody = { kind: 'campaign', in: 'body', key: 'leadspeekApiID' } as const

export const stopCampaignTopUp = operation({
  id: 'C126',
  name: 'stopCampaignTopUp',
  area: 'billing',
  method: 'PUT',
  path: '/leadspeek/client/local/stopcontinualtopup',
  summary: 'T: stops top-ups of a campaign; the remaining amount is used up, then its leads stop. F: resumes them.',
  body: z.strictObject({ leadspeekApiID: id, stop_continual: flag }),
  answer: doneAnswer,
  access: payersAndPayees('campaign.update'),
  object: inBody,
})

const estimate = z.object({
  /** Dollars: what can be refunded now. */
  amount: z.number(),
  remaining_leads: z.int().nullable(),
})

/** Only its agency can refund a client. */
const payees: Access = {
  agencyOwner: { reach: ['below'] },
  administrator: { reach: ['below'], permission: 'settings.update' },
}

export const estimateTopUpRefund = operation({
  id: 'C127',
  name: 'estimateTopUpRefund',
  area: 'billing',
  method: 'GET',
  path: '/leadspeek/client/estimeate-refund-topup',
  summary: 'Reads how much of a campaign’s top-ups is unused and can be refunded.',
  query: z.strictObject({ leadspeekApiID: id }),
  answer: doneWith(estimate),
  access: payees,
  object: { kind: 'campaign', in: 'query', key: 'leadspeekApiID' },
})

export const refundTopUp = operation({
  id: 'C128',
  name: 'refundTopUp',
  area: 'billing',
  method: 'POST',
  path: '/leadspeek/client/refund-topup',
  summary:
    'Credits all or part of a campaign’s unused top-ups to the client’s account, which offsets what the client owes. Stops automatic top-ups.',
  body: z.strictObject({
    leadspeekApiID: id,
    /** If omitted: the whole remaining balance. */
    amount: dollars.optional(),
    /** The id of the refund; if omitted, the call generates one (decision 38). */
    operationId: operationId.optional(),
  }),
  answer: doneWith(z.object({ amount: z.number() })),
  errors: ['conflict'],
  access: payees,
  object: inBody,
})
