import { z } from 'zod'
import { modules } from '../campaigns/modules.ts'
import { signedInEverywhere } from '../core/access.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import type { Plain } from '../core/wire-names.ts'

/** How many results of each type are shown; its list has all of them. */
export const maxOfAKind = 5

/** The agency, for results that operator staff find inside one; null for everybody else. */
const agency_id = id.nullable()

const matches = z.object({
  companies: z.array(z.object({ id, name: z.string(), type: z.enum(['agency', 'client']), agency_id })),
  campaigns: z.array(
    z.object({
      id,
      name: z.string(),
      company_name: z.string().meta({ description: 'Its client or, if `agency_id` is set, its agency.' }),
      leadspeek_type: z.enum(modules).nullable(),
      agency_id,
    }),
  ),
  leads: z.array(z.object({ id, name: z.string(), email: z.string(), campaignName: z.string() })),
  people: z.array(z.object({ id, name: z.string(), email: z.string(), type: z.enum(['administrator', 'sales']) })),
})
export type FoundEverywhere = Plain<z.output<typeof matches>>

/** Email addresses can be searched for, too: the query travels encrypted in the body, never in the URL. */
export const searchEverything = operation({
  id: 'own',
  name: 'searchEverything',
  area: 'search',
  method: 'POST',
  path: '/search',
  summary: `Finds the first ${maxOfAKind} companies, campaigns, leads and people that the caller’s own lists would find; none from lists the caller can’t open. The operator finds clients and campaigns inside agencies by the beginnings of words.`,
  body: z.strictObject({ search: z.string().trim().min(1).max(100) }),
  answer: matches,
  logged: false,
  access: signedInEverywhere,
})
