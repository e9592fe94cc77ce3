import { z } from 'zod'
import { developerList, developerPage, developerPageOf } from '../core/developer-list.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { instant } from '../core/wire.ts'

const developerClient = z.object({
  id,
  agency_id: id,
  name: z.string(),
  contact_name: z.string(),
  contact_email: z.string(),
  status: z.enum(['active', 'disabled']),
  time_zone: z.string(),
  created_at: instant,
})

export const listDeveloperClients = operation({
  id: 'own',
  name: 'listDeveloperClients',
  area: 'companies',
  ...developerList,
  path: '/v1/developer/clients',
  summary: 'Lists clients of an agency, newest first; of a client, itself. Removed ones are absent.',
  query: z.strictObject(developerPage),
  answer: developerPageOf(developerClient),
  scope: 'clients:read',
})
