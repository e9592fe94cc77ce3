import { z } from 'zod'
import { developerList, developerPage, developerPageOf, ofCampaignInTime } from '../core/developer-list.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { instant } from '../core/wire.ts'
import { matchKeys } from './lead.ts'
import { reasons } from './reasons.ts'

const developerVisit = z.object({
  id,
  at: instant,
  client_id: id,
  campaign_id: id,
  kind: z.string(),
  page_url: z.string(),
  referrer_host: z.string(),
  match_key: z.enum(matchKeys).nullable(),
  confidence: z.number().nullable(),
  reason: z.enum(reasons).meta({ description: 'Why it did or didn’t become a lead.' }),
  lead_id: id.nullable(),
})
export type DeveloperVisit = z.output<typeof developerVisit>

export const listDeveloperVisits = operation({
  id: 'own',
  name: 'listDeveloperVisits',
  area: 'leads',
  ...developerList,
  path: '/v1/developer/visits',
  summary: 'Lists resolved visits of an agency or a client, newest first, each with its outcome.',
  query: z.strictObject({ ...developerPage, ...ofCampaignInTime, reason: z.enum(reasons).optional() }),
  answer: developerPageOf(developerVisit),
  scope: 'visits:read',
})
