import { z } from 'zod'
import { developerList, developerPage, developerPageOf } from '../core/developer-list.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { instant } from '../core/wire.ts'

const balanceKinds = ['data_wallet', 'agency_owes', 'client_prepaid', 'client_owes'] as const

const developerBalance = z.object({
  id,
  kind: z.enum(balanceKinds).meta({
    description:
      'data_wallet: what the agency has prepaid; agency_owes: to its operator; client_prepaid: for leads of campaigns; client_owes: to its agency.',
  }),
  client_id: id.nullable().meta({ description: 'Null for the agency’s own.' }),
  balance: z.number().meta({ description: 'In dollars, exact to 1/10,000. Below 0 is owed, above 0 is there.' }),
  created_at: instant,
})
export type DeveloperBalance = z.output<typeof developerBalance>

export const listDeveloperBalances = operation({
  id: 'own',
  name: 'listDeveloperBalances',
  area: 'wallet',
  ...developerList,
  path: '/v1/developer/balances',
  summary: 'Lists what an agency and its clients have left or owe, the newest account first.',
  query: z.strictObject({ ...developerPage, kind: z.enum(balanceKinds).optional() }),
  answer: developerPageOf(developerBalance),
  scope: 'balances:read',
})
