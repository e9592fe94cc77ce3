import type { AddressInfo } from 'node:net'
import { fastify } from 'fastify'
import pg from 'pg'
import { chooseKey, sealBody, type PublicSealingKey } from '#contract/core/seal-body.ts'
import { insertActivityText } from '#server/areas/activity/record-activity.ts'
import { renameText } from '#server/areas/companies/groups/company-groups.ts'
import { newId, newToken } from '#server/platform/ids.ts'
import { makeTenants, openAdmin, type Tenant } from './calls/fill.ts'
import { load, type LoadJob, type LoadResult } from './calls/load.ts'
import { columns, lineOf, measureInTurns, type Round } from './calls/rounds.ts'
import { poolSize, serveCalls, type Serving } from './calls/servers.ts'
import { createBenchDatabase, type BenchDatabase } from './support/bench-database.ts'
import { median, printTable } from './support/figures.ts'
import { answerAs, profiled, startHelper } from './support/helper-process.ts'

// A write: an agency's owner renames a group of clients, with an entry in the audit log and its link in the chain of
// entries. Compared with bare Fastify sending the same statements in one transaction, in alternating rounds.

/** Each five form one agency, as in `calls`. */
const tenantCount = 500
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5)
const measure_ms = Number(process.env['BENCH_SECONDS'] ?? 5) * 1000
const warmUp_ms = 1_000
const connections = 64
/** In turns, so that a name rarely stays the same. */
const names = ['North', 'South', 'East', 'West']

interface Group {
  agencyId: string
  rootId: string
  ownerId: string
  host: string
  groupId: string
}

/** One round of each. */
type Both = Record<'bare' | 'program', Round>
/**
 * Warm up first, as in `api`, to compare servers that have run for days: the program has far more code than the floor,
 * and a busy machine compiles it late.
 */
const warmUp_calls = 10_000
/** More than the program reaches on any machine. */
const maxPerSecond = 4_000

const [role] = process.argv.slice(2)
if (role === 'bare') answerAs(({ socketFolder }: { socketFolder: string }) => serveBareRename(socketFolder))
else if (role === 'program')
  answerAs(({ dataDir, tenants }: { dataDir: string; tenants: Tenant[] }) => serveCalls(dataDir, tenants))
else if (role === 'load') answerAs((job: LoadJob) => load(job))
else await main()

async function main(): Promise<void> {
  const db = await createBenchDatabase()
  const servers = {
    bare: startHelper<object, Serving>('bare'),
    program: startHelper<object, Serving>('program', profiled()),
  }
  const generator = startHelper<LoadJob, LoadResult>('load')
  try {
    const { tenants, groups } = await fill(db)
    const bare = await servers.bare.ask({ socketFolder: db.server.socketFolder })
    const job = { generator, postgresPid: db.server.pid(), connections, rounds: 1, warmUp_ms, measure_ms }
    const askBoth = async (): Promise<Both> => {
      // Signs everybody in again: tokens last ten minutes.
      const program = await servers.program.ask({ dataDir: db.dataDir, tenants })
      const requests = await sealForRound(groups, program)
      const answers = await measureInTurns(
        {
          bare: { server: servers.bare, port: bare.port, requests: groups.flatMap(requestBare) },
          program: { server: servers.program, port: program.port, requests, isOnce: true },
        },
        job,
      )
      return { bare: answers.bare[0]!, program: answers.program[0]! }
    }
    let calls = 0
    while (calls < warmUp_calls) calls += ((await askBoth()).program.perSecond * measure_ms) / 1000
    const all: Both[] = []
    for (let round = 0; round < rounds; round++) all.push(await askBoth())
    report(all)
  } finally {
    await Promise.all([servers.bare.end(), servers.program.end(), generator.end()])
    await db.close()
  }
}

async function fill(db: BenchDatabase): Promise<{ tenants: Tenant[]; groups: Group[] }> {
  const admin = await openAdmin(db)
  try {
    const tenants = firstOfAgencies(await makeTenants(admin, tenantCount))
    return { tenants, groups: await addGroups(admin, tenants) }
  } finally {
    await admin.end()
  }
}

function firstOfAgencies(tenants: readonly Tenant[]): Tenant[] {
  return [...new Map(tenants.map((tenant) => [tenant.agencyId, tenant])).values()]
}

