import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { createStillClock } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import type { TestApp } from '#server/test/app.ts'
import { projectRoot } from '#server/test/architecture/sources.ts'
import { makeCampaign, type TestTree } from '#server/test/factories.ts'
import type { TestDatabase } from '#server/test/harness.ts'
import { insertLeads } from '#server/test/lead-rows.ts'
import { openTestStand } from '#server/test/world.ts'
import { retentions } from './lines.ts'
import { retainJob } from './retain.ts'

const day_ms = 86_400_000
const start_ms = Date.UTC(2026, 0, 1, 12)
const clock = createStillClock(start_ms)
let db: TestDatabase
let http: TestApp
let tree: TestTree
beforeAll(() => openTestStand({ clock }, (stand) => ({ db, http, tree } = stand)))

const at = (ms: number): Date => new Date(ms)
const rowsOf = async (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
  (await db.adminPool.query(text, values)).rows
const retainAt = async (ms: number): Promise<void> => {
  clock.advance(ms - clock.now())
  await retainJob.run(http.platform, {})
}

test('docs/domain/retention.md names every line, and no other as one of this list', () => {
  const page = readFileSync(join(projectRoot, 'docs', 'domain', 'retention.md'), 'utf8')
  const lines = page.split('\n').map((line) => line.split('|').map((cell) => cell.trim()))
  const named = lines
    .filter(([, , , by]) => by === 'retention' || /`(retention|identity\/import)\//.test(by ?? ''))
    .map(([, what]) => what!)
  expect(named.toSorted()).toEqual(retentions.map(({ what }) => what).toSorted())
})

test('sessions go 90 days after their end; their addresses are cut to the network after 30', async () => {
  const sessions = async () =>
    (await rowsOf(`select address from session where user_agent = 'retained' order by address`)).map(
      (row) => row.address,
    )
  const insert = (address: string) =>
    db.adminPool.query(
      `insert into session (id, user_id, root_id, host, device_hash, access_hash, access_expires_at, refresh_hash, idle_expires_at,
         ends_at, created_at, address, user_agent)
       values ($1, $2, $3, 'localhost', '\\x00', sha256($4::text::bytea), $5, sha256(('r' || $4)::bytea), $5, $6, $5, $4, 'retained')`,
      [newId(start_ms), tree.acme.owner.id, tree.root.id, address, at(start_ms), at(start_ms + 7 * day_ms)],
    )
  for (const address of ['192.0.2.77', '2001:db8:1:2::7', 'unknown']) await insert(address)
  await retainAt(start_ms + 30 * day_ms)
  expect(await sessions()).toEqual(['192.0.2.77', '2001:db8:1:2::7', 'unknown'])
  await retainAt(start_ms + 30 * day_ms + 1)
  expect(await sessions()).toEqual(['192.0.2.0/24', '2001:db8:1::/48', null])
  await retainAt(start_ms + 97 * day_ms)
  expect(await sessions()).toHaveLength(3)
  await retainAt(start_ms + 97 * day_ms + 1)
  expect(await sessions()).toEqual([])
})

test('deliveries given up go after 90 days with their tries; others stay', async () => {
  const begin_ms = clock.now()
  const client = tree.acme.clients[0]!
  const campaign = await makeCampaign(db, client)
  const ids = { dead: newId(begin_ms), delivered: newId(begin_ms) }
  for (const [status, id] of Object.entries(ids)) {
    await db.adminPool.query(
      `insert into delivery (agency_id, id, root_id, client_id, campaign_id, lead_id, destination_id, status, created_at)
       values ($1, $2, $3, $4, $5, $2, $2, $6, $7)`,
      [tree.acme.id, id, tree.root.id, client.id, campaign.id, status, at(begin_ms)],
    )
    await db.adminPool.query(
      `insert into delivery_attempt (agency_id, id, root_id, client_id, delivery_id, at, outcome, duration_ms)
       values ($1, $2, $3, $4, $2, $5, 'failed', 1)`,
      [tree.acme.id, id, tree.root.id, client.id, at(begin_ms)],
    )
  }
  const left = async () => [
    (await rowsOf('select status from delivery order by status')).map(({ status }) => status),
    (await rowsOf('select delivery_id from delivery_attempt')).length,
  ]
  await retainAt(begin_ms + 90 * day_ms)
  expect(await left()).toEqual([['dead', 'delivered'], 2])
  await retainAt(begin_ms + 90 * day_ms + 1)
  expect(await left()).toEqual([['delivered'], 1])
})

test('leads of a campaign are made nameless 24 months after its life ended, and keep their money', async () => {
  const begin_ms = clock.now()
  const client = tree.acme.clients[0]!
  const campaigns = {
    stopped: await makeCampaign(db, client, { status: 'stop' }),
    running: await makeCampaign(db, client, { status: 'active' }),
    over: await makeCampaign(db, client, { status: 'active' }),
    resumed: await makeCampaign(db, client, { status: 'stop' }),
  }
  await db.adminPool.query('update campaign set updated_at = $1', [at(begin_ms)])
  await db.adminPool.query(`update campaign set end_date = '2024-05-01' where id = $1`, [campaigns.over.id])
  await insertLeads(
    db,
    tree.acme,
    Object.values(campaigns).map((campaign) => ({
      client,
      campaign,
      at_ms: begin_ms,
      firstName: 'Ada',
      lastName: 'Known',
    })),
  )
  const named = async () =>
    (await rowsOf(`select campaign_id, retail_price_e4 from lead where last_name <> ''`)).map(
      (row) => row['campaign_id'],
    )
  await retainAt(begin_ms + 731 * day_ms)
  expect(await named()).toHaveLength(4)
  await db.adminPool.query(`update campaign set status = 'active', updated_at = $2 where id = $1`, [
    campaigns.resumed.id,
    at(clock.now()),
  ])
  await retainAt(begin_ms + 732 * day_ms)
  expect(new Set(await named())).toEqual(new Set([campaigns.running.id, campaigns.resumed.id]))
  expect(
    await rowsOf(
      'select first_name, email, phone_e164, street, person_id, retail_price_e4 from lead where campaign_id = $1',
      [campaigns.stopped.id],
    ),
  ).toEqual([{ first_name: '', email: null, phone_e164: null, street: null, person_id: null, retail_price_e4: 15_000 }])
  // One that is stopped once more has its time anew from then on.
  await db.adminPool.query(`update campaign set status = 'stop', updated_at = $2 where id = $1`, [
    campaigns.resumed.id,
    at(clock.now()),
  ])
  await retainAt(clock.now() + 732 * day_ms)
  expect(await named()).toEqual([campaigns.running.id])
})
