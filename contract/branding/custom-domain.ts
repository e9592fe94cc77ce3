import { z } from 'zod'
import type { Access } from '../core/access.ts'
import { fromSession } from '../core/documented-keys.ts'
import { id } from '../core/ids.ts'
import { operation, type Limit } from '../core/operation.ts'
import { doneWith, instant } from '../core/wire.ts'
import type { Plain } from '../core/wire-names.ts'

/** How often a company may have DNS records checked. */
export const dnsCheckLimits: readonly Limit[] = [
  {
    count: 10,
    perSeconds: 300,
    by: 'company',
    message: 'DNS changes take time. Check again in a few minutes.',
  },
]

/** Why a domain failed its check, for the person who sets its DNS records. */
export const domainCauses = {
  txt_missing: 'The TXT record was not found.',
  txt_differs: 'The TXT record was found, but its value doesn’t match.',
  cname_missing: 'The domain does not point here yet: the CNAME record was not found.',
  cname_differs: 'The domain points somewhere else.',
  no_answer: 'The domain’s name servers did not respond.',
  taken: 'This domain is taken.',
  expired: 'Its records were not found in time. Add it again to get new ones.',
} as const
export type DomainCause = keyof typeof domainCauses
/** How long a domain is reserved while it waits for verification; its DNS records are worthless afterwards (SEC-11). */
export const claimLife_days = 7
/** After this many failed days in a row, a verified domain is no longer served. */
export const failedDaysUntilOff = 30
const causes = Object.keys(domainCauses) as [DomainCause, ...DomainCause[]]

const shownDomain = z.object({
  /** Empty for none. */
  domain: z.string(),
  state: z.enum(['none', 'pending', 'verified', 'failed']),
  /** Why the last check failed; empty if it passed, or before the first. */
  cause: z.enum(['', ...causes]),
  checked_at: instant.nullable(),
  /** Deadline for its records to be found; null unless it is waiting for them. */
  expires_at: instant.nullable(),
  /** Days in a row on which the records of an active domain failed; it is switched off at 30. */
  failed_days: z.int(),
  /** The two DNS records to set; empty without a domain. */
  txt_name: z.string(),
  txt_value: z.string(),
  cname_target: z.string(),
})
export type ShownDomain = Plain<z.output<typeof shownDomain>>

/** Host names decide where an agency's people sign in: for owners and the operator only (SEC-8). */
const owners: Access = { rootSystem: { reach: ['below'] }, agencyOwner: { reach: ['own'] } }

/** As typed; the server checks whether such a domain can exist. */
export const customDomainName = z.string().trim().toLowerCase().max(253)

export const updateCustomDomain = operation({
  id: 'C177',
  name: 'updateCustomDomain',
  area: 'branding',
  method: 'PUT',
  path: '/configuration/update-custom-domain',
  summary: 'Sets the agency’s own domain, which is used once its DNS records are verified; empty releases it.',
  body: z.strictObject({
    companyID: id,
    domain: customDomainName,
    idsys: fromSession('system'),
  }),
  answer: doneWith(shownDomain),
  access: owners,
  object: { kind: 'company', in: 'body', key: 'companyID' },
  // Prevents probing which domains are registered here (SEC-5).
  limits: [{ count: 20, perSeconds: 86_400, by: 'company' }],
})

export const readCustomDomain = operation({
  id: 'C178',
  name: 'readCustomDomain',
  area: 'branding',
  method: 'GET',
  path: '/company/whitelabel-domain/{id}',
  summary:
    'Reads an agency’s own domain: the DNS records to set, its status, and the problems found by the last check.',
  params: z.strictObject({ id }),
  answer: z.object({ result: z.literal('success'), data: shownDomain }),
  access: owners,
  object: { kind: 'company', in: 'params', key: 'id' },
})

export const checkCustomDomain = operation({
  id: 'own',
  name: 'checkCustomDomain',
  area: 'branding',
  method: 'POST',
  path: '/configuration/custom-domain/check',
  summary: 'Checks the DNS records of an agency’s own domain now.',
  body: z.strictObject({ companyID: id }),
  answer: doneWith(shownDomain),
  access: owners,
  object: { kind: 'company', in: 'body', key: 'companyID' },
  limits: dnsCheckLimits,
  // The result of a check is logged when it changes the domain's state.
  logged: false,
})
