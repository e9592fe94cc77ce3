import type { AddressInfo } from 'node:net'
import { fastify } from 'fastify'
import pg from 'pg'
import { pino } from 'pino'
import { startSession } from '#server/areas/sign-in/public.ts'
import { leadColumns, leadJoins } from '#server/areas/leads/read/lead-query.ts'
import { pageStatement } from '#server/areas/leads/read/page-statement.ts'
import { createApp } from '#server/platform/http/app.ts'
import type { Platform } from '#server/platform/platform.ts'
import { startPlatform } from '#server/platform/start-platform.ts'
import { routes, accessHooks } from '#server/routes.ts'
import type { Tenant } from './fill.ts'
import { productionConfig } from '../support/production-config.ts'

/** What a server says once it listens: where, and how each tenant's owner is signed in. */
export interface Serving {
  port: number
  tokens: string[]
}

export const poolSize = 10
type Statement = ReturnType<typeof pageStatement>

/**
 * The floor: Fastify, one route, the very statement of the list on a connection that row-level security does not bind,
 * the rows sent as they come. No session, no access, no scope, no parsing, no presentation.
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

let started: Promise<{ platform: Platform; port: number }> | undefined

/**
 * The program's own server, started when first asked for. Asking again signs everybody in again: tokens live ten
 * minutes, which filling the tables can take.
 */
export async function serveCalls(dataDir: string, tenants: readonly Tenant[]): Promise<Serving> {
  started ??= startServer(dataDir)
  const { platform, port } = await started
  const tokens = new Map<string, string>()
  for (const { ownerId, rootId, host } of tenants) {
    if (tokens.has(ownerId)) continue
    const session = await startSession(platform, { userId: ownerId, rootId, kind: 'agencyOwner' }, host)
    tokens.set(ownerId, session.tokens.access_token)
  }
  return { port, tokens: tenants.map(({ ownerId }) => tokens.get(ownerId)!) }
}

/** As it runs, with every call, and limits that do not hold a benchmark back. */
async function startServer(dataDir: string): Promise<{ platform: Platform; port: number }> {
  const config = productionConfig(dataDir, 'web')
  const { platform } = await startPlatform(config, pino({ level: 'warn' }), async () => {})
  const unlimited = { count: 1_000_000_000, perSeconds: 60 }
  const app = await createApp(platform, { routes, accessHooks, generalLimits: { user: unlimited, company: unlimited } })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { platform, port: (app.server.address() as AddressInfo).port }
}
