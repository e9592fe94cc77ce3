import { z } from 'zod'
import { chargeKind } from '../billing/charges.ts'
import type { Access } from '../core/access.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { instant, localDate } from '../core/wire.ts'
import { accountStates } from '../guards/access-context.ts'

/** Sales staff read their own commissions; the operator reads everyone's. */
export const operators: Access = {
  rootSystem: { reach: ['own'] },
  rootAdmin: { reach: ['own'], permission: 'settings.enable' },
}
const operatorsAndSales: Access = {
  ...operators,
  salesRep: { reach: ['own'] },
  accountExecutive: { reach: ['own'] },
}
const root = { kind: 'company', in: 'params', key: 'companyID' } as const

const sums = {
  /** Dollars: commission on payments that were received and not refunded. */
  earned: z.number(),
  /** Dollars, included in that: what was paid out, and what is being paid out. */
  paid: z.number(),
  /** Dollars: what is still to be paid out; negative if refunds followed a payout. */
  owed: z.number(),
}

/** A rate in percent and the day it starts. */
const rate = z.object({ percent: z.number(), valid_from: localDate })

const person = z.object({
  user_id: id,
  full_name: z.string(),
  email: z.string(),
  accountconnected: z.enum(accountStates),
  /** Today's rate in percent. */
  percent: z.number(),
  /** The next scheduled rate, and when it starts. */
  next_rate: rate.nullable(),
  ...sums,
})
export type CommissionPerson = z.output<typeof person>

export const listCommissionStaff = operation({
  id: 'own',
  name: 'listCommissionStaff',
  area: 'commissions',
  method: 'GET',
  path: '/commissions/staff/{companyID}',
  summary: 'Lists sales staff with their commission rates and what they have earned, been paid and are owed.',
  params: z.strictObject({ companyID: id }),
  query: pageQuery,
  answer: pageOf(person),
  access: operators,
  object: root,
})

const ofPerson = id.optional().meta({ description: 'The sales person. Sales staff omit it to read their own.' })

const commissionPayout = z.object({
  id,
  /** Dollars. */
  amount: z.number(),
  /** Dollars: what of it was taken back at the payment provider; it is owed again. */
  reversed: z.number(),
  by_hand: z.boolean(),
  state: z.enum(['sent', 'paid', 'failed']),
  /** The payment provider’s decline code. */
  cause: z.string().nullable(),
  created_at: instant,
})
export type CommissionPayout = z.output<typeof commissionPayout>

export const readCommissions = operation({
  id: 'own',
  name: 'readCommissions',
  area: 'commissions',
  method: 'GET',
  path: '/commissions/summary',
  summary: 'Reads a sales person’s rates, totals and latest payouts.',
  query: z.strictObject({ salesId: ofPerson }),
  answer: z.object({
    result: z.literal('success'),
    data: z.object({
      ...sums,
      percent: z.number(),
      /** Dollars, included in what is owed: what can be paid out now. */
      payable: z.number(),
      /** How many days after a payment its commission can be paid out. */
      hold_days: z.int(),
      next_rate: rate.nullable(),
      /** Newest first, including future ones. */
      rates: z.array(rate),
      /** The latest twenty. */
      payouts: z.array(commissionPayout),
    }),
  }),
  access: operatorsAndSales,
})

const commission = z.object({
  /** The charge that was paid. */
  charge_id: id,
  agency_id: id,
  agency_name: z.string(),
  kind: chargeKind,
  earned_at: instant,
  percent: z.number(),
  /** Dollars: what the operator received for the charge and has not refunded. */
  base: z.number(),
  /** Dollars, with fractions of a cent. */
  amount: z.number(),
  /** What remains: nothing after refunds; everything was paid out; something is owed. */
  state: z.enum(['clawed_back', 'paid', 'owed']),
})
export type Commission = z.output<typeof commission>

export const listCommissions = operation({
  id: 'own',
  name: 'listCommissions',
  area: 'commissions',
  method: 'GET',
  path: '/commissions/list',
  summary: 'Lists a sales person’s commissions by payment: agency, amount and rate.',
  query: pageQuery.extend({ salesId: ofPerson }),
  answer: pageOf(commission),
  access: operatorsAndSales,
})
