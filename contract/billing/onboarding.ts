import { z } from 'zod'
import type { Access } from '../core/access.ts'
import { id } from '../core/ids.ts'
import { centsFromText, dollarsFromCents } from '../core/money.ts'
import { operation } from '../core/operation.ts'
import { flag } from '../core/wire.ts'
import { sentences } from '../core/sentences.ts'
import type { Plain } from '../core/wire-names.ts'

/** A fee is either zero or more than this (K045). */
const least_cents = 50

const notANumber = 'Please enter a valid amount.'

/** Returns what is wrong with a fee as typed (R232 to R235), or null. 0 means no fee. */
export function onboardingFeeProblem(text: string): string | null {
  const isNegative = /^[-\u2212]/.test(text.trim())
  const cents = centsFromText(isNegative ? text.trim().slice(1) : text)
  if (isNegative && cents !== 0) return cents === null ? notANumber : sentences.amountNegative
  if (cents === null) return notANumber
  return cents > 0 && cents <= least_cents ? sentences.amountTooLow : null
}

/** Dollars, as a number or as typed text; parsed to a number. */
const fee = z
  .union([z.number(notANumber), z.string().max(20, notANumber)], notANumber)
  .superRefine((value, context) => {
    const problem = onboardingFeeProblem(String(value))
    if (problem) context.addIssue({ code: 'custom', message: problem })
  })
  .transform((value) => dollarsFromCents(centsFromText(String(value)) ?? 0))

/** R153: the operator, on its own tree. */
const operators: Access = {
  rootSystem: { reach: ['own', 'below'] },
  rootAdmin: { reach: ['own', 'below'], permission: 'settings.update' },
}

export const setOnboarding = operation({
  id: 'C136',
  name: 'setOnboarding',
  area: 'billing',
  method: 'PUT',
  path: '/configuration/onboarding/set',
  summary:
    'Sets the onboarding fee of one agency (0 for none) or, with the operator’s own ID, the default for all agencies.',
  body: z.strictObject({ companyID: id, amount: fee, enable_coupon: flag }),
  answer: z.object({ result: z.literal('success'), message: z.string(), status: flag }),
  access: operators,
  object: { kind: 'company', in: 'body', key: 'companyID' },
})

const onboarding = z.object({
  /** Dollars; `price` is the same value under its other name (OQ-25). */
  amount: z.number(),
  price: z.number(),
  /** T: the fee is more than zero. */
  status: flag,
  enable_coupon: flag,
  /** T: this agency is exempt. */
  exclude_onboard_charge: flag,
  /** The fee of agencies without their own setting, in dollars. */
  default_amount: z.number(),
})
export type Onboarding = Plain<z.output<typeof onboarding>>

export const getOnboarding = operation({
  id: 'C137',
  name: 'getOnboarding',
  area: 'billing',
  method: 'GET',
  path: '/configuration/onboarding/get',
  summary: 'Reads the onboarding fee of one agency or, with the operator’s own ID, the default.',
  query: z.strictObject({
    companyID: id.optional(),
    rootId: id.optional().meta({ description: 'Ignored; the caller’s own operator is used.' }),
    settingname: z.string().max(50).optional(),
  }),
  answer: z.object({ result: z.literal('success'), data: onboarding }),
  access: { ...operators, rootAdmin: { reach: ['own', 'below'], permission: 'settings.enable' } },
  object: { kind: 'company', in: 'query', key: 'companyID' },
})
