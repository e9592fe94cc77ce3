import { z } from 'zod'
import { open, type Access } from '../core/access.ts'
import { optionalCouponCode } from '../billing/coupons.ts'
import { id } from '../core/ids.ts'
import { operation, type Limit } from '../core/operation.ts'
import { doneWith } from '../core/wire.ts'
import { sentences } from '../core/sentences.ts'
import { gatewayNames } from './gateways.ts'

/** This many digits in a row may be a card number. */
const cardDigits = 12
const cardNumber = new RegExp(`\\p{Nd}{${cardDigits},}`, 'u')
/** A possible card number, in any script's digits, belongs in the gateway's form and nowhere else. */
const isNoCardNumber = (text: string): boolean => !cardNumber.test(text.replaceAll(/[\s.-]/g, ''))

const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^[^\p{Cc}]*$/u, sentences.controlCharacters)
    .refine(isNoCardNumber, sentences.cardNumber)

/** What the gateway's own form made of a card's number. */
export const cardToken = z.string().regex(/^tok_[A-Za-z0-9_-]{8,100}$/, sentences.token)

/** What is sent with a card (entity Card). The number is not: `tokenid` is what the gateway's own form made of it. */
const cardBody = z.strictObject({
  tokenid: cardToken,
  cardholder: text(255).min(1),
  address: text(255).default(''),
  city: text(100).default(''),
  state: text(10).default(''),
  country: z
    .string()
    .regex(/^([A-Z]{2})?$/, sentences.country)
    .default(''),
  zip: text(12).default(''),
})

const card = z.object({
  brand: z.string(),
  last4: z.string(),
  exp_month: z.int(),
  exp_year: z.int(),
  cardholder: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  country: z.string(),
  zip: z.string(),
})
export type Card = z.output<typeof card>

/** Payers: the users of R025's page. */
const payers: Access = {
  rootSystem: { reach: ['own'] },
  agencyOwner: { reach: ['own'] },
  client: { reach: ['own'] },
}

/** Against testing of stolen cards (SEC-5). */
const cardLimits: readonly Limit[] = [
  { count: 5, perSeconds: 3600, by: 'company', as: 'card' },
  { count: 10, perSeconds: 86_400, by: 'address', as: 'card' },
]

export const createCustomer = operation({
  id: 'C121',
  name: 'createCustomer',
  area: 'payments',
  method: 'POST',
  path: '/payment/customer',
  summary:
    'Stores a company’s first card: exchanges the gateway’s token for its card ID, brand, last four digits and expiration date.',
  body: cardBody.extend({
    /** A discount on the onboarding fee, which an agency's first card makes due; omitted if none was typed (R136). */
    coupon_code: optionalCouponCode,
    /** The fee that was shown (`agency_onboarding_quote`); if omitted, the last one shown to this session counts. */
    quote_id: id.optional(),
  }),
  answer: doneWith(card),
  errors: ['conflict', 'terms_changed', 'overloaded'],
  access: payers,
  limits: cardLimits,
})

export const replaceCard = operation({
  id: 'C119',
  name: 'replaceCard',
  area: 'payments',
  method: 'PUT',
  path: '/payment/card',
  summary: 'Replaces the stored card, which is removed at the gateway.',
  body: cardBody,
  answer: doneWith(card),
  errors: ['conflict', 'overloaded'],
  access: payers,
  limits: cardLimits,
})

export const createDirectCustomer = operation({
  id: 'C122',
  name: 'createDirectCustomer',
  area: 'payments',
  method: 'POST',
  path: '/payment/customer-direct',
  summary:
    'Stores or replaces a client’s card at its agency’s own account with the payment provider, which it then pays directly.',
  body: cardBody,
  answer: doneWith(card),
  errors: ['conflict', 'overloaded'],
  access: { client: { reach: ['own'] } },
  limits: cardLimits,
})

export const readCard = operation({
  id: 'C120',
  name: 'readCard',
  area: 'payments',
  method: 'GET',
  path: '/payment/card',
  summary: 'Reads the stored card of the caller’s company, and the URL of the form for a new one.',
  answer: z.object({
    result: z.literal('success'),
    data: z.object({
      card: card.nullable(),
      /** `none`: settled by invoice, no card can be stored. */
      gateway: z.enum([...gatewayNames, 'none']),
      /** URL of the gateway's form, for an iframe: the gateway's own, or `showCardForm`. We never see the number. */
      form_url: z.string().nullable(),
    }),
  }),
  access: payers,
})

export const showCardForm = operation({
  id: 'own',
  name: 'showCardForm',
  area: 'payments',
  method: 'GET',
  path: '/payment/card-form',
  summary: 'Serves the page of the frame with the gateway’s card fields, for gateways without their own page.',
  query: z.strictObject({
    lang: z.enum(['en', 'ar']).default('en'),
    theme: z.enum(['light', 'dark']).default('light'),
    /** The embedding page; it receives messages only if it is on the same host. */
    parent: z.string().max(300).optional(),
    /** The connected account that will hold the card; defaults to the operator's own. */
    account: z
      .string()
      .regex(/^acct_[A-Za-z0-9]{8,60}$/, sentences.token)
      .optional(),
  }),
  answer: z.string(),
  transport: 'page',
  // It shows nobody's data, and an iframe request carries no session.
  access: open,
  limits: [{ count: 120, perSeconds: 60, by: 'address' }],
})
