import { z } from 'zod'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { instant } from '../core/wire.ts'
import type { Plain } from '../core/wire-names.ts'
import type { ActivityCategory } from './actions.ts'

/** What an owner reads of the log as its security: who came in, who may what, what was signed. */
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
  /** Null for the operator's people, whom an agency does not know by name, and where nobody had signed in. */
  actor: z.string().nullable(),
  /** Whose account it concerns, where that is another person. */
  subject: z.string().nullable(),
  /** What it was done to, by its name then. */
  target: z.string().nullable(),
  /** What the actor gave as the reason; of refused sign-ins how many there were, and why. */
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
  summary: "The security events of the owner's company, the newest first, 30 at a time.",
  query: z.strictObject({
    /** Goes on below this one: `next` of the page before. */
    before: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
  }),
  answer: z.object({ data: z.array(securityEvent), next: z.int().nullable() }),
  access: { rootSystem: { reach: ['own'] }, agencyOwner: { reach: ['own'] } },
})
