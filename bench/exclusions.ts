import { Agent, request, type RequestOptions } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import type { Pool } from 'pg'
import { maxRecords } from '#contract/identity/address-files.ts'
import { resolveAgency } from '#server/areas/leads/resolve-agency.ts'
import { startResolving } from '#server/areas/leads/start-resolving.ts'
import { startSession } from '#server/areas/sign-in/start-session.ts'
import { jobs } from '#server/jobs.ts'
import { ensureDayPartitions } from '#server/platform/database/partitions.ts'
import { createApp } from '#server/platform/http/app.ts'
import { newId } from '#server/platform/ids.ts'
import { setUpJobs, startJobs } from '#server/platform/jobs.ts'
import { startPlatform } from '#server/platform/start-platform.ts'
import { accessHooks, routes } from '#server/routes.ts'
import { makeCampaign, makeTree, type TestCampaign, type TestTree } from '#server/test/factories.ts'
import { createBenchDatabase } from './support/bench-database.ts'
import { median, printTable } from './support/figures.ts'
import { productionConfig } from './support/production-config.ts'

// Uploads lists of 10,000 new addresses over HTTP one after another, and measures from the first byte sent until the
// response says that the list is active. Meanwhile people of the list make visits without a pause: no visit that begins
// after that response may become a lead.

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 10)
const visitors = 50
const agent = new Agent({ keepAlive: true })
const emailOf = (round: number, n: number): string => `bench${round}x${n}@example.com`

const ask = (options: RequestOptions, body?: Buffer): Promise<unknown> =>
  new Promise((resolve, reject) => {
    request({ ...options, agent }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      answer.on('end', () =>
        answer.statusCode === 200
          ? resolve((JSON.parse(text) as { data: unknown }).data)
          : reject(new Error(`${options.path}: ${answer.statusCode} ${text}`)),
      )
    })
      .on('error', reject)
      .end(body)
  })

const db = await createBenchDatabase()
await setUpJobs(db.ownerPool)
const admin = new pg.Pool({ host: db.server.socketFolder, user: 'postgres', database: 'leadloom', max: 4 })
try {
  const tree = await makeTree({ adminPool: admin as Pool })
  await report(tree, await makeCampaign({ adminPool: admin } as never, tree.acme.clients[0]!))
} finally {
  await admin.end()
  await db.close()
}

async function report(tree: TestTree, campaign: TestCampaign): Promise<void> {
  const config = productionConfig(db.dataDir, 'web,work')
  const { platform, stop } = await startPlatform(config, pino({ level: 'warn' }), async () => {})
  for (const table of ['hit', 'visit'])
    await ensureDayPartitions(db.ownerPool, table, platform.clock.now(), { daysBack: 1, daysAhead: 1 })
  await makePersons()
  const plenty = { count: 1_000_000_000, perSeconds: 60 }
  const app = await createApp(platform, { routes, accessHooks, generalLimits: { user: plenty, company: plenty } })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { user, id: clientId } = tree.acme.clients[0]!
  const person = { userId: user.id, rootId: user.rootId, kind: user.kind }
  const token = (await startSession(platform, person, user.host)).tokens.access_token
  const { port } = app.server.address() as AddressInfo
  const call = caller(port, user.host, token, clientId)
  const running = await startJobs(platform, jobs)
  const resolving = startResolving(platform)
  const times_ms: number[] = []
  let late = 0
  for (let round = 0; round < rounds; round++) {
    const { ms, leads } = await oneRound(tree, campaign, round, call)
    times_ms.push(ms)
    late += leads
  }
  agent.destroy()
  await resolving.stop()
  await running.stop()
  await app.close()
  await stop()
  printTable(
    ['upload of 10,000 until effective', 'ms'],
    [
      ['median', Math.round(median(times_ms))],
      ['worst', Math.round(Math.max(...times_ms))],
    ],
  )
  console.log(JSON.stringify({ bench: 'exclusions', worst_ms: Math.round(Math.max(...times_ms)), late_leads: late }))

  /** Adds some people of each list to the identity data, so that their visits would become leads. */
  async function makePersons(): Promise<void> {
    await admin.query(
      `with made as (
         insert into person (first_name, last_name, email, source, updated_at)
         select 'Ann', 'Example', 'bench' || r || 'x' || n || '@example.com', 'bench', '2025-01-01'
           from generate_series(0, $1::int - 1) r, generate_series(0, $2::int - 1) n returning id, email)
       insert into person_key select key.hash, made.id from made
         cross join lateral (values (decode(md5(made.email), 'hex')), (sha256(made.email::bytea))) as key (hash)`,
      [rounds, visitors],
    )
    await admin.query('insert into resolve_watermark (agency_id, root_id) values ($1, $2)', [
      tree.acme.id,
      tree.root.id,
    ])
    await admin.query(
      `insert into lead_hold (agency_id, campaign_id, root_id, client_id, held_at, leads, released_at)
       select agency_id, id, root_id, client_id, created_at, 0, 'infinity' from campaign`,
    )
    await resolveAgency(platform, tree.acme.id)
  }
}

