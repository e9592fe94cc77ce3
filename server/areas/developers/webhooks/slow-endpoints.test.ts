import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { jobs } from '#server/jobs.ts'
import { createClock } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { newId } from '#server/platform/ids.ts'
import { addJob, startJobs, type RunningJobs } from '#server/platform/jobs.ts'
import * as world from '#server/test/deliveries-world.ts'
import { createTestDatabase, type TestDatabase } from '#server/test/harness.ts'
import { createTestPlatform, type TestPlatform } from '#server/test/platform.ts'
import { newWebhookSecret, sealWebhookSecret } from '#server/areas/integrations/connectors/webhook/sign-webhook.ts'
import type { CampaignPath } from '#server/areas/integrations/deliveries/book.ts'
import { insertMessages, wakeEndpoint } from '#server/areas/integrations/publish-events.ts'

// Slow receivers must not delay other endpoints' messages or people's emails.

let db: TestDatabase
let receiver: world.StandIn
let platform: TestPlatform
let path: CampaignPath
let running: RunningJobs
let pause_ms = 0
const clock = createClock()
const mails: unknown[] = []
const mail = { name: 'mail', mails: true, run: async (_: unknown, payload: unknown) => void mails.push(payload) }

beforeEach(async () => {
  db = await createTestDatabase()
  receiver = await world.standIn(clock.now, (seen, response) => {
    setTimeout(() => response.writeHead(204).end(), seen.path.startsWith('/slow') ? pause_ms : 0)
  })
  platform = await createTestPlatform(db, { clock, env: { OUTGOING_ALLOW: receiver.host } })
  path = await world.makeCampaignPath(db.adminPool)
  await db.adminPool.query('update company set api_mode = true where id = $1', [path.agencyId])
  mails.length = 0
  running = await startJobs(platform, [...jobs.filter(({ name }) => name.startsWith('send-events')), mail])
})
afterEach(async () => {
  await receiver.close()
  await running.stop()
  await platform.close()
  await db.drop()
})

/** An endpoint with `messages` due messages. */
async function subscribe(endpoint: string, messages: number): Promise<string> {
  const id = newId(clock.now())
  const secret = sealWebhookSecret(platform, path.agencyId, id, newWebhookSecret())
  await db.adminPool.query(
    `insert into event_endpoint (agency_id, id, root_id, url, events, secret_sealed, created_at, updated_at)
     values ($1, $2, $3, $4, '{lead.created}', $5, $6, $6)`,
    [path.agencyId, id, path.rootId, `http://${receiver.host}${endpoint}`, secret, new Date(clock.now())],
  )
  await addMessages(id, messages)
  return id
}

/** Adds more messages. */
const addMessages = (id: string, messages: number) =>
  inScope(db.appPool, { kind: 'root', rootId: path.rootId }, async (tx) => {
    const happenings = Array.from({ length: messages }, (_, n) => ({ clientId: null, data: { n } }))
    await insertMessages(tx, path, clock.now(), { id, isOff: false, type: 'lead.created' }, happenings)
    await wakeEndpoint(tx, path, id)
  })

const patience = { timeout: 30_000, interval: 50 }
/** The number of endpoints with at least one request. */
const countAsked = (prefix: string): number =>
  new Set(receiver.seen.map((seen) => seen.path).filter((asked) => asked.startsWith(prefix))).size

it('an email is sent at once while many endpoints do not respond', { timeout: 90_000 }, async () => {
  pause_ms = 60_000
  for (let n = 0; n < 30; n++) await subscribe(`/slow-${n}`, 4)
  await vi.waitUntil(() => countAsked('/slow') >= 8, patience)
  await sleep(1_000)
  await inScope(db.appPool, { kind: 'none' }, (tx) => addJob(tx, 'mail', { n: 1 }))
  await vi.waitFor(() => expect(mails).toEqual([{ n: 1 }]), 5_000)
})

it('a message is sent while many endpoints respond slowly', { timeout: 90_000 }, async () => {
  pause_ms = 2_500
  const slow = 30
  for (let n = 0; n < slow; n++) await subscribe(`/slow-${n}`, 40)
  await vi.waitUntil(() => countAsked('/slow') === slow, patience)
  await subscribe('/fine', 3)
  await vi.waitUntil(() => receiver.seen.filter((seen) => seen.path === '/fine').length === 3, { timeout: 8_000 })
  expect(receiver.seen.length).toBeLessThan(slow * 40)
})

it('a process that just started leaves slow endpoints to the slots for slow ones', { timeout: 90_000 }, async () => {
  pause_ms = 2_500
  const id = await subscribe('/slow', 1)
  await vi.waitUntil(async () => (await attemptsOf(id)) === 1, patience)
  // Discards what the first process remembers.
  await running.stop()
  vi.resetModules()
  const { sendEventsJob, sendEventsSlowlyJob } = await import('./send-events.ts')
  running = await startJobs(platform, [sendEventsJob])
  await addMessages(id, 1)
  await vi.waitUntil(async () => (await waitingSlowly()) === 1, patience)
  expect(receiver.seen).toHaveLength(1)
  await running.stop()
  running = await startJobs(platform, [sendEventsJob, sendEventsSlowlyJob])
  await vi.waitUntil(async () => (await attemptsOf(id)) === 2, patience)
})

const count = async (text: string, values: unknown[] = []): Promise<number> =>
  (await db.adminPool.query<{ count: number }>(text, values)).rows[0]!.count

const attemptsOf = (endpointId: string): Promise<number> =>
  count(
    `select count(*)::integer as count from event_attempt attempt
       join event_message message on message.agency_id = attempt.agency_id and message.id = attempt.message_id
      where endpoint_id = $1`,
    [endpointId],
  )

/** The number of queued jobs for slow endpoints. */
const waitingSlowly = (): Promise<number> =>
  count(`select count(*)::integer as count from graphile_worker._private_jobs job
           join graphile_worker._private_tasks task on task.id = job.task_id where identifier = 'send-events-slowly'`)

it.each([
  ['of a removed agency', `removed_at = now(), status = 'disabled'`],
  ['of an agency without the developer API', 'api_mode = false'],
])('an endpoint %s gets what waits only once the agency is back', async (_whose, change) => {
  pause_ms = 0
  await db.adminPool.query(`update company set ${change} where id = $1`, [path.agencyId])
  const id = await subscribe('/back', 1)
  const countJobs = async () => (await db.adminPool.query('select from graphile_worker._private_jobs')).rowCount
  await vi.waitUntil(async () => (await countJobs()) === 0, patience)
  expect(receiver.seen).toEqual([])
  await db.adminPool.query(`update company set removed_at = null, status = 'active', api_mode = true where id = $1`, [
    path.agencyId,
  ])
  await inScope(db.appPool, { kind: 'root', rootId: path.rootId }, (tx) => wakeEndpoint(tx, path, id))
  await vi.waitUntil(() => receiver.seen.length === 1, patience)
})
