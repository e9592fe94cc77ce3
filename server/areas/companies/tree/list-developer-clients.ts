import type { listDeveloperClients as operation } from '#contract/companies/developer-clients.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { developerPage, ownerOfList } from '#server/platform/http/developer-list.ts'

interface Row {
  id: string
  agency_id: string
  name: string
  contact_name: string
  contact_email: string
  status: 'active' | 'disabled'
  time_zone: string
  at: Date
}

/** Clients for the developer API, newest first. */
export const listDeveloperClients: Handler<typeof operation> = async ({ query }, call) => {
  const { agencyId, clientId } = ownerOfList(call)
  return developerPage(
    call,
    'clients',
    query,
    (after, limit) => {
      const values: unknown[] = [agencyId, limit]
      const conditions = ['agency_id = $1', `kind = 'client'`, 'removed_at is null']
      const parameter = (value: unknown): string => `$${values.push(value)}`
      if (clientId !== null) conditions.push(`id = ${parameter(clientId)}`)
      if (after) conditions.push(`(created_at, id) < (${parameter(after.at)}, ${parameter(after.id)})`)
      const text = `
        select id, agency_id, name, main_name as contact_name, main_email as contact_email, status, time_zone, created_at as at
        from company where ${conditions.join(' and ')} order by created_at desc, id desc limit $2`
      return call.readOnce<Row>({ text, values })
    },
    ({ at, ...row }) => ({ ...row, created_at: at.toISOString() }),
  )
}
