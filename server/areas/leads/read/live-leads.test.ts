import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PoolClient } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { logout } from '#contract/sign-in/session.ts'
import { liveEvents, liveLeads as operation } from '#contract/leads/live.ts'
import { startSession } from '#server/areas/sign-in/start-session.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { bind } from '#server/platform/http/route.ts'
import { signal } from '#server/platform/signals.ts'
import { routes } from '#server/routes.ts'
import { createTestApp, pathWith, type TestApp } from '#server/test/app.ts'
import {
  makeCampaign,
  makeTree,
  type TestAgency,
  type TestCampaign,
  type TestTree,
  type TestUser,
} from '#server/test/factories.ts'
import { createTestDatabase, type TestDatabase } from '#server/test/harness.ts'
import { liveLeads } from './live-leads.ts'
import { insertLeads, insertVisits, type LeadParts } from '#server/test/lead-rows.ts'

const clock = createStillClock(Date.UTC(2026, 10, 20, 12))
let db: TestDatabase
let http: TestApp
let tree: TestTree
let port: number
let campaigns: Record<'plumbright' | 'harbor' | 'solstice', TestCampaign>

beforeAll(async () => {
  db = await createTestDatabase()
  tree = await makeTree(db)
  campaigns = {
    plumbright: await makeCampaign(db, tree.acme.clients[0]!),
    harbor: await makeCampaign(db, tree.acme.clients[1]!),
    solstice: await makeCampaign(db, tree.brightside.clients[0]!),
  }
  const fastRoute = bind(operation, liveLeads({ pause_ms: 20, heartbeat_ms: 100 }))
  http = await createTestApp(db, {
    clock,
    routes: [fastRoute, ...routes.filter((route) => route.operation !== operation)],
  })
  await http.app.listen({ port: 0, host: '127.0.0.1' })
  port = (http.app.server.address() as AddressInfo).port
})
const feeds: Feed[] = []
afterEach(() => {
  for (const feed of feeds.splice(0)) feed.close()
})
afterAll(async () => {
  await http.close()
  await db.drop()
})

interface FeedEvent {
  name: string
  id: string | null
  data: Record<string, unknown>
}

interface Feed {
  status: number
  events: FeedEvent[]
  text(): string
  ended: Promise<void>
  close(): void
  /** Waits until a condition holds, and fails if it never does. */
  until(holds: (events: FeedEvent[]) => boolean): Promise<void>
}

const tokenOf = async (user: TestUser): Promise<string> =>
  (await startSession(http.platform, { userId: user.id, rootId: user.rootId, kind: user.kind }, user.host)).tokens
    .access_token

async function follow(
  user: TestUser,
  companyID: string,
  options: { token?: string; lastId?: string } = {},
): Promise<Feed> {
  const token = options.token ?? (await tokenOf(user))
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = {
      host: user.host,
      authorization: `Bearer ${token}`,
      ...(options.lastId && { 'last-event-id': options.lastId }),
    }
    get({ port, host: '127.0.0.1', path: pathWith(operation, { companyID }), headers, agent: false }, resolve).on(
      'error',
      reject,
    )
  })
  let text = ''
  const events: FeedEvent[] = []
  const close = new Promise<void>((resolve) => response.on('close', resolve))
  response.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
    events.splice(0, events.length, ...parse(text))
  })
  response.on('error', () => {})
  const feed: Feed = {
    status: response.statusCode!,
    events,
    text: () => text,
    ended: close,
    close: () => response.destroy(),
    async until(holds) {
      for (let tries = 0; tries < 200; tries++) {
        if (holds(events)) return
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      throw new Error(`never came: ${text}`)
    },
  }
  feeds.push(feed)
  if (feed.status === 200) await feed.until((outcome) => outcome[0]?.name === 'ready')
  return feed
}

const parse = (text: string): FeedEvent[] =>
  text
    .split('\n\n')
    .slice(0, -1)
    .filter((block) => !block.startsWith(':'))
    .map((block) => ({
      name: /^event: (.*)$/m.exec(block)![1]!,
      id: /^id: (.*)$/m.exec(block)?.[1] ?? null,
      data: JSON.parse(/^data: (.*)$/m.exec(block)![1]!) as Record<string, unknown>,
    }))

/** The events that don't match the contract. */
const surplus = (events: FeedEvent[]): unknown[] =>
  events.flatMap(({ name, data }) => {
    const { error } = liveEvents[name as keyof typeof liveEvents].safeParse(data)
    return error ? [{ name, issues: error.issues }] : []
  })

const emailsOf = (events: FeedEvent[]): unknown[] =>
  events.filter(({ name }) => name === 'lead').map(({ data }) => data['email'])

/** Leads as the pipeline creates them: inserted, then signaled on commit. */
async function lead(agency: TestAgency, parts: Omit<LeadParts, 'at_ms'> & { at_ms?: number }): Promise<void> {
  await insertLeads(db, agency, [{ at_ms: clock.now(), ...parts }])
  await sendSignal(agency, 'leads', parts.client.id)
}

