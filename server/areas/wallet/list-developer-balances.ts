import type { DeveloperBalance, listDeveloperBalances as operation } from '#contract/wallet/developer-balances.ts'
import { dollarsFromE4 } from '#contract/core/money.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { developerPage, ownerOfList } from '#server/platform/http/developer-list.ts'

/** The ledger accounts that the developer API shows, by its names; the others are internal bookkeeping. */
const accounts = {
  wallet: 'data_wallet',
  agency_payable: 'agency_owes',
  client_prepaid: 'client_prepaid',
  client_receivable: 'client_owes',
} as const satisfies Record<string, DeveloperBalance['kind']>
type Account = keyof typeof accounts

interface Row {
  id: string
  kind: Account
  client_id: string | null
  balance_e4: number
  at: Date
}

/** Balances for the developer API. A client sees its own only, not what its agency owes the operator. */
export const listDeveloperBalances: Handler<typeof operation> = async ({ query }, call) => {
  const { agencyId, clientId } = ownerOfList(call)
  const kinds = (Object.keys(accounts) as Account[]).filter((kind) => !query.kind || accounts[kind] === query.kind)
  return developerPage(
    call,
    'balances',
    query,
    (after, limit) => {
      const values: unknown[] = [agencyId, limit, kinds]
      const conditions = ['agency_id = $1', 'kind = any($3::text[])']
      const parameter = (value: unknown): string => `$${values.push(value)}`
      if (clientId !== null) conditions.push(`client_id = ${parameter(clientId)}`)
      if (after) conditions.push(`(created_at, id) < (${parameter(after.at)}, ${parameter(after.id)})`)
      const text = `
        select id, kind, client_id, balance_e4, created_at as at from ledger_account
        where ${conditions.join(' and ')} order by created_at desc, id desc limit $2`
      return call.readOnce<Row>({ text, values })
    },
    ({ id, kind, client_id, balance_e4, at }) => ({
      id,
      kind: accounts[kind],
      client_id,
      balance: dollarsFromE4(balance_e4),
      created_at: at.toISOString(),
    }),
  )
}
