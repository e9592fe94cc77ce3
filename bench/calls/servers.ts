import type { AddressInfo } from 'node:net'
import { fastify } from 'fastify'
import pg from 'pg'
import { pino } from 'pino'
import { startSession } from '#server/areas/sign-in/start-session.ts'
import { leadColumns } from '#server/areas/leads/read/lead-fields.ts'
import { leadJoins } from '#server/areas/leads/read/lead-query.ts'
import { pageStatement } from '#server/areas/leads/read/page-statement.ts'
import { createApp } from '#server/platform/http/app.ts'
import type { Platform } from '#server/platform/platform.ts'
import { startPlatform } from '#server/platform/start-platform.ts'
import { routes, accessHooks } from '#server/routes.ts'
import type { Tenant } from './fill.ts'
import { productionConfig } from '../support/production-config.ts'

/** What a server reports once it listens: its address, and a session of each tenant's owner. */
export interface Serving {
  port: number
  tokens: string[]
}

export const poolSize = 10
type Statement = ReturnType<typeof pageStatement>

/**
 * The floor: Fastify with one route that runs the list's own SQL, bypasses row-level security and sends the rows
 * unchanged. No session, no access check, no scope, no parsing, no presentation.
 */
export async function serveBare(socketFolder: string): Promise<Serving> {
  const pool = new pg.Pool({ host: socketFolder, user: 'postgres', database: 'leadloom', max: poolSize })
  const shape = { owner: 'client_id', kind: 'all', order: 'desc', isRanged: false } as const
  const [first, deep] = [false, true].map((isDeep) => pageStatement({ ...shape, isDeep }, leadColumns, leadJoins)) as [
    Statement,
    Statement,
  ]
  const app = fastify({ logger: false })
  app.get('/leads/:agency/:client/:offset', async (request, reply) => {
    const { agency, client, offset } = request.params as Record<string, string>
    const statement = Number(offset) > 0 ? deep : first
    const { rows } = await pool.query({ ...statement, values: [agency, client, 10, Number(offset)] })
    reply.type('application/json; charset=utf-8')
    return JSON.stringify({ data: rows, total: rows[0].total })
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { port: (app.server.address() as AddressInfo).port, tokens: [] }
}

let starting: Promise<{ platform: Platform; port: number }> | undefined

/**
 * The program's own server, started on the first call. A later call signs everybody in again: tokens last ten minutes,
 * and filling the tables can take longer.
 */
export async function serveCalls(dataDir: string, tenants: readonly Tenant[]): Promise<Serving> {
  starting ??= startServer(dataDir)
  const { platform, port } = await starting
  const tokens = new Map<string, string>()
  for (const { ownerId, rootId, host } of tenants) {
    if (tokens.has(ownerId)) continue
    const session = await startSession(platform, { userId: ownerId, rootId, kind: 'agencyOwner' }, host)
    tokens.set(ownerId, session.tokens.access_token)
  }
  return { port, tokens: tenants.map(({ ownerId }) => tokens.get(ownerId)!) }
}

/** Starts it as in production, with every operation, and rate limits too high to affect a benchmark. */
async function startServer(dataDir: string): Promise<{ platform: Platform; port: number }> {
  const config = productionConfig(dataDir, 'web')
  const { platform } = await startPlatform(config, pino({ level: 'warn' }), async () => {})
  const noLimit = { count: 1_000_000_000, perSeconds: 60 }
  const app = await createApp(platform, { routes, accessHooks, generalLimits: { user: noLimit, company: noLimit } })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { platform, port: (app.server.address() as AddressInfo).port }
}
