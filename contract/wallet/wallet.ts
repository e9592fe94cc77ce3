import { z } from 'zod'
import type { Access } from '../core/access.ts'
import { csvFormat } from '../core/csv.ts'
import { id, operationId } from '../core/ids.ts'
import { centsFromText, dollarsFromCents } from '../core/money.ts'
import { operation } from '../core/operation.ts'
import { done, doneWith, flag, instant } from '../core/wire.ts'
import { sentences } from '../core/sentences.ts'
import type { Plain } from '../core/wire-names.ts'
import { chargeStatus } from '../billing/charges.ts'

/** R239: what a top-up buys without an amount of one's own, in dollars. */
export const presets = [250, 500, 1000] as const
/** R240, and the most that one top-up buys, in dollars. */
const least = 250
const leastCustom = 2_500
const most = 50_000

export const minimumOf = (isCustom: boolean): number => (isCustom ? leastCustom : least)

const whole = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })

/** A whole amount of dollars in the short form: `$2,500` (OQ-49). */
export const shortAmount = (dollars: number): string => whole.format(dollars)

/** What is wrong with the amount of a top-up as it was typed (R239, R240, R242), or null. */
export function topUpProblem(text: string, isCustom: boolean): string | null {
  const cents = centsFromText(text)
  // `centsFromText` knows nothing below 0 and nothing beyond its digits; both are no amount.
  if (cents === null) return sentences.amount
  const minimum = minimumOf(isCustom)
  if (cents < minimum * 100) return isCustom ? sentences.walletCustomMinimum : sentences.walletMinimum
  if (cents > most * 100) return sentences.walletMaximum
  if (!isCustom && !presets.some((preset) => preset * 100 === cents)) return sentences.walletPreset
  return null
}

/** R052: owners, of their own agency. */
const owners: Access = { agencyOwner: { reach: ['own'] } }
const ofCompany = { company_id: id }
const company = { kind: 'company', in: 'body', key: 'company_id' } as const

/** R267: a month of the agency's own calendar, `2026-11`. */
const month = z.string().regex(/^(20\d\d|2100)-(0[1-9]|1[0-2])$/, sentences.month)

const historyItem = z.object({
  /** A lot's, or made from the day that leads were paid on. */
  id: z.string(),
  title: z.string(),
  created_at: instant,
  /** Of a top-up: when what is left of it expires. */
  expired_at: instant.nullable(),
  /** Dollars: more than 0 came in, less went out. */
  amount: z.number(),
  transaction_type: z.enum(['topup', 'charge', 'other']),
  /** Of a charge: how many leads it paid for. */
  leads: z.int(),
})
export type HistoryItem = Plain<z.output<typeof historyItem>>

const openTopUp = z.object({
  /** Dollars. */
  amount: z.number(),
  status: chargeStatus,
  /** Why it stands there, as of any charge. */
  cause: z.string().nullable(),
})

const wallet = z.object({
  /** Dollars: what is left, all that was ever bought, and what there was after the last top-up. */
  balance_amount: z.number(),
  total_amount: z.number(),
  last_balance_amount: z.number(),
  /** Dollars, beside the balance: what is left of top-ups whose payment the bank has taken back. It pays for nothing. */
  held_amount: z.number(),
  /** Dollars: what one top-up buys. */
  amount: z.number(),
  custom_amount: flag,
  /** T: nothing is bought by itself. */
  stop_continual: flag,
  /** T: there is a card to pay with, or payments are made by hand. */
  is_enable_topup_prepaid_direct_payment: flag,
  /** The month that the history is of, and the one that it is now. */
  month: z.string(),
  current_month: z.string(),
  transaction_history: z.array(historyItem),
  /** The last top-up, while it is open or was declined; null once the money is there. */
  open_topup: openTopUp.nullable(),
  /** What expires next, within 30 days. */
  next_expiry: z.object({ amount: z.number(), expired_at: instant }).nullable(),
  /** T: leads have stopped, because the wallet is empty and pays for them. */
  leads_stopped: flag,
})
export type Wallet = Plain<z.output<typeof wallet>>

const inMonth = z.strictObject({
  company_id: id,
  date: month.optional().meta({ description: 'YYYY-MM; left out: the current month in the agency’s zone.' }),
})

export const readWallet = operation({
  id: 'C129',
  name: 'readWallet',
  area: 'wallet',
  method: 'GET',
  path: '/configuration/agencies/prepaid/get-direct-payment',
  summary: 'The Data Wallet of the own agency, with the history of a month.',
  query: inMonth,
  answer: doneWith(wallet),
  access: owners,
  object: { kind: 'company', in: 'query', key: 'company_id' },
})

