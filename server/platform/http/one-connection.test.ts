import { afterAll, beforeAll, expect, test } from 'vitest'
import { createStillClock } from '#server/platform/clock.ts'
import { openIdentity } from '#server/platform/database/open-identity.ts'
import type { Pools } from '#server/platform/database/pool.ts'
import { createTestApp, noLimits, type TestApp } from '#server/test/app.ts'
import { createDeveloperCaller, type DeveloperCaller } from '#server/test/developer-caller.ts'
import { makeTree, type TestTree } from '#server/test/factories.ts'
import { createTestDatabase, type TestDatabase } from '#server/test/harness.ts'

// A call that holds a connection and waits for another can deadlock: with as many such calls as there are connections,
// none of them gets its second. Here there is one connection.

let db: TestDatabase
let http: TestApp
let tree: TestTree
let acme: DeveloperCaller
let identity: Pools
beforeAll(async () => {
  db = await createTestDatabase({ app: 1, wait_ms: 500 })
  tree = await makeTree(db)
  identity = await openIdentity(
    { DATABASE_DRIVER: 'tuned', IDENTITY_CONNECTIONS: 6, OWNER_CONNECTIONS: 14 },
    db.address,
    () => {},
  )
  const clock = createStillClock(Date.UTC(2026, 10, 20, 12))
  http = await createTestApp(db, { clock, limiter: noLimits, identityPool: identity.appPool })
  acme = await createDeveloperCaller(db, http, tree.acme.owner)
})
afterAll(async () => {
  await http.close()
  await identity.close()
  await db.drop()
})

let keys = 0
const withKey = () => ({ 'idempotency-key': `key-${++keys}` })

test('a writing developer API call with an idempotency key needs one connection', async () => {
  const client_id = tree.acme.clients[0]!.id
  const idOf: Record<string, string> = {}
  const refusals: unknown[] = []
  const note = (what: string, { status, body, text }: Awaited<ReturnType<DeveloperCaller['get']>>): void => {
    if (status >= 300) refusals.push([what, status, text])
    idOf[what] ??= String(body['id'])
  }
  for (const module of ['local', 'locator']) {
    const more = module === 'locator' ? { keywords: ['roof repair'] } : {}
    note(module, await acme.post('campaigns', { client_id, name: module, module, ...more }, withKey()))
  }
  // The identity data is empty, which the call finds out halfway through.
  const refusal = await acme.post('campaigns', { client_id, name: 'None', module: 'enhance' }, withKey())
  expect([refusal.status, refusal.body['field']]).toEqual([422, 'module'])
  const { local, locator } = idOf
  note('limit', await acme.put(`campaigns/${local}/limit`, { limit_leads: 9, limit_period: 'day' }, withKey()))
  await db.adminPool.query(`update campaign set status = 'active' where id = $1`, [local])
  note('pause', await acme.put(`campaigns/${local}/status`, { status: 'pause' }, withKey()))
  note('count', await acme.post('keyword-counts', { campaign_id: locator, keywords: ['attic fan'] }, withKey()))
  const addresses = ['a@example.test']
  note('exclusions', await acme.post('exclusions', { addresses }, withKey()))
  note('of one', await acme.post(`campaigns/${local}/exclusions`, { addresses }, withKey()))
  const webhook = { url: 'https://hooks.example.com/a', events: ['lead.created'] }
  note('webhook', await acme.post('webhooks', webhook, withKey()))
  const one = `webhooks/${idOf['webhook']}`
  note('change', await acme.put(one, { events: ['delivery.failed'] }, withKey()))
  note('secret', await acme.post(`${one}/secret`, {}, withKey()))
  note('test', await acme.post(`${one}/test`, {}, withKey()))
  note('replay', await acme.post(`${one}/replay`, { since: '2026-11-19T00:00:00Z' }, withKey()))
  note('remove', await acme.remove(one, withKey()))
  expect(refusals).toEqual([])
})
