import { z } from 'zod'
import { byDeveloper, developerLimits, developerPage, developerPageOf, ofNamedCompany } from '../core/developer-list.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { instant } from '../core/wire.ts'
import { modules } from './modules.ts'

const statuses = ['draft', 'active', 'pause', 'stop', 'archived'] as const

const developerCampaign = z.object({
  id,
  client_id: id,
  name: z.string(),
  module: z.enum(modules),
  status: z.enum(statuses),
  site_url: z.string(),
  time_zone: z.string(),
  created_at: instant,
  updated_at: instant,
})
export type DeveloperCampaign = z.output<typeof developerCampaign>

export const listDeveloperCampaigns = operation({
  id: 'own',
  name: 'listDeveloperCampaigns',
  area: 'campaigns',
  method: 'GET',
  path: '/v1/developer/campaigns',
  summary: 'Lists campaigns of an agency or a client, newest first. Removed ones are absent.',
  query: z.strictObject({ ...developerPage, status: z.enum(statuses).optional() }),
  answer: developerPageOf(developerCampaign),
  access: byDeveloper,
  object: ofNamedCompany,
  limits: developerLimits,
  style: 'developer',
  scope: 'campaigns:read',
})