async function addGroups(admin: pg.Client, tenants: readonly Tenant[]): Promise<Group[]> {
  const groups = tenants.map(({ agencyId, rootId, ownerId, host }) => ({
    agencyId,
    rootId,
    ownerId,
    host,
    groupId: newId(Date.now()),
  }))
  await admin.query(
    `insert into company_group (id, company_id, root_id, agency_id, name, created_at)
     select id, agency_id, root_id, agency_id, 'Group', now() from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as t (id, agency_id, root_id)`,
    (['groupId', 'agencyId', 'rootId'] as const).map((key) => groups.map((group) => group[key])),
  )
  return groups
}

function post(path: string, headers: string, body: unknown): string {
  const text = JSON.stringify(body)
  return `POST ${path} HTTP/1.1\r\n${headers}Content-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`
}

function requestBare(group: Group): string[] {
  return names.map((name) => post('/group', `Host: ${group.host}\r\n`, { ...group, name }))
}

/** Sealed requests, each valid for one call. Made before the round, since sealing is not the server's work. */
async function sealForRound(groups: readonly Group[], { port, tokens }: Serving): Promise<string[]> {
  const path = '/api/company/group'
  const { keys } = (await (await fetch(`http://127.0.0.1:${port}/api/keys`)).json()) as { keys: PublicSealingKey[] }
  const key = await chooseKey(keys)
  const count = (maxPerSecond * (measure_ms + warmUp_ms)) / 1000
  const requests: string[] = []
  for (let at = 0; at < count; at++) {
    const { agencyId, groupId, host } = groups[at % groups.length]!
    const companyGroupName = names[Math.floor(at / groups.length) % names.length]
    const body = { companyGroupID: groupId, companyGroupName, companyID: agencyId }
    const dt = await sealBody(key, { method: 'POST', path, body, now_ms: Date.now(), jti: newToken() })
    requests.push(post(path, `Host: ${host}\r\nAuthorization: Bearer ${tokens[at % groups.length]}\r\n`, { dt }))
  }
  return requests
}

/** The floor: one route with the program's SQL, bypassing row-level security. No session, access check or parsing. */
async function serveBareRename(socketFolder: string): Promise<Serving> {
  const pool = new pg.Pool({ host: socketFolder, user: 'postgres', database: 'leadloom', max: poolSize })
  const app = fastify({ logger: false })
  app.post('/group', async (request, reply) => {
    const { name, ...group } = request.body as Group & { name: string }
    const client = await pool.connect()
    try {
      const clients = await rename(client, group, name, request.id)
      reply.type('application/json; charset=utf-8')
      return JSON.stringify({ result: 'success', data: { id: group.groupId, name, clients } })
    } finally {
      client.release()
    }
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { port: (app.server.address() as AddressInfo).port, tokens: [] }
}

/** The program's statements, prepared as there, one after another. */
async function rename(client: pg.PoolClient, group: Group, name: string, requestId: string): Promise<number> {
  const { agencyId, rootId, ownerId, groupId } = group
  await client.query('begin')
  await client.query({
    name: 'lock-company',
    text: 'select from company where id = $1 for no key update',
    values: [agencyId],
  })
  await client.query({
    name: 'group-named',
    text: 'select from company_group where company_id = $1 and lower(name) = lower($2) and id::text <> $3',
    values: [agencyId, name, groupId],
  })
  const { rows } = await client.query<{ name: string; clients: number }>({
    name: 'rename-group',
    text: renameText,
    values: [groupId, agencyId, name],
  })
  const now = new Date()
  const none = null
  const by = [
    newId(now.getTime()),
    rootId,
    agencyId,
    none,
    now,
    'company.groupRenamed',
    ownerId,
    'agencyOwner',
    ownerId,
  ]
  const on = [none, none, requestId, 'group', groupId, name, none, none, none]
  const details = [JSON.stringify({ name: rows[0]!.name }), JSON.stringify({ name }), 'server', '127.0.0.1']
  await client.query({ name: 'insert-activity', text: insertActivityText, values: [...by, ...on, ...details] })
  await client.query('commit')
  return rows[0]!.clients
}

function report(all: readonly Both[]): void {
  console.log(`renaming a group, with its log entry, ${connections} connections`)
  const line = (title: string, name: keyof Both): (string | number)[] =>
    lineOf(
      title,
      all.map((round) => round[name]),
    )
  printTable(columns, [line('bare Fastify', 'bare'), line('the program', 'program')])
  const ratios = all.map(({ bare, program }) => program.perSecond / bare.perSecond)
  console.log(`ratio of each round: ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}`)
  console.log(JSON.stringify({ bench: 'write', ratio: Number(median(ratios).toFixed(3)) }))
}
