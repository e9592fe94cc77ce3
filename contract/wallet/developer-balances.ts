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
      'data_wallet: the agency’s prepaid balance; agency_owes: its debt to its operator; client_prepaid: prepaid leads of campaigns; client_owes: its debt to its agency.',
  }),
  client_id: id.nullable().meta({ description: 'Null for the agency’s own.' }),
  balance: z.number().meta({ description: 'In dollars, to 1/10,000. Negative is owed, positive is available.' }),
  created_at: instant,
})
export type DeveloperBalance = z.output<typeof developerBalance>

export const listDeveloperBalances = operation({
  id: 'own',
  name: 'listDeveloperBalances',
  area: 'wallet',
  ...developerList,
  path: '/v1/developer/balances',
  summary: 'Lists balances and debts of an agency and its clients, newest account first.',
  query: z.strictObject({ ...developerPage, kind: z.enum(balanceKinds).optional() }),
  answer: developerPageOf(developerBalance),
  scope: 'balances:read',
})
