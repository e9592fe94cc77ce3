import { load, type LoadJob, type LoadResult } from './calls/load.ts'
import { fillNew, openLeads, type Tenant } from './calls/fill.ts'
import { columns, lineOf, measureInTurns, type Round } from './calls/rounds.ts'
import { serveBare, serveCalls, type Serving } from './calls/servers.ts'
import { createBenchDatabase, type BenchDatabase } from './support/bench-database.ts'
import { median, printTable } from './support/figures.ts'
import { answerAs, profiled, startHelper, type HelperProcess } from './support/helper-process.ts'

// A typical list call, ten leads of a client, over HTTP with session, access checks and row-level security, compared
// with bare Fastify running the same SQL, in alternating rounds on the same machine and rows.

const tenantCount = 500
const [fewRows, manyRows] = [50_000, Number(process.env['BENCH_ROWS'] ?? 5_000_000)]
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5)
/** For factors that are far from their targets. */
const fewRounds = Math.ceil(rounds / 2)
const warmUpRounds = 2
const measure_ms = Number(process.env['BENCH_SECONDS'] ?? 4) * 1000
const warmUp_ms = 500
const deepPage = 5_000

const [role] = process.argv.slice(2)
if (role === 'bare') answerAs(({ socketFolder }: { socketFolder: string }) => serveBare(socketFolder))
else if (role === 'calls')
  answerAs(({ dataDir, tenants }: { dataDir: string; tenants: Tenant[] }) => serveCalls(dataDir, tenants))
else if (role === 'load') answerAs((job: LoadJob) => load(job))
else await main()

interface Stage {
  db: BenchDatabase
  tenants: Tenant[]
  servers: Record<Server, HelperProcess<object, Serving>>
  serving: Record<Server, Serving>
  generator: HelperProcess<LoadJob, LoadResult>
}
type Server = 'bare' | 'calls'
/** Which leads are requested: the first page of any tenant, or one page of tenant 1. */
type Question = 'anybody' | 'first page' | 'deep page'

async function main(): Promise<void> {
  // The small data set is rebuilt each time; the large one is filled once and kept.
  const fewDb = await createBenchDatabase()
  const few = await onStage(fewDb, await fillNew(fewDb, tenantCount, fewRows), async (stage) => {
    await measure(stage, ['calls'], 'anybody', 16, warmUpRounds)
    return measure(stage, ['calls'], 'anybody', 4, fewRounds)
  })
  const { db, tenants } = await openLeads(tenantCount, manyRows)
  await onStage(db, tenants, async (stage) => {
    // Warm up both before measuring, like servers that have been up for a minute.
    await measure(stage, ['bare', 'calls'], 'anybody', 16, warmUpRounds)
    const many = await measure(stage, ['bare', 'calls'], 'anybody', 64, rounds)
    const calm = await measure(stage, ['bare', 'calls'], 'anybody', 4, rounds)
    const first = await measure(stage, ['bare', 'calls'], 'first page', 4, fewRounds)
    const deep = await measure(stage, ['bare', 'calls'], 'deep page', 4, fewRounds)
    report({ many, calm, few, first, deep })
  })
}

/** Starts both servers and the load on a filled database, and stops them all when the work ends. */
async function onStage<T>(db: BenchDatabase, tenants: Tenant[], work: (stage: Stage) => Promise<T>): Promise<T> {
  const servers = {
    bare: startHelper<object, Serving>('bare'),
    calls: startHelper<object, Serving>('calls', profiled()),
  }
  const generator = startHelper<LoadJob, LoadResult>('load')
  try {
    const serving = {
      bare: await servers.bare.ask({ socketFolder: db.server.socketFolder }),
      calls: await servers.calls.ask({ dataDir: db.dataDir, tenants }),
    }
    return await work({ db, tenants, servers, serving, generator })
  } finally {
    await Promise.all([servers.bare.end(), servers.calls.end(), generator.end()])
    await db.close()
  }
}

type Results = Record<Server, Round[]>

async function measure(
  stage: Stage,
  names: readonly Server[],
  question: Question,
  connections: number,
  itsRounds: number,
): Promise<Results> {
  const { db, tenants, servers, serving, generator } = stage
  serving.calls = await servers.calls.ask({ dataDir: db.dataDir, tenants })
  const contestants = Object.fromEntries(
    names.map((name) => [
      name,
      { server: servers[name], port: serving[name].port, requests: requestsOf(stage, name, question) },
    ]),
  )
  const job = { generator, postgresPid: db.server.pid(), connections, rounds: itsRounds, warmUp_ms, measure_ms }
  return { bare: [], calls: [], ...(await measureInTurns(contestants, job)) }
}

function requestsOf({ tenants, serving }: Stage, name: Server, question: Question): string[] {
  const callers = question === 'anybody' ? tenants : tenants.slice(0, 1)
  const page = question === 'deep page' ? deepPage : 1
  return callers.map(({ agencyId, clientId, host }, at) => {
    if (name === 'bare')
      return `GET /leads/${agencyId}/${clientId}/${(page - 1) * 10} HTTP/1.1\r\nHost: ${host}\r\n\r\n`
    const path = `/api/leadspeek/report/lead/${clientId}/all/all/all?Page=${page}&PerPage=10`
    return `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${serving.calls.tokens[at]}\r\n\r\n`
  })
}

function middle(rows: readonly Round[], pick: (round: Round) => number): number {
  return median(rows.map(pick))
}

function report(all: Record<'many' | 'calm' | 'few' | 'first' | 'deep', Results>): void {
  console.log(
    `ten leads of one of ${tenantCount} clients, ${manyRows.toLocaleString('en-US')} leads; medians of ${rounds} or ${fewRounds} rounds of ${measure_ms / 1000} s`,
  )
  printTable(columns, [
    lineOf('bare Fastify, 64 connections', all.many.bare),
    lineOf('page 1 of any client, 64 connections', all.many.calls),
    lineOf('bare Fastify, 4 connections', all.calm.bare),
    lineOf('page 1 of any client, 4 connections', all.calm.calls),
    lineOf(`the same with ${fewRows.toLocaleString('en-US')} leads`, all.few.calls),
    lineOf('bare, page 1 of the largest client', all.first.bare),
    lineOf('page 1 of the largest client', all.first.calls),
    lineOf(`bare, page ${deepPage.toLocaleString('en-US')} of the largest client`, all.deep.bare),
    lineOf(`page ${deepPage.toLocaleString('en-US')} of the largest client`, all.deep.calls),
  ])
  const ratios = all.many.calls.map((round, at) => round.perSecond / all.many.bare[at]!.perSecond)
  console.log(`ratio of each round: ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}`)
  const p50 = (rows: Round[]): number => middle(rows, (round) => round.p50_ms)
  console.log(
    JSON.stringify({
      bench: 'calls',
      ratio: round3(median(ratios)),
      per_second: middle(all.many.calls, (round) => round.perSecond),
      p99_ms: round3(middle(all.calm.calls, (round) => round.p99_ms)),
      deep_over_first: round3(p50(all.deep.calls) / p50(all.first.calls)),
      many_over_few: round3(p50(all.calm.calls) / p50(all.few.calls)),
    }),
  )
}

function round3(value: number): number {
  return Number(value.toFixed(3))
}
