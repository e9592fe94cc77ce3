import { issueTokens, pageSize, serveBareList } from './api/servers.ts'
import { openAdmin, openLeads, type Tenant } from './calls/fill.ts'
import { columns, lineOf, measureInTurns, type Contestant, type Round } from './calls/rounds.ts'
import { load, type LoadJob, type LoadResult } from './calls/load.ts'
import { serveCalls, type Serving } from './calls/servers.ts'
import { median, printTable } from './support/figures.ts'
import { answerAs, profiled, startHelper, type HelperProcess } from './support/helper-process.ts'

// Ten leads of a client through the developer API (HTTP with token, scope, rate limit, cursor and row-level security),
// compared with bare Fastify running the same SQL, in alternating rounds on the same machine and rows.

const tenantCount = 500
const rows = Number(process.env['BENCH_ROWS'] ?? 5_000_000)
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5)
const measure_ms = Number(process.env['BENCH_SECONDS'] ?? 5) * 1000
const settle_ms = 1_000
const connections = 64

const [role] = process.argv.slice(2)
if (role === 'bare') answerAs(({ socketFolder }: { socketFolder: string }) => serveBareList(socketFolder))
// No sessions are needed: the developer API has its own tokens.
else if (role === 'api') answerAs(({ dataDir }: { dataDir: string }) => serveCalls(dataDir, []))
else if (role === 'load') answerAs((job: LoadJob) => load(job))
else await main()

interface Stage {
  servers: Record<Server, HelperProcess<object, Serving>>
  ports: Record<Server, number>
  generator: HelperProcess<LoadJob, LoadResult>
  postgresPid: number
  requests: Record<Server, string[]>
}

async function main(): Promise<void> {
  const { db, tenants } = await openLeads(tenantCount, rows)
  const admin = await openAdmin(db)
  const keys = await issueTokens(admin, tenants)
  await admin.end()
  const servers = {
    bare: startHelper<object, Serving>('bare'),
    api: startHelper<object, Serving>('api', profiled()),
  }
  const generator = startHelper<LoadJob, LoadResult>('load')
  try {
    const ports = {
      bare: (await servers.bare.ask({ socketFolder: db.server.socketFolder })).port,
      api: (await servers.api.ask({ dataDir: db.dataDir })).port,
    }
    const requests = requestsOf(keys)
    const stage = { servers, ports, generator, postgresPid: db.server.pid(), requests }
    await warmUp(stage)
    report(await measure(stage))
  } finally {
    await Promise.all([servers.bare.end(), servers.api.end(), generator.end()])
    await db.close()
  }
}

type Server = 'bare' | 'api'

function requestsOf(keys: readonly { tenant: Tenant; token: string }[]): Record<Server, string[]> {
  const bare = keys.map(
    ({ tenant: { agencyId, clientId, host } }) =>
      `GET /leads/${agencyId}/${clientId} HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
  )
  const api = keys.map(({ tenant: { clientId, host }, token }) => {
    const path = `/api/v1/developer/leads?company_id=${clientId}&limit=${pageSize}`
    return `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n\r\n`
  })
  return { bare, api }
}

/**
 * Warm up first, to compare servers that have run for days: the program has far more code than the floor, and a busy
 * machine compiles it late.
 */
const warmUp_calls = 30_000

async function warmUp(stage: Stage): Promise<void> {
  const calls = { bare: 0, api: 0 }
  while (Math.min(calls.bare, calls.api) < warmUp_calls)
    for (const name of ['bare', 'api'] as const) {
      if (calls[name] >= warmUp_calls) continue
      const [port, requests] = [stage.ports[name], stage.requests[name]]
      const { perSecond } = await stage.generator.ask({ port, requests, connections, warmUp_ms: 0, measure_ms })
      calls[name] += (perSecond * measure_ms) / 1000
    }
}

function measure({ servers, ports, requests, generator, postgresPid }: Stage): Promise<Record<Server, Round[]>> {
  const contestant = (name: Server): Contestant => ({
    server: servers[name],
    port: ports[name],
    requests: requests[name],
  })
  const job = { generator, postgresPid, connections, rounds, warmUp_ms: settle_ms, measure_ms }
  return measureInTurns({ bare: contestant('bare'), api: contestant('api') }, job)
}

function report(all: Record<Server, Round[]>): void {
  console.log(`${pageSize} leads of one of ${tenantCount} clients via the developer API, ${connections} connections`)
  printTable(columns, [lineOf('bare Fastify', all.bare), lineOf('the developer API', all.api)])
  const ratios = all.api.map((round, at) => round.perSecond / all.bare[at]!.perSecond)
  console.log(`ratio of each round: ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}`)
  // On a shared machine, CPU time says more than wall-clock time.
  const processor_us = ({ server_us, postgres_us }: Round): number => server_us + postgres_us
  const shares = all.api.map((round, at) => processor_us(all.bare[at]!) / processor_us(round))
  console.log(`by CPU time of each round: ${shares.map((share) => share.toFixed(2)).join(', ')}`)
  console.log(JSON.stringify({ bench: 'api', ratio: Number(median(ratios).toFixed(3)) }))
}
