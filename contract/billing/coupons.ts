import { z } from 'zod'
import type { Access } from '../core/access.ts'
import { id } from '../core/ids.ts'
import { centsFromText } from '../core/money.ts'
import { operation } from '../core/operation.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { doneAnswer, doneWith, instant, line, localDate } from '../core/wire.ts'
import { sentences } from '../core/sentences.ts'
import { plainNumber, wholeFromText } from '../core/typed-number.ts'
import type { Plain } from '../core/wire-names.ts'

/** The one answer for every code that gives no discount: unknown, expired, used up, revoked, or another company's. */
export const couponRefused = 'This coupon cannot be used.'

/** A coupon code as typed. Codes are looked up in upper case. */
const couponCode = line(100).transform((text) => text.toUpperCase())

/** Where a coupon may be left out: a blank one counts as omitted. */
export const optionalCouponCode = z
  .union([
    z
      .string()
      .regex(/^\s*$/)
      .transform(() => undefined),
    couponCode,
  ])
  .optional()

const discount = z.object({
  code: z.string(),
  /** Dollars: the fee, the coupon's discount, and what is left to pay. */
  price: z.number(),
  discount: z.number(),
  total: z.number(),
  /** Identifies the fee shown here when the first card is stored. */
  quote_id: id,
})
export type Discount = Plain<z.output<typeof discount>>

export const getCoupon = operation({
  id: 'C135',
  name: 'getCoupon',
  area: 'billing',
  method: 'POST',
  path: '/configuration/coupon/get-coupon',
  summary: 'Reads the discount of a coupon on the own agency’s onboarding fee. Reading does not use up the coupon.',
  body: z.strictObject({ coupon_code: couponCode, company_id: id }),
  answer: doneWith(discount),
  access: { agencyOwner: { reach: ['own'] } },
  object: { kind: 'company', in: 'body', key: 'company_id' },
  logged: false,
  // Slows down guessing of codes (SEC-5).
  limits: [{ count: 10, perSeconds: 3600, by: 'company' }],
})

const operators = (permission: 'settings.enable' | 'settings.create' | 'settings.delete'): Access => ({
  rootSystem: { reach: ['own'] },
  rootAdmin: { reach: ['own'], permission },
})

const couponTypes = ['percent', 'amount'] as const
export type CouponType = (typeof couponTypes)[number]

/** Returns what is wrong with a coupon's value, or null: a whole percentage up to 100, or dollars. */
export function couponValueProblem(type: CouponType, text: string): string | null {
  if (type === 'percent')
    return /^(100|[1-9]\d?)$/.test(String(wholeFromText(text))) ? null : 'Enter a whole number from 1 to 100.'
  return (centsFromText(text) ?? 0) > 0 ? null : 'Please enter a valid amount.'
}

const notAValue = 'Please enter a valid amount.'

export const createCoupon = operation({
  id: 'own',
  name: 'createCoupon',
  area: 'billing',
  method: 'POST',
  path: '/configuration/coupon/create',
  summary: 'Creates a coupon for the onboarding fee.',
  body: z
    .strictObject({
      code: z
        .string()
        .trim()
        .regex(/^[A-Za-z0-9_-]{3,40}$/, sentences.couponCode)
        .transform((text) => text.toUpperCase()),
      type: z.enum(couponTypes),
      /** Percent, or dollars. */
      value: z
        .union([z.number(notAValue), z.string().max(20, notAValue)], notAValue)
        .transform((value) => plainNumber(String(value))),
      /** If omitted: any number of agencies. */
      max_uses: z.int().min(1).max(1_000_000).optional(),
      /** The last day on which it is valid, in the operator's present time zone. If omitted: no expiration. */
      expires_on: localDate.optional(),
    })
    .superRefine(({ type, value }, context) => {
      const problem = couponValueProblem(type, value)
      if (problem) context.addIssue({ code: 'custom', path: ['value'], message: problem })
    }),
  answer: doneWith(z.object({ id })),
  access: operators('settings.create'),
  limits: [{ count: 60, perSeconds: 3600, by: 'user' }],
})

export const couponStates = ['active', 'used_up', 'expired', 'revoked'] as const

const coupon = z.object({
  id,
  code: z.string(),
  type: z.enum(couponTypes),
  /** Percent, or dollars. */
  value: z.number(),
  uses: z.int(),
  max_uses: z.int().nullable(),
  /** The last day on which it is valid, in the time zone that the operator had when it was created. */
  expires_on: localDate.nullable(),
  created_at: instant,
  state: z.enum(couponStates),
})
export type Coupon = Plain<z.output<typeof coupon>>

export const listCoupons = operation({
  id: 'own',
  name: 'listCoupons',
  area: 'billing',
  method: 'GET',
  path: '/configuration/coupon/list',
  summary: 'Lists the operator’s coupons, newest first, with how often each was used.',
  query: pageQuery,
  answer: pageOf(coupon),
  access: operators('settings.enable'),
})

export const revokeCoupon = operation({
  id: 'own',
  name: 'revokeCoupon',
  area: 'billing',
  method: 'PUT',
  path: '/configuration/coupon/revoke',
  summary: 'Revokes a coupon. Discounts already granted stay.',
  body: z.strictObject({ couponId: id }),
  answer: doneAnswer,
  access: operators('settings.delete'),
})
