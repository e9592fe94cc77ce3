import type { AddressInfo } from 'node:net'
import { fastify } from 'fastify'
import pg from 'pg'
import { apiScopes } from '#contract/core/api-scopes.ts'
import { leadOrder, selectLeads } from '#server/areas/leads/read/lead-query.ts'
import { hashToken, newId, newPixelKey, newToken } from '#server/platform/ids.ts'
import type { Tenant } from '../calls/fill.ts'
import type { Serving } from '../calls/servers.ts'

/** Leads per request to either server. */
export const pageSize = 10

/**
 * The floor: Fastify with one route that runs the SQL of the developer API's list, bypasses row-level security and
 * sends the rows unchanged. No token, no scope, no rate limit, no cursor, no presentation.
 */
export async function serveBareList(socketFolder: string): Promise<Serving> {
  const pool = new pg.Pool({ host: socketFolder, user: 'postgres', database: 'leadloom', max: 10 })
  const name = 'leads'
  const text = selectLeads({
    conditions: ['lead.agency_id = $1', 'lead.client_id = $2'],
    order: leadOrder({ sort: 'created_at' }, 'desc'),
    limit: '$3',
  })
  const app = fastify({ logger: false })
  app.get('/leads/:agency/:client', async (request, reply) => {
    const { agency, client } = request.params as Record<string, string>
    const { rows } = await pool.query({ name, text, values: [agency, client, pageSize + 1] })
    reply.type('application/json; charset=utf-8')
    return JSON.stringify({ data: rows })
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { port: (app.server.address() as AddressInfo).port, tokens: [] }
}

/**
 * One credential per tenant, with a token that lasts for the whole benchmark. Below 2,000 calls a second none of 500
 * hits its limit of 240 calls a minute (rounds of five seconds may exceed it); each is looked up every five seconds.
 */
export async function issueTokens(
  admin: pg.Client,
  tenants: readonly Tenant[],
): Promise<{ tenant: Tenant; token: string }[]> {
  const credentials = tenants.map((tenant) => ({
    tenant,
    id: newId(Date.now()),
    name: `dev_${newPixelKey()}`,
    token: newToken(),
  }))
  // A database that is kept still has those of the previous run.
  await admin.query('truncate developer_token, developer_credential, developer_call, developer_usage cascade')
  await admin.query(
    `update company set api_mode = true, package_id = coalesce(package_id, 'FREE') where kind = 'agency'`,
  )
  await admin.query(
    `insert into developer_credential (id, root_id, agency_id, company_id, public_name, secret_hash, secret_sealed, created_by,
            created_at, expires_at, scopes)
     select id, root_id, agency_id, agency_id, name, '\\x00', '', owner_id, now(), now() + interval '1 day', $6
       from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::uuid[]) as t (id, root_id, agency_id, name, owner_id)`,
    [
      credentials.map(({ id }) => id),
      credentials.map(({ tenant }) => tenant.rootId),
      credentials.map(({ tenant }) => tenant.agencyId),
      credentials.map(({ name }) => name),
      credentials.map(({ tenant }) => tenant.ownerId),
      apiScopes,
    ],
  )
  await admin.query(
    `insert into developer_token (token_hash, credential_id, host, expires_at, scopes)
     select hash, id, host, now() + interval '1 day', $4 from unnest($1::bytea[], $2::uuid[], $3::text[]) as t (hash, id, host)`,
    [
      credentials.map(({ token }) => hashToken(token)),
      credentials.map(({ id }) => id),
      credentials.map(({ tenant }) => tenant.host),
      apiScopes,
    ],
  )
  return credentials
}
