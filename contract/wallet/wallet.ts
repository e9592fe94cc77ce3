import { z } from 'zod'
import type { Access } from '../core/access.ts'
import { csvFormat } from '../core/csv.ts'
import { id, operationId } from '../core/ids.ts'
import { centsFromText, dollarsFromCents } from '../core/money.ts'
import { operation } from '../core/operation.ts'
import { doneAnswer, doneWith, flag, instant } from '../core/wire.ts'
import { sentences } from '../core/sentences.ts'
import type { Plain } from '../core/wire-names.ts'
import { chargeStatus } from '../billing/charges.ts'

/** R239: amounts of a top-up to choose from, in dollars. */
export const presets = [250, 500, 1000] as const
/** R240, and the maximum of one top-up, in dollars. */
const least = 250
const minCustom = 2_500
const most = 50_000

export const minimumOf = (isCustom: boolean): number => (isCustom ? minCustom : least)

const whole = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })

/** A whole amount of dollars in short form: `$2,500` (OQ-49). */
export const shortAmount = (dollars: number): string => whole.format(dollars)

/** Returns what is wrong with a typed top-up amount (R239, R240, R242), or null. */
export function topUpProblem(text: string, isCustom: boolean): string | null {
  const cents = centsFromText(text)
  // `centsFromText` rejects negative and too long numbers; both are invalid amounts.
  if (cents === null) return sentences.amount
  const minimum = minimumOf(isCustom)
  if (cents < minimum * 100) return isCustom ? sentences.walletCustomMinimum : sentences.walletMinimum
  if (cents > most * 100) return sentences.walletMaximum
  if (!isCustom && !presets.some((preset) => preset * 100 === cents)) return sentences.walletPreset
  return null
}

/** R052: owners, for their own agency. */
const owners: Access = { agencyOwner: { reach: ['own'] } }
const ofCompany = { company_id: id }
const company = { kind: 'company', in: 'body', key: 'company_id' } as const

/** R267: a month in the agency's own time zone, `2026-11`. */
const month = z.string().regex(/^(20\d\d|2100)-(0[1-9]|1[0-2])$/, sentences.month)

const historyItem = z.object({
  /** A lot's id, or one made from the day on which leads were paid. */
  id: z.string(),
  title: z.string(),
  created_at: instant,
  /** For a top-up: when the rest of it expires. */
  expired_at: instant.nullable(),
  /** Dollars: positive came in, negative went out. */
  amount: z.number(),
  transaction_type: z.enum(['topup', 'charge', 'other']),
  /** For a charge: how many leads it paid for. */
  leads: z.int(),
})
export type HistoryItem = Plain<z.output<typeof historyItem>>

const openTopUp = z.object({
  /** Dollars. */
  amount: z.number(),
  status: chargeStatus,
  /** Why it has this status, as for any charge. */
  cause: z.string().nullable(),
})

const wallet = z.object({
  /** Dollars: current balance, total bought, and the balance after the last top-up. */
  balance_amount: z.number(),
  total_amount: z.number(),
  last_balance_amount: z.number(),
  /** Dollars, not in the balance: the rest of top-ups whose payment the bank withdrew. It cannot be spent. */
  held_amount: z.number(),
  /** Dollars: amount of one top-up. */
  amount: z.number(),
  custom_amount: flag,
  /** T: no automatic top-ups. */
  stop_continual: flag,
  /** T: there is a card to pay with, or payments are made manually. */
  is_enable_topup_prepaid_direct_payment: flag,
  /** The month of the history, and the current month. */
  month: z.string(),
  current_month: z.string(),
  transaction_history: z.array(historyItem),
  /** The last top-up, while it is open or was declined; null once it is paid. */
  open_topup: openTopUp.nullable(),
  /** The next expiry, within 30 days. */
  next_expiry: z.object({ amount: z.number(), expired_at: instant }).nullable(),
  /** T: leads have stopped, because the wallet that pays for them is empty. */
  leads_stopped: flag,
  /** T: automatic top-ups are on, but the card was declined too often; the next one that is paid starts them again. */
  continual_declined: flag,
})
export type Wallet = Plain<z.output<typeof wallet>>

const inMonth = z.strictObject({
  company_id: id,
  date: month.optional().meta({ description: 'YYYY-MM; if omitted, the current month in the agency’s time zone.' }),
})

export const readWallet = operation({
  id: 'C129',
  name: 'readWallet',
  area: 'wallet',
  method: 'GET',
  path: '/configuration/agencies/prepaid/get-direct-payment',
  summary: 'Reads the Data Wallet of the caller’s agency, with the history of one month.',
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
  summary: 'Lists what was added to and taken from the Data Wallet in one month, newest first; leads by day.',
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
    'T: stops automatic top-ups; the remaining amount is used up, then leads are invoiced. F: tops up the wallet when it falls below a tenth of its last balance; leads stop if there is no money.',
  body: z.strictObject({ ...ofCompany, stop_continual: flag }),
  answer: doneAnswer,
  access: owners,
  object: company,
})

/** T: a custom amount; F: one of the presets. */
const customAmount = z.enum(['F', 'T'])
/** Dollars, as a number or typed text. Its limits depend on `custom_amount`. */
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
  summary: 'Sets the amount of future top-ups. Nothing is charged.',
  body: z
    .strictObject({ ...ofCompany, amount, custom_amount: customAmount })
    .superRefine(checkAmount)
    .transform(inDollars),
  answer: doneAnswer,
  access: owners,
  object: company,
})

export const chargeWallet = operation({
  id: 'C133',
  name: 'chargeWallet',
  area: 'wallet',
  method: 'POST',
  path: '/configuration/agencies/prepaid/charge-prepaid-direct-payment',
  summary: 'Buys a top-up with the agency’s card, and saves how the wallet is topped up from now on.',
  body: z
    .strictObject({
      ...ofCompany,
      amount,
      custom_amount: customAmount,
      stop_continual: flag.optional().meta({ description: 'If omitted, unchanged.' }),
      ip_user: z.string().max(45).optional().meta({ description: 'Ignored; the IP address of the call is used.' }),
      timezone: z.string().max(64).optional().meta({ description: 'Ignored; the agency’s time zone is used.' }),
      payment_type: z.literal('credit_card').default('credit_card'),
      /** The id of the top-up; if omitted, the call generates one (decision 38). */
      operationId: operationId.optional(),
    })
    .superRefine(checkAmount)
    .transform(inDollars),
  answer: doneAnswer,
  errors: ['conflict'],
  access: owners,
  object: company,
  limits: [{ count: 20, perSeconds: 3600, by: 'company' }],
})

/** The columns of the downloaded history, as in its header line. */
export const historyColumns = ['created_at', 'transaction_type', 'title', 'leads', 'amount', 'expired_at'] as const

export const downloadWalletHistory = operation({
  id: 'C134',
  name: 'downloadWalletHistory',
  area: 'wallet',
  method: 'GET',
  path: '/configuration/agencies/prepaid/download-transaction-history-direct-payment/{companyID}/{month}',
  summary: 'Downloads the history of one month as CSV. Requires a one-time ticket (R268, OQ-50).',
  params: z.strictObject({ companyID: id, month }),
  query: z.strictObject({ format: csvFormat }),
  answer: z.string(),
  access: owners,
  object: { kind: 'company', in: 'params', key: 'companyID' },
  transport: 'download',
  limits: [{ count: 10, perSeconds: 3600, by: 'user' }],
})
