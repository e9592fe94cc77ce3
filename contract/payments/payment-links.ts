import { z } from 'zod'
import { invoiceLine } from '../billing/invoices.ts'
import { open } from '../core/access.ts'
import { operation } from '../core/operation.ts'
import { doneWith, instant } from '../core/wire.ts'
import { cardToken } from './cards.ts'

/** Path of the page; the token follows the `#`, which browsers never send to a server. */
export const paymentLinkPath = 'pay-invoice'

const token = z.string().min(1).max(100)

/** How a payment by link stands: still to pay, at the bank or the gateway, or over: paid, written off, recorded by hand. */
const linkState = z.enum(['open', 'processing', 'closed'])

const linkedInvoice = z.object({
  number: z.string(),
  seller: z.string(),
  payer: z.string(),
  issued_at: instant,
  /** Dollars. */
  amount: z.number(),
  deduction: z.number(),
  lines: z.array(invoiceLine),
  state: linkState,
  /** URL of the gateway’s card form; null if the invoice is not paid by card here. */
  form_url: z.string().nullable(),
})
export type LinkedInvoice = z.output<typeof linkedInvoice>

const payment = z.object({
  state: linkState,
  /** The bank’s page, where the payment is confirmed; null if nothing is to be confirmed. */
  url: z.string().nullable(),
})
export type LinkPayment = z.output<typeof payment>

export const openPaymentLink = operation({
  id: 'own',
  name: 'openPaymentLink',
  area: 'payments',
  method: 'POST',
  path: '/pay-invoice',
  summary:
    'Reads the invoice of a payment link on its agency’s host. 404 if it was paid, credited or written off, or if the link belongs to another host.',
  body: z.strictObject({ token }),
  answer: doneWith(linkedInvoice),
  access: open,
  limits: [{ count: 60, perSeconds: 300, by: 'address' }],
  logged: false,
})

export const payByLink = operation({
  id: 'own',
  name: 'payByLink',
  area: 'payments',
  method: 'POST',
  path: '/pay-invoice/pay',
  summary:
    'Pays the invoice of a payment link with a card that is used this once: the payer’s stored card stays as it is.',
  body: z.strictObject({ token, tokenid: cardToken }),
  answer: doneWith(payment),
  errors: ['conflict', 'overloaded'],
  access: open,
  // Against testing of stolen cards (SEC-5); the server counts those of each invoice as well.
  limits: [{ count: 10, perSeconds: 86_400, by: 'address', as: 'card' }],
  logged: false,
})

export const checkLinkPayment = operation({
  id: 'own',
  name: 'checkLinkPayment',
  area: 'payments',
  method: 'POST',
  path: '/pay-invoice/check',
  summary: 'Fetches the outcome of a payment by link, such as one that was just confirmed at the bank.',
  body: z.strictObject({ token }),
  answer: doneWith(payment),
  errors: ['overloaded'],
  access: open,
  limits: [{ count: 60, perSeconds: 300, by: 'address' }],
  logged: false,
})
