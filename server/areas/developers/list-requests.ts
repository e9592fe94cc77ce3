import type { DeveloperRequest, listDeveloperRequests } from '#contract/developers/requests.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { developerPage } from '#server/platform/http/developer-list.ts'
import type { Handler } from '#server/platform/http/route.ts'

interface Row {
  id: string
  at: Date
  credential_id: string
  operation: string
  status: number
  code: string | null
  duration_ms: number
}

/** The log of the company's own calls, newest first. */
export const handleListDeveloperRequests: Handler<typeof listDeveloperRequests> = async ({ query }, call) => {
  const names = await readKeyNames(call)
  return developerPage<Row, DeveloperRequest>(
    call,
    'requests',
    query,
    (after, limit) => {
      const values: unknown[] = [call.caller.agencyId ?? call.caller.rootId, limit]
      const parameter = (value: unknown): string => `$${values.push(value)}`
      const conditions = ['agency_id = $1']
      if (query.operation !== undefined) conditions.push(`operation = ${parameter(query.operation)}`)
      if (query.status !== undefined) conditions.push(`status = ${parameter(query.status)}`)
      if (query.outcome !== undefined) conditions.push(query.outcome === 'failed' ? 'status >= 400' : 'status < 400')
      if (query.client_id !== undefined)
        conditions.push(`credential_id = any(${parameter(idsOf(names, query.client_id))})`)
      if (query.created_from !== undefined) conditions.push(`created_at >= ${parameter(new Date(query.created_from))}`)
      if (query.created_before !== undefined)
        conditions.push(`created_at < ${parameter(new Date(query.created_before))}`)
      if (after) conditions.push(`(created_at, id) < (${parameter(after.at)}, ${parameter(after.id)})`)
      const text = `
        select id, created_at as at, credential_id, operation, status, code, duration_ms
          from developer_call where ${conditions.join(' and ')} order by created_at desc, id desc limit $2`
      return call.readOnce<Row>({ text, values })
    },
    ({ id, at, credential_id, ...row }) => ({
      ...row,
      request_id: id,
      created_at: at.toISOString(),
      client_id: names.get(credential_id) ?? null,
    }),
  )
}

/** The names of all keys that the company ever had, by id: the log still refers to removed ones. */
async function readKeyNames(call: SignedInCall): Promise<ReadonlyMap<string, string>> {
  const rows = await call.readOnce<{ id: string; public_name: string }>({
    text: 'select id, public_name from developer_credential where company_id = $1',
    values: [call.caller.companyId],
  })
  return new Map(rows.map(({ id, public_name }) => [id, public_name]))
}

const idsOf = (names: ReadonlyMap<string, string>, name: string): string[] =>
  [...names].filter(([, credentialName]) => credentialName === name).map(([id]) => id)