export const listWalletHistory = operation({
  id: 'C130',
  name: 'listWalletHistory',
  area: 'wallet',
  method: 'GET',
  path: '/configuration/agencies/prepaid/get-transaction-history-direct-payment',
  summary: 'What came into the Data Wallet and went out of it in a month, the newest first; leads by day.',
  query: inMonth,
  answer: doneWith(z.object({ month: z.string(), transaction_history: z.array(historyItem) })),
  access: owners,
  object: { kind: 'company', in: 'query', key: 'company_id' },
})

export const stopContinualTopUp = operation({
  id: 'C131',
  name: 'stopContinualTopUp',
  area: 'wallet',
  method: 'PUT',
  path: '/configuration/agencies/prepaid/stop-continual-topup',
  summary:
    'T: nothing more is bought by itself; what is left is used up, then leads are invoiced. F: the wallet is topped up under a tenth of its last balance, and leads stop without money.',
  body: z.strictObject({ ...ofCompany, stop_continual: flag }),
  answer: done,
  access: owners,
  object: company,
})

/** T: an amount of one's own; F: one of the presets. */
const customAmount = z.enum(['F', 'T'])
/** Dollars, a number or as it was typed. What is wrong with it depends on `custom_amount`. */
const amount = z.union(
  [z.number(sentences.amount).meta({ minimum: least, maximum: most }), z.string().max(20, sentences.amount)],
  sentences.amount,
)
const checkAmount = (
  body: { amount: string | number; custom_amount: 'T' | 'F' },
  context: z.core.$RefinementCtx,
): void => {
  const problem = topUpProblem(String(body.amount), body.custom_amount === 'T')
  if (problem) context.addIssue({ code: 'custom', path: ['amount'], message: problem })
}
const inDollars = <Body extends { amount: string | number }>(
  body: Body,
): Omit<Body, 'amount'> & { amount: number } => ({
  ...body,
  amount: dollarsFromCents(centsFromText(String(body.amount)) ?? 0),
})

export const saveWallet = operation({
  id: 'C132',
  name: 'saveWallet',
  area: 'wallet',
  method: 'POST',
  path: '/configuration/agencies/prepaid/save-prepaid-direct-payment',
  summary: 'Sets what one top-up buys from now on. Nothing is charged.',
  body: z
    .strictObject({ ...ofCompany, amount, custom_amount: customAmount })
    .superRefine(checkAmount)
    .transform(inDollars),
  answer: done,
  access: owners,
  object: company,
})

export const chargeWallet = operation({
  id: 'C133',
  name: 'chargeWallet',
  area: 'wallet',
  method: 'POST',
  path: '/configuration/agencies/prepaid/charge-prepaid-direct-payment',
  summary: 'Buys a top-up with the agency’s card, and saves how it is topped up from now on.',
  body: z
    .strictObject({
      ...ofCompany,
      amount,
      custom_amount: customAmount,
      stop_continual: flag,
      ip_user: z.string().max(45).optional().meta({ description: 'A claim: the address of the call counts.' }),
      timezone: z.string().max(64).optional().meta({ description: 'A claim: the agency’s own zone counts.' }),
      payment_type: z.literal('credit_card').default('credit_card'),
      /** The id of the top-up; left out, the call makes one (decision 38). */
      operationID: operationId.optional(),
    })
    .superRefine(checkAmount)
    .transform(inDollars),
  answer: done,
  errors: ['conflict'],
  access: owners,
  object: company,
  limits: [{ count: 20, perSeconds: 3600, by: 'company' }],
})

/** The columns of the downloaded history, as its first line names them. */
export const historyColumns = ['created_at', 'transaction_type', 'title', 'leads', 'amount', 'expired_at'] as const

export const downloadWalletHistory = operation({
  id: 'C134',
  name: 'downloadWalletHistory',
  area: 'wallet',
  method: 'GET',
  path: '/configuration/agencies/prepaid/download-transaction-history-direct-payment/{companyID}/{month}',
  summary: 'The history of a month as CSV, opened by a one-time ticket (R268, OQ-50).',
  params: z.strictObject({ companyID: id, month }),
  query: z.strictObject({ format: csvFormat }),
  answer: z.string(),
  access: owners,
  object: { kind: 'company', in: 'params', key: 'companyID' },
  transport: 'download',
  limits: [{ count: 10, perSeconds: 3600, by: 'user' }],
})
