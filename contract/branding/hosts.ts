import { z } from 'zod'
import { open, type Access } from '../core/access.ts'
import { emptyIsOmitted, fromSession } from '../core/documented-keys.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { doneAnswer } from '../core/wire.ts'
import { sentences } from '../core/sentences.ts'

/** Letters, digits and hyphens, 1 to 63, no hyphen at either end (R228, K047, K048). */
export const subdomain = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/, sentences.subdomain)

/** Host names decide where an agency's people sign in: for owners and the operator only (SEC-8). */
const owners: Access = { rootSystem: { reach: ['below'] }, agencyOwner: { reach: ['own'] } }

export const checkSubdomain = operation({
  id: 'own',
  name: 'checkSubdomain',
  area: 'branding',
  method: 'GET',
  path: '/configuration/subdomain',
  summary:
    'Checks while typing whether a subdomain is available to an agency or, with the operator’s ID, to a new one. Without a name, reads the current one.',
  query: z.strictObject({ companyID: id, subdomain: z.string().max(100).optional() }),
  answer: z.object({
    result: z.literal('success'),
    data: z.object({
      /** The agency's current one; empty for none. */
      current: z.string(),
      /** The domain that follows the subdomain and its dot. */
      base: z.string(),
      is_available: z.boolean(),
      /** Why it is unavailable; empty if it is available. */
      message: z.string(),
    }),
  }),
  access: { ...owners, rootSystem: { reach: ['own', 'below'] } },
  object: { kind: 'company', in: 'query', key: 'companyID' },
  limits: [{ count: 120, perSeconds: 60, by: 'user' }],
})

/** Whether a name can be an agency's subdomain. */
export const subdomainStates = ['free', 'taken', 'reserved', 'invalid'] as const

export const suggestSubdomain = operation({
  id: 'own',
  name: 'suggestSubdomain',
  area: 'branding',
  method: 'GET',
  path: '/register/subdomain',
  summary:
    'For an agency that registers: suggests an available subdomain for a company’s name, or says whether a typed one is available. On the operator’s host only.',
  query: z.strictObject({
    /** The company's name. */
    company: emptyIsOmitted(z.string().trim().max(255)),
    subdomain: emptyIsOmitted(z.string().max(100)),
  }),
  answer: z.object({
    result: z.literal('success'),
    data: z.object({
      /** The typed subdomain, or the suggested one. */
      subdomain: z.string(),
      /** The domain that follows the subdomain and its dot. */
      base: z.string(),
      /** All that a stranger learns about a name: not whose it is, nor whether it is in use or still kept. */
      state: z.enum(subdomainStates),
      /** Why it is not available; empty if it is. */
      message: z.string(),
    }),
  }),
  access: open,
  // Enough for a form that checks while typing, too few to probe names by the list (SEC-5).
  limits: [
    { count: 60, perSeconds: 60, by: 'address' },
    { count: 300, perSeconds: 86_400, by: 'address' },
  ],
})

export const updateSubdomain = operation({
  id: 'C176',
  name: 'updateSubdomain',
  area: 'branding',
  method: 'PUT',
  path: '/configuration/subdomain',
  summary: 'Changes an agency’s subdomain; its people sign in there from now on.',
  body: z.strictObject({ companyID: id, subdomain, idsys: fromSession('system') }),
  answer: doneAnswer,
  access: owners,
  object: { kind: 'company', in: 'body', key: 'companyID' },
  // Prevents probing which host names are taken (SEC-5).
  limits: [{ count: 5, perSeconds: 86_400, by: 'company' }],
})