const sendSignal = (agency: TestAgency, kind: 'leads' | 'visits', clientId: string): Promise<unknown> => {
  const scope = { kind: 'agency', rootId: agency.owner.rootId, agencyId: agency.id } as const
  const book = { rootId: agency.owner.rootId, agencyId: agency.id, clientIds: [clientId] }
  return inScope(db.appPool, scope, (tx) =>
    signal(tx, kind === 'leads' ? { kind, ...book, count: 1 } : { kind, ...book }),
  )
}

/** Counts how often live leads are read. */
function countReads(): () => number {
  let reads = 0
  const clients = new Set<PoolClient>()
  http.platform.appPool.on('acquire', (client) => {
    if (clients.has(client)) return
    clients.add(client)
    const query = client.query.bind(client) as (...given: unknown[]) => unknown
    const countingQuery = (...given: unknown[]): unknown => {
      const { name } = given[0] as { name?: string }
      if (name?.startsWith('live-leads')) reads++
      return query(...given)
    }
    Object.assign(client, { query: countingQuery })
  })
  return () => reads
}

const plumbright = (email: string): Omit<LeadParts, 'at_ms'> => ({
  client: tree.acme.clients[0]!,
  campaign: campaigns.plumbright,
  email,
})

describe('the live feed', () => {
  test('sends a new lead to its client, its agency, and the root, and to nobody else', async () => {
    await lead(tree.acme, plumbright('before@example.com'))
    const [client, agency, root, sibling, outsider] = await Promise.all([
      follow(tree.acme.clients[0]!.user, tree.acme.clients[0]!.id),
      follow(tree.acme.owner, tree.acme.id),
      follow(tree.root.system, tree.acme.id),
      follow(tree.acme.clients[1]!.user, tree.acme.clients[1]!.id),
      follow(tree.brightside.owner, tree.brightside.id),
    ])
    await lead(tree.acme, plumbright('first@example.com'))
    for (const feed of [client, agency, root]) await feed.until((events) => emailsOf(events).length > 0)
    await lead(tree.acme, { client: tree.acme.clients[1]!, campaign: campaigns.harbor, email: 'harbor@example.com' })
    await lead(tree.brightside, {
      client: tree.brightside.clients[0]!,
      campaign: campaigns.solstice,
      email: 'sol@example.com',
    })
    await sibling.until((events) => emailsOf(events).length > 0)
    await outsider.until((events) => emailsOf(events).length > 0)
    await agency.until((events) => emailsOf(events).length === 2)
    expect(emailsOf(client.events)).toEqual(['first@example.com'])
    expect(emailsOf(agency.events)).toEqual(['first@example.com', 'harbor@example.com'])
    expect(emailsOf(sibling.events)).toEqual(['harbor@example.com'])
    expect(emailsOf(outsider.events)).toEqual(['sol@example.com'])
    expect(surplus([...client.events, ...agency.events])).toEqual([])
    expect(client.text()).not.toContain('wholesale')
    expect(agency.events.find(({ name }) => name === 'lead')!.data['wholesale_price']).toBe(0.5)
  })

  test('sends visits with their reasons', async () => {
    const feed = await follow(tree.acme.owner, tree.acme.clients[0]!.id)
    const client = tree.acme.clients[0]!
    const parts = { client, campaign: campaigns.plumbright, at_ms: clock.now() }
    const [visit] = await insertVisits(db, tree.acme, [{ ...parts, reason: 'no_match' }])
    await sendSignal(tree.acme, 'visits', client.id)
    await feed.until((events) => events.some(({ name }) => name === 'visit'))
    expect(feed.events.at(-1)!.data).toMatchObject({ id: visit!.id, reason: 'no_match', campaignName: 'Visitors' })
    expect(surplus(feed.events)).toEqual([])
  })

  test('sends a lead that was created before the feed began and committed after', async () => {
    const feed = await follow(tree.acme.owner, tree.acme.id)
    await lead(tree.acme, { ...plumbright('late@example.com'), at_ms: clock.now() - 3_000 })
    await feed.until((events) => emailsOf(events).includes('late@example.com'))
    expect(emailsOf(feed.events)).toEqual(['late@example.com'])
  })

  test('resumes after the last event that was seen, without gaps or repeats', async () => {
    const first = await follow(tree.acme.owner, tree.acme.id)
    for (const email of ['a@example.com', 'b@example.com']) {
      clock.advance(10)
      await lead(tree.acme, plumbright(email))
    }
    await first.until((events) => emailsOf(events).length === 2)
    const lastId = first.events.find(({ data }) => data['email'] === 'a@example.com')!.id!
    first.close()
    clock.advance(10)
    await lead(tree.acme, plumbright('c@example.com'))
    const second = await follow(tree.acme.owner, tree.acme.id, { lastId })
    await second.until((events) => emailsOf(events).length === 2)
    expect(emailsOf(second.events)).toEqual(['b@example.com', 'c@example.com'])
    const readyId = second.events[0]!.id!
    expect(readyId).toBe(lastId)
  })

  test('tolerates an unknown last event id', async () => {
    for (const lastId of ['x', `${clock.now()}.${'-'.repeat(36)}`, '9'.repeat(500)]) {
      const feed = await follow(tree.acme.owner, tree.acme.id, { lastId })
      expect(feed.status).toBe(200)
    }
  })

  test('sends a burst without losing what comes after it', async () => {
    const feed = await follow(tree.acme.owner, tree.acme.id)
    clock.advance(1_000)
    const parts = Array.from({ length: 300 }, (_, n) => ({
      ...plumbright(`burst${n}@example.com`),
      at_ms: clock.now(),
    }))
    await insertLeads(db, tree.acme, parts)
    await sendSignal(tree.acme, 'leads', tree.acme.clients[0]!.id)
    await feed.until((events) => emailsOf(events).length >= 100)
    clock.advance(1_000)
    await lead(tree.acme, plumbright('after@example.com'))
    await feed.until((events) => emailsOf(events).includes('after@example.com'))
    const emails = emailsOf(feed.events)
    expect(new Set(emails).size).toBe(emails.length)
  })

  test('reads each change once for all subscribers, however many streams they have', async () => {
    const client = tree.acme.clients[0]!
    const streams: Feed[] = []
    for (let n = 0; n < 8; n++) {
      const token = await tokenOf(client.user)
      for (let m = 0; m < 5; m++) streams.push(await follow(client.user, client.id, { token }))
    }
    const readsSoFar = countReads()
    const [started_ms, before] = [Date.now(), readsSoFar()]
    for (let n = 0; n < 5; n++) {
      clock.advance(10)
      await lead(tree.acme, plumbright(`shared${n}@example.com`))
      for (const feed of streams) await feed.until((events) => emailsOf(events).includes(`shared${n}@example.com`))
    }
    const reads = readsSoFar() - before
    expect(reads).toBeGreaterThanOrEqual(5)
    // Two for each change and one for each 100 ms heartbeat; forty independent streams would need hundreds.
    expect(reads).toBeLessThan(20 + (Date.now() - started_ms) / 50)
  })

  test('polls at each heartbeat, since signals can be lost', async () => {
    const feed = await follow(tree.acme.owner, tree.acme.id)
    clock.advance(10)
    await insertLeads(db, tree.acme, [{ at_ms: clock.now(), ...plumbright('untold@example.com') }])
    await feed.until((events) => emailsOf(events).includes('untold@example.com'))
  })

  test('ends with the session, or with the access token that opened it', async () => {
    const token = await tokenOf(tree.acme.owner)
    const [expiredFeed, expiring] = [
      await follow(tree.acme.owner, tree.acme.id, { token }),
      await follow(tree.acme.admin, tree.acme.id),
    ]
    const headers = { authorization: `Bearer ${token}` }
    expect((await http.anonymous(tree.acme.owner.host).call(logout, { headers })).status).toBe(200)
    await expiredFeed.ended
    clock.advance(1_000)
    await lead(tree.acme, plumbright('goodbye@example.com'))
    await expiring.until((events) => emailsOf(events).length === 1)
    expect(emailsOf(expiredFeed.events)).toEqual([])
    clock.advance(11 * 60_000)
    await expiring.ended
  })

  test('ends for those who may no longer read these leads: their role was changed or the client was removed', async () => {
    const { admin, clients } = tree.acme
    const [adminFeed, ownerFeed] = [await follow(admin, tree.acme.id), await follow(tree.acme.owner, clients[1]!.id)]
    await db.adminPool.query(`update app_user set permissions = '{"settings.enable": true}' where id = $1`, [admin.id])
    await db.adminPool.query('update company set removed_at = now() where id = $1', [clients[1]!.id])
    // Callers and places are cached for five seconds.
    clock.advance(6_000)
    await adminFeed.ended
    await ownerFeed.ended
    await db.adminPool.query(`update app_user set permissions = '{"all": true}' where id = $1`, [admin.id])
    await db.adminPool.query('update company set removed_at = null where id = $1', [clients[1]!.id])
  })

  test('rejects those who may not read these leads, and others’ leads are not found', async () => {
    const client = tree.acme.clients[0]!
    expect((await follow(client.user, tree.acme.clients[1]!.id)).status).toBe(404)
    expect((await follow(client.user, tree.acme.id)).status).toBe(404)
    expect((await follow(tree.acme.owner, tree.brightside.id)).status).toBe(404)
    expect((await follow(tree.acme.bareAdmin, tree.acme.id)).status).toBe(403)
    expect((await follow(tree.root.system, tree.root.id)).status).toBe(403)
    expect((await follow(tree.acme.owner, tree.acme.id, { token: 'x'.repeat(43) })).status).toBe(401)
  })
})
