import { z } from 'zod'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { instant } from '../core/wire.ts'
import type { Plain } from '../core/wire-names.ts'
import type { ActivityCategory } from './actions.ts'

/** The log categories that an owner sees as security events: sign-ins, permission changes and signed agreements. */
export const securityCategories: readonly ActivityCategory[] = [
  'security',
  'view',
  'team',
  'account',
  'developer',
  'agreement',
]

const securityEvent = z.object({
  id,
  at: instant,
  action: z.string(),
  /** Null for the operator's staff, whose names agencies do not see, and for events without a signed-in user. */
  actor: z.string().nullable(),
  /** The affected account's name, if it is another person's. */
  subject: z.string().nullable(),
  /** The name of what it was done to, at that time. */
  target: z.string().nullable(),
  /** The reason the actor gave; for failed sign-ins, how many there were and why. */
  reason: z.string().nullable(),
  address: z.string(),
})
export type SecurityEvent = Plain<z.output<typeof securityEvent>>

export const listSecurityEvents = operation({
  id: 'own',
  name: 'listSecurityEvents',
  area: 'activity',
  method: 'GET',
  path: '/user/security-events',
  summary: 'Lists the security events of the owner’s company, newest first, 30 at a time.',
  query: z.strictObject({
    /** Returns entries below this one: the `next` of the previous page. */
    before: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
  }),
  answer: z.object({ data: z.array(securityEvent), next: z.int().nullable() }),
  access: { rootSystem: { reach: ['own'] }, agencyOwner: { reach: ['own'] } },
})
