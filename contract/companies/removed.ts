import { z } from 'zod'
import { managers } from '../core/access.ts'
import { csvFormat } from '../core/csv.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { instant } from '../core/wire.ts'
import type { Plain } from '../core/wire-names.ts'

/** Whoever may restore a removed company may see it and download its data (SEC-10). */
const removers = managers('settings.delete')

const removedCompany = z.object({
  company_id: id,
  company_name: z.string(),
  user_type: z.enum(['userdownline', 'client']),
  removed_at: instant,
  /** When personal data is permanently erased, and the deadline for restoring it. */
  erased_at: instant,
})
export type RemovedCompany = Plain<z.output<typeof removedCompany>>

export const listRemoved = operation({
  id: 'own',
  name: 'listRemoved',
  area: 'companies',
  method: 'GET',
  path: '/configuration/user/removed',
  summary:
    'Lists removed companies directly below the caller’s own that can still be restored, most recently removed first.',
  query: pageQuery,
  answer: pageOf(removedCompany),
  access: removers,
  object: { kind: 'none', in: 'query', key: 'Page' },
})

/** The downloads of a removed company, one file each. */
export const removedParts = ['clients', 'people', 'campaigns', 'leads', 'charges', 'transfers', 'log'] as const
export type RemovedPart = (typeof removedParts)[number]

export const exportRemoved = operation({
  id: 'own',
  name: 'exportRemoved',
  area: 'companies',
  method: 'GET',
  path: '/configuration/user/removed-export/{companyID}/{part}',
  summary:
    'Downloads data of a removed company as CSV before it is erased: its clients, people, campaigns, leads, charges, transfers or log. Requires a one-time ticket.',
  params: z.strictObject({ companyID: id, part: z.enum(removedParts) }),
  query: z.strictObject({ format: csvFormat }),
  answer: z.string(),
  access: removers,
  object: { kind: 'none', in: 'params', key: 'companyID' },
  transport: 'download',
  // Each company has several files.
  limits: [{ count: 10 * removedParts.length, perSeconds: 3600, by: 'user' }],
})
