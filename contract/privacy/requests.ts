import { z } from 'zod'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { sentences } from '../core/sentences.ts'
import type { Plain } from '../core/wire-names.ts'
import { doneAnswer, instant } from '../core/wire.ts'
import { operatorOnly } from '../identity/imports.ts'
import { requestKinds } from './choices.ts'

/** How far a request is: waiting for its code, to be answered, answered, refused, or refused and to be looked at again. */
const requestStages = ['unconfirmed', 'open', 'answered', 'refused', 'appealed'] as const
export type RequestStage = (typeof requestStages)[number]

/** Requests that end within this many days are due soon. */
export const dueSoon_days = 7

const privacyRequest = z.object({
  id,
  number: z.string().meta({ description: 'As the person was told.' }),
  kind: z.enum(requestKinds),
  stage: z.enum(requestStages),
  host: z.string().meta({ description: 'Where it was asked.' }),
  law: z.string().nullable().meta({ description: 'The state that the person named; null if none.' }),
  received_at: instant,
  due_at: instant.meta({ description: 'Of the appeal if one is open.' }),
  done_at: instant.nullable(),
  days_left: z.int().nullable().meta({ description: 'Negative if overdue; null if nothing is to be answered.' }),
  extended: z.boolean(),
})
export type PrivacyRequest = Plain<z.output<typeof privacyRequest>>

export const listPrivacyRequests = operation({
  id: 'own',
  name: 'listPrivacyRequests',
  area: 'privacy',
  method: 'GET',
  path: '/privacy/request',
  summary: 'Lists what people without an account asked for, on all brands: what is due first, then the newest.',
  query: pageQuery.extend({
    stage: z.enum(['', 'all', ...requestStages]).default('all'),
    kind: z.enum(['', 'all', ...requestKinds]).default('all'),
    due: z.enum(['', 'all', 'soon', 'overdue']).default('all').meta({
      description: 'Those still to be answered, within a week or too late.',
    }),
  }),
  answer: pageOf(privacyRequest),
  access: operatorOnly,
})

/** What the identity data hold, as far as a correction may change it. */
const correctable = {
  first_name: z.string().trim().max(100),
  last_name: z.string().trim().max(100),
  phone: z
    .string()
    .trim()
    .regex(/^(\+[1-9][0-9]{6,14})?$/, sentences.phone),
  street: z.string().trim().max(200),
  city: z.string().trim().max(100),
  state: z.string().trim().max(2),
  zip: z.string().trim().max(10),
}

const requestDetail = privacyRequest.extend({
  agent: z
    .string()
    .meta({ description: 'Who asks for the person, as they called themselves; empty if the person asks.' }),
  wish: z.string().nullable().meta({ description: 'What the person says is wrong, while it is to be decided.' }),
  appeal: z.string().nullable().meta({ description: 'Why the person appeals, while it is to be decided.' }),
  extension_reason: z.string(),
  answer: z.string(),
  appeal_answer: z.string(),
  people: z
    .array(z.object({ person: z.int(), ...correctable }))
    .meta({ description: 'Who is known by the address, while a correction is to be decided; empty otherwise.' }),
})
export type PrivacyRequestDetail = Plain<z.output<typeof requestDetail>>

export const readPrivacyRequest = operation({
  id: 'own',
  name: 'readPrivacyRequest',
  area: 'privacy',
  method: 'GET',
  path: '/privacy/request/{id}',
  summary: 'Reads a request, with what has to be seen to decide it.',
  params: z.strictObject({ id }),
  answer: z.object({ result: z.literal('success'), data: requestDetail }),
  access: operatorOnly,
})

const reason = z.string().trim().min(1).max(500)

export const extendPrivacyRequest = operation({
  id: 'own',
  name: 'extendPrivacyRequest',
  area: 'privacy',
  method: 'PUT',
  path: '/privacy/request/extend',
  summary: 'Extends the time of a request, once, by the days that its state’s law allows. The person sees the reason.',
  body: z.strictObject({ id, reason }),
  answer: doneAnswer,
  errors: ['conflict'],
  access: operatorOnly,
})

export const decidePrivacyRequest = operation({
  id: 'own',
  name: 'decidePrivacyRequest',
  area: 'privacy',
  method: 'PUT',
  path: '/privacy/request/decide',
  summary:
    'Decides a correction or the appeal against its refusal. The person sees the reason; accepting changes the identity data.',
  body: z.strictObject({
    id,
    decision: z.enum(['done', 'refused']),
    reason: reason.meta({ description: 'What the person is told.' }),
    person: z.int().optional().meta({ description: 'Whose data change, if anybody is known.' }),
    changes: z
      .strictObject(correctable)
      .partial()
      .optional()
      .meta({ description: 'Empty for what is to be forgotten.' }),
  }),
  answer: doneAnswer,
  errors: ['conflict'],
  access: operatorOnly,
})
