import { z } from 'zod'
import { chargeKind } from '../billing/charges.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { sentences } from '../core/sentences.ts'
import { doneAnswer, instant } from '../core/wire.ts'
import { managers } from '../core/access.ts'
import type { Plain } from '../core/wire-names.ts'

/** `warning`: the bank inquires, and has not withdrawn anything yet. */
const disputeState = z.enum(['warning', 'needs_response', 'under_review', 'won', 'lost'])
export type DisputeState = z.output<typeof disputeState>

/** Longest text that can be submitted to a bank. */
export const longestEvidence = 5_000

const dispute = z.object({
  id,
  /** The payer: a client, or an agency that pays the operator. */
  company_id: id,
  company_name: z.string(),
  charge_id: id,
  kind: chargeKind,
  /** The number of its invoice; empty if it has none. */
  invoice: z.string(),
  /** Dollars. */
  amount: z.number(),
  /** The payment provider’s reason code. */
  reason: z.string(),
  state: disputeState,
  /** The bank's deadline for a response; null if it accepts none (anymore). */
  respond_by: instant.nullable(),
  opened_at: instant,
  /** Dollars: withdrawn until the decision, or for good; and the payment provider's fee for it. */
  withdrawn: z.number(),
  fee: z.number(),
  evidence_state: z.enum(['sent', 'submitted', 'failed']).nullable(),
})
export type Dispute = Plain<z.output<typeof dispute>>

const readers = managers('settings.enable')
const ofCompany = { kind: 'company', in: 'params', key: 'companyID' } as const

export const listDisputes = operation({
  id: 'own',
  name: 'listDisputes',
  area: 'payments',
  method: 'GET',
  path: '/payment/disputes/{companyID}',
  summary: 'Lists disputed payments: of an agency’s clients, or of the operator’s agencies.',
  params: z.strictObject({ companyID: id }),
  query: pageQuery,
  answer: pageOf(dispute),
  access: readers,
  object: ofCompany,
})

export const getDispute = operation({
  id: 'own',
  name: 'getDispute',
  area: 'payments',
  method: 'GET',
  path: '/payment/disputes/{companyID}/{disputeId}',
  summary:
    'Reads one dispute, with the evidence that is sent to the bank besides the caller’s own text: what was sold, when, and what was agreed.',
  params: z.strictObject({ companyID: id, disputeId: id }),
  answer: z.object({
    result: z.literal('success'),
    data: dispute.extend({
      /** The submitted text. */
      evidence: z.string().nullable(),
      /** What is submitted with it: the leads that were paid for, by day and campaign, and the accepted agreements. */
      activity: z.string(),
      agreements: z.string(),
    }),
  }),
  access: readers,
  object: ofCompany,
})

export const submitEvidence = operation({
  id: 'own',
  name: 'submitEvidence',
  area: 'payments',
  method: 'POST',
  path: '/payment/disputes/evidence',
  summary:
    'Responds to a dispute with a text, the leads that were paid for and the agreements. The bank accepts one response.',
  body: z.strictObject({
    companyID: id,
    disputeId: id,
    text: z
      .string()
      .trim()
      .min(1)
      .max(longestEvidence)
      .regex(/^(?:[^\p{Cc}]|[\n\t])*$/u, sentences.controlCharacters),
  }),
  answer: doneAnswer,
  errors: ['conflict'],
  access: {
    rootSystem: { reach: ['own'] },
    rootAdmin: { reach: ['own'], permission: 'settings.update' },
    agencyOwner: { reach: ['own'] },
  },
  object: { kind: 'company', in: 'body', key: 'companyID' },
  limits: [{ count: 60, perSeconds: 3600, by: 'user' }],
})
