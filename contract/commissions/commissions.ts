import { z } from 'zod'
import { chargeKind } from '../billing/charges.ts'
import type { Access } from '../core/access.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { instant, localDate } from '../core/wire.ts'
import { accountStates } from '../guards/access-context.ts'

/** Whoever earns commissions reads their own; the operator reads everybody's. */
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
  /** Dollars: of what came in and was not given back. */
  earned: z.number(),
  /** Dollars, of that: what was paid out, and what is on its way. */
  paid: z.number(),
  /** Dollars: what is still to be paid out; less than 0 where refunds came after a payout. */
  owed: z.number(),
}

/** A rate in percent from a day on. */
const rate = z.object({ percent: z.number(), valid_from: localDate })

const person = z.object({
  user_id: id,
  full_name: z.string(),
  email: z.string(),
  accountconnected: z.enum(accountStates),
  /** Percent of what comes in today. */
  percent: z.number(),
  /** The next rate that is set, and from when. */
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
  summary: 'Sales staff with their commission rates, what they earned, what was paid out and what is owed to them.',
  params: z.strictObject({ companyID: id }),
  query: pageQuery,
  answer: pageOf(person),
  access: operators,
  object: root,
})

const ofPerson = id
  .optional()
  .meta({ description: 'The sales person; sales staff leave it out and are meant themselves.' })

const commissionPayout = z.object({
  id,
  /** Dollars. */
  amount: z.number(),
  by_hand: z.boolean(),
  state: z.enum(['sent', 'paid', 'failed']),
  /** The payment provider’s code for a refusal. */
  cause: z.string().nullable(),
  created_at: instant,
  ended_at: instant.nullable(),
})
export type CommissionPayout = z.output<typeof commissionPayout>

export const readCommissions = operation({
  id: 'own',
  name: 'readCommissions',
  area: 'commissions',
  method: 'GET',
  path: '/commissions/summary',
  summary: "A sales person's rates, sums and latest payouts.",
  query: z.strictObject({ SalesID: ofPerson }),
  answer: z.object({
    result: z.literal('success'),
    data: z.object({
      ...sums,
      percent: z.number(),
      /** Dollars, of what is owed: what may be paid out by now. */
      payable: z.number(),
      /** How many days money has to have been there before its commission is paid out. */
      hold_days: z.int(),
      next_rate: rate.nullable(),
      /** The newest first, those to come among them. */
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
  /** Dollars: what the operator received of the charge and still has. */
  base: z.number(),
  /** Dollars, with what is less than a cent. */
  amount: z.number(),
  /** Of it: nothing is left after refunds; everything was paid out; it is owed. */
  state: z.enum(['clawed_back', 'paid', 'owed']),
})
export type Commission = z.output<typeof commission>

export const listCommissions = operation({
  id: 'own',
  name: 'listCommissions',
  area: 'commissions',
  method: 'GET',
  path: '/commissions/list',
  summary: 'What a sales person earned, payment by payment: of which agency, of how much, at which rate.',
  query: pageQuery.extend({ SalesID: ofPerson }),
  answer: pageOf(commission),
  access: operatorsAndSales,
})
