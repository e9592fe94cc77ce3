import { z } from 'zod'
import { open } from '../core/access.ts'
import { id } from '../core/ids.ts'
import { operation, type Operation } from '../core/operation.ts'
import { line } from '../core/wire.ts'

/** How long a root user may look on at once (design 4). */
export const viewLife_ms = 30 * 60_000

export const switchUser = operation({
  id: 'X002',
  name: 'switchUser',
  area: 'access',
  method: 'POST',
  path: '/user/switch',
  summary:
    'Looks at the product as somebody below: a session of its own for 30 minutes, named in the log with both people.',
  body: z.strictObject({
    userID: id,
    /** Kept in the log and told to the people looked at. */
    reason: line(500).min(5, 'Say in a few words why.'),
    /** Of whoever has a second factor and has not proved it in the last 15 minutes. */
    currcode: z.string().trim().min(1).max(32).optional(),
  }),
  answer: z.object({ access_token: z.string(), expires_in: z.int() }),
  // R096; account executives in what is assigned to them (R148, OQ-06).
  access: { rootSystem: { reach: ['below'] }, accountExecutive: { reach: ['below'] } },
  object: { kind: 'user', in: 'body', key: 'userID' },
  limits: [{ count: 30, perSeconds: 3600, by: 'user' }],
})

export const switchBack = operation({
  id: 'X003',
  name: 'switchBack',
  area: 'access',
  method: 'POST',
  path: '/user/switch-back',
  summary: 'Ends view mode, also after its time, and goes on with the session that it began from.',
  answer: z.object({ access_token: z.string(), refresh_token: z.string(), expires_in: z.int() }),
  errors: ['unauthenticated'],
  // An expired token stands for nobody any more and leads back all the same, with the device's cookie.
  access: open,
  limits: [{ count: 60, perSeconds: 300, by: 'address' }],
})

/** Areas of secrets, money, passwords and agreements: nothing of theirs is for somebody who looks on. */
const closedAreas: readonly string[] = ['access', 'agreements', 'payments', 'billing', 'wallet', 'developers']
const openInClosed: readonly string[] = [
  'logout',
  'readKeys',
  'readMe',
  'readUser',
  'readAccess',
  'readOnboarding',
  'readPicture',
  'readQuestionnaire',
  'listRoles',
  'switchBack',
  'refreshToken',
  // The public document pages; agreeing and what was agreed stay closed.
  'readDocument',
]
/** Elsewhere: whatever gives a way in, a secret, a price, or the leads as a file. */
const closedElsewhere: readonly string[] = [
  'createUser',
  'updateUser',
  'removeUser',
  'restoreCompany',
  'resendInvitation',
  'createWebhook',
  'setRetailCost',
  'exportLeads',
  'exportRemoved',
  // They mail as the company.
  'testSmtp',
  'sendTestMail',
]

/** Whether view mode refuses a call; new calls of a closed area are refused until they are named. */
export const isRefusedInView = ({ area, name }: Pick<Operation, 'area' | 'name'>): boolean =>
  closedAreas.includes(area) ? !openInClosed.includes(name) : closedElsewhere.includes(name)

/** What the refused hear. */
export const refusedInView = 'This is not available in view mode.'