type Caller = ReturnType<typeof caller>

function caller(port: number, host: string, token: string, clientId: string) {
  const headers = { authorization: `Bearer ${token}`, host }
  const progress = `/leadspeek/suppressionlist/progress?companyId=${clientId}&campaignType=client`
  return {
    async upload(addresses: readonly string[]): Promise<string> {
      const form = new FormData()
      form.append('ClientCompanyID', clientId)
      form.append('campaigntype', 'client')
      form.append('clientoptoutfile', new Blob([addresses.join('\n')]), 'list.csv')
      const formResponse = new Response(form)
      const type = { 'content-type': formResponse.headers.get('content-type')! }
      const body = Buffer.from(await formResponse.arrayBuffer())
      const options = {
        port,
        path: '/api/tools/optout/client/upload',
        method: 'POST',
        headers: { ...headers, ...type },
      }
      return ((await ask(options, body)) as { id: string }).id
    },
    async isDone(id: string): Promise<boolean> {
      const data = await ask({ port, path: `/api${progress}`, headers })
      return (data as { jobDone: { id: string }[] }).jobDone.some((job) => job.id === id)
    },
  }
}

/** Sends one request. Unlike fetch, it lets us set the Host header. */
async function oneRound(
  tree: TestTree,
  campaign: TestCampaign,
  round: number,
  call: Caller,
): Promise<{ ms: number; leads: number }> {
  const addresses = Array.from({ length: maxRecords }, (_none, n) => emailOf(round, n))
  let done_ms = Infinity
  const visiting = (async () => {
    // Half of them visit before, the others after the list is active.
    for (let n = 0; n < visitors; n++) {
      if (n === visitors / 2) while (done_ms === Infinity) await sleep(5)
      await visit(tree, campaign, emailOf(round, n))
      await sleep(10)
    }
  })()
  const began = performance.now()
  const id = await call.upload(addresses)
  while (!(await call.isDone(id))) await sleep(20)
  done_ms = Date.now()
  const ms = performance.now() - began
  await visiting
  await sleep(2_500)
  const { rows } = await admin.query<{ leads: number }>(
    'select count(*)::int as leads from lead where created_at >= $1 and email like $2',
    [new Date(done_ms), `bench${round}x%`],
  )
  return { ms, leads: rows[0]!.leads }
}

async function visit(tree: TestTree, campaign: TestCampaign, email: string): Promise<void> {
  const id = newId(Date.now())
  const { rootId, agencyId, clientId } = tree.acme.clients[0]!.user
  await admin.query(
    `insert into hit (agency_id, id, root_id, client_id, campaign_id, received_at, kind, page_url, page_host, title,
            visitor_id, session_id, hashes)
     values ($1, $2, $3, $4, $5, now(), 'view', 'https://site.localhost/', 'site.localhost', 'Home', $2, $2,
            array[decode(md5($6), 'hex')])`,
    [agencyId, id, rootId, clientId, campaign.id, email],
  )
  await admin.query(`select pg_notify('leadloom', $1)`, [JSON.stringify({ kind: 'hits', agencyIds: [agencyId] })])
}
