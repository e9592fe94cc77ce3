import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { leadTexts } from '#contract/leads/lead-texts.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { projectRoot } from '#server/test/architecture/sources.ts'
import { makeCampaign } from '#server/test/factories.ts'
import { insertLeads } from '#server/test/lead-rows.ts'
import { openTree } from '#server/test/open-tree.ts'
import { whileRefused } from '#server/test/refuse-rows.ts'
import { retentions } from './lines.ts'
import { retainJob } from './retain.ts'

const day_ms = 86_400_000
const start_ms = Date.UTC(2026, 0, 1, 12)
const clock = createStillClock(start_ms)
const { db, http, tree } = await openTree({ clock })

const at = (ms: number): Date => new Date(ms)
const rowsOf = async (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
  (await db.adminPool.query(text, values)).rows
const retainAt = async (ms: number): Promise<void> => {
  clock.advance(ms - clock.now())
  await retainJob.run(http.platform, {})
}

test('docs/domain/retention.md lists every retention of the code, and no others as such', () => {
  const page = readFileSync(join(projectRoot, 'docs', 'domain', 'retention.md'), 'utf8')
  const lines = page.split('\n').map((line) => line.split('|').map((cell) => cell.trim()))
  const documentedNames = lines
    .filter(([, , , by]) => by === 'retention' || /`(retention|identity\/import)\//.test(by ?? ''))
    .map(([, what]) => what!)
  expect(documentedNames.toSorted()).toEqual(retentions.map(({ what }) => what).toSorted())
})

test('sessions are deleted 90 days after their end; their IP addresses are cut to the network after 30', async () => {
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

test('removed administrators and sales staff lose name and address after 30 days, unless they earned commissions', async () => {
  const begin_ms = clock.now()
  const { admin } = tree.acme
  const { salesRep, executive } = tree.root
  const ids = [admin.id, salesRep.id, executive.id]
  await db.adminPool.query('update app_user set removed_at = $2 where id = any($1)', [ids, at(begin_ms)])
  const chargeId = newId(begin_ms)
  await db.adminPool.query(
    `with charge as (
       insert into charge (agency_id, id, root_id, kind, status, full_cents, created_at)
       values ($1, $2, $3, 'onboarding', 'settled', 0, $5))
     insert into commission (agency_id, charge_id, user_id, root_id, charge_kind, rate_bp, base_e4, amount_e4, earned_at)
     values ($1, $2, $4, $3, 'onboarding', 100, 0, 0, $5)`,
    [tree.acme.id, chargeId, tree.root.id, executive.id, at(begin_ms)],
  )
  const readNamed = async () =>
    await rowsOf(
      `select id from app_user where id = any($1) and full_name <> 'Removed' and email not like '%@removed.invalid'`,
      [ids],
    )
  await retainAt(begin_ms + 30 * day_ms)
  expect(await readNamed()).toHaveLength(3)
  await retainAt(begin_ms + 30 * day_ms + 1)
  expect(await readNamed()).toEqual([{ id: executive.id }])
})

test('failed deliveries are deleted after 90 days with their attempts; others stay', async () => {
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
  const readRest = async () => [
    (await rowsOf('select status from delivery order by status')).map(({ status }) => status),
    (await rowsOf('select delivery_id from delivery_attempt')).length,
  ]
  await retainAt(begin_ms + 90 * day_ms)
  expect(await readRest()).toEqual([['dead', 'delivered'], 2])
  await retainAt(begin_ms + 90 * day_ms + 1)
  expect(await readRest()).toEqual([['delivered'], 1])
})

// Whichever of them is processed first.
test.each(['acme', 'brightside'] as const)('what cannot be deleted for %s is deleted for others', async (broken) => {
  const begin_ms = clock.now()
  await db.adminPool.query('delete from delivery')
  for (const agency of [tree.acme, tree.brightside])
    await db.adminPool.query(
      `insert into delivery (agency_id, id, root_id, client_id, campaign_id, lead_id, destination_id, status, created_at)
       values ($1, $2, $3, $4, $2, $2, $2, 'dead', $5)`,
      [agency.id, newId(begin_ms), tree.root.id, agency.clients[0]!.id, at(begin_ms)],
    )
  await db.adminPool.query(`create function stay() returns trigger language plpgsql as $$ begin raise 'stays'; end $$`)
  await db.adminPool.query(`create trigger stay before delete on delivery for each row
      when (old.agency_id = '${tree[broken].id}') execute function stay()`)
  await expect(retainAt(begin_ms + 91 * day_ms)).rejects.toThrow('could not be deleted')
  expect(await rowsOf('select agency_id from delivery')).toEqual([{ agency_id: tree[broken].id }])
  await db.adminPool.query('drop trigger stay on delivery')
  await db.adminPool.query('drop function stay')
  await retainAt(clock.now())
  expect(await rowsOf('select agency_id from delivery')).toEqual([])
})

describe('leads of a campaign', () => {
  const client = () => tree.acme.clients[0]!
  const readNamed = async () =>
    (await rowsOf(`select campaign_id from lead where last_name <> ''`)).map((row) => row['campaign_id'])
  const setStatus = (id: string, status: string): Promise<unknown> =>
    db.adminPool.query(`update campaign set status = $3, updated_at = $2 where id = $1`, [id, at(clock.now()), status])
  /** Campaigns that do not change from now on, with one lead each. */
  async function makeSold(...statuses: ('stop' | 'active')[]): Promise<string[]> {
    await db.adminPool.query('delete from lead')
    const campaigns = []
    for (const status of statuses) campaigns.push(await makeCampaign(db, client(), { status }))
    await db.adminPool.query('update campaign set updated_at = $1', [at(clock.now())])
    const person = { firstName: 'Ada', lastName: 'Known' }
    await insertLeads(
      db,
      tree.acme,
      campaigns.map((campaign) => ({ client: client(), campaign, at_ms: clock.now(), ...person })),
    )
    return campaigns.map(({ id }) => id)
  }

  test('are anonymized 24 months after it ended: stopped, or past its last day', async () => {
    const begin_ms = clock.now()
    const [, running, over] = (await makeSold('stop', 'active', 'active')) as [string, string, string]
    await db.adminPool.query(`update campaign set end_date = '2024-05-01' where id = $1`, [over])
    await retainAt(begin_ms + 731 * day_ms)
    expect(await readNamed()).toHaveLength(3)
    await retainAt(begin_ms + 732 * day_ms)
    expect(await readNamed()).toEqual([running])
  })

  test('get a new deadline if it is started and stopped again', async () => {
    const begin_ms = clock.now()
    const [campaignId] = (await makeSold('stop')) as [string]
    await retainAt(begin_ms + 731 * day_ms)
    await setStatus(campaignId, 'active')
    await retainAt(begin_ms + 732 * day_ms)
    expect(await readNamed()).toEqual([campaignId])
    await setStatus(campaignId, 'stop')
    await retainAt(clock.now() + 732 * day_ms)
    expect(await readNamed()).toEqual([])
  })

  test('keep their amounts, and nothing about the person', async () => {
    await makeSold('stop')
    await db.adminPool.query(`update lead set search = '{"phrases": ["lawyers near Ada Known"]}'`)
    await db.adminPool.query(
      `insert into lead_return (agency_id, id, root_id, client_id, lead_id, reason, detail, state, requested_at, requested_by,
         decide_by, decided_at, answer)
       select agency_id, id, root_id, client_id, id, 'other', 'Ada Known is our own', 'refused', now(), $1, now(), now(), 'Ada is not'
         from lead`,
      [client().user.id],
    )
    await db.adminPool.query(
      `insert into lead_entry (agency_id, id, root_id, client_id, lead_id, at, kind, by_id, note)
       select agency_id, id, root_id, client_id, id, now(), 'note', $1, 'Ada Known wants an offer' from lead`,
      [client().user.id],
    )
    await db.adminPool.query(
      `update lead set next_action = 'Call Ada Known', next_action_date = '2026-12-01', tags = '{Ada}'`,
    )
    await db.adminPool.query(
      `insert into lead_tag (agency_id, tag, lead_id, root_id, client_id) select agency_id, 'Ada', id, root_id, client_id from lead`,
    )
    await retainAt(clock.now() + 732 * day_ms)
    expect(await rowsOf('select note from lead_entry')).toEqual([{ note: '' }])
    expect(await rowsOf('select next_action, next_action_date, tags from lead')).toEqual([
      { next_action: '', next_action_date: null, tags: [] },
    ])
    expect(await rowsOf('select tag from lead_tag')).toEqual([])
    expect(await rowsOf('select first_name, email, phone_e164, street, person_id, retail_price_e4 from lead')).toEqual([
      { first_name: '', email: null, phone_e164: null, street: null, person_id: null, retail_price_e4: 15_000 },
    ])
    const texts = Object.values(leadTexts).map(({ column }) => column)
    expect(await rowsOf(`select ${texts.join(', ')} from lead`)).toEqual([
      Object.fromEntries(texts.map((column) => [column, null])),
    ])
    const rows = await rowsOf(
      `select lead.search, r.detail, r.answer from lead
         join lead_return r on r.agency_id = lead.agency_id and r.lead_id = lead.id`,
    )
    expect(rows).toEqual([{ search: null, detail: '', answer: '' }])
  })
})

test('links of browsers to people are deleted 180 days after the browser was last seen', async () => {
  const begin_ms = clock.now()
  const client = tree.acme.clients[0]!
  for (const seen_ms of [begin_ms, begin_ms + 1])
    await db.adminPool.query(
      `insert into device_link (agency_id, client_id, visitor_id, root_id, person_id, first_seen_at, last_seen_at)
       values ($1, $2, $3, $4, 1, $5, $5)`,
      [tree.acme.id, client.id, newId(seen_ms), tree.root.id, at(seen_ms)],
    )
  const countLinks = async () => (await rowsOf('select from device_link')).length
  await retainAt(begin_ms + 180 * day_ms)
  expect(await countLinks()).toBe(2)
  await retainAt(begin_ms + 180 * day_ms + 1)
  expect(await countLinks()).toBe(1)
})

describe('report', () => {
  const agencyId = () => tree.acme.id

  test('links are deleted 90 days after they expired or were revoked', async () => {
    const now_ms = clock.now()
    const link = (name: string, expires_ms: number, revoked_ms: number | null) =>
      db.adminPool.query(
        `insert into report_link (agency_id, id, root_id, token_hash, kind, with_costs, start_date, end_date, created_at, expires_at,
           revoked_at)
         values ($1, $2, $3, sha256($4::text::bytea), 'days', false, '2026-01-01', '2026-01-31', $5, $6, $7)`,
        [agencyId(), newId(now_ms), tree.root.id, name, at(now_ms), at(expires_ms), revoked_ms && at(revoked_ms)],
      )
    await link('expired', now_ms + day_ms, null)
    await link('revoked', now_ms + 300 * day_ms, now_ms + 2 * day_ms)
    await link('open', now_ms + 300 * day_ms, null)
    const countLinks = async () => (await rowsOf('select id from report_link')).length
    await retainAt(now_ms + 91 * day_ms)
    expect(await countLinks()).toBe(3)
    await retainAt(now_ms + 91 * day_ms + 1)
    expect(await countLinks()).toBe(2)
    await retainAt(now_ms + 92 * day_ms + 1)
    expect(await countLinks()).toBe(1)
  })

  test('paused schedules and deliveries are deleted after a year', async () => {
    const now_ms = clock.now()
    const schedule = async (nextAt: Date | null): Promise<string> => {
      const id = newId(now_ms)
      await db.adminPool.query(
        `insert into report_schedule (agency_id, id, root_id, kind, with_costs, days, format, language, every, weekday, monthday, hour,
           recipients, next_at, created_at, updated_at)
         values ($1, $2, $3, 'days', false, 'week', 'csv', 'en', 'day', 1, 1, 9, '{somebody@client.test}', $4, $5, $5)`,
        [agencyId(), id, tree.root.id, nextAt, at(now_ms)],
      )
      for (const slot_ms of [now_ms - day_ms, now_ms])
        await db.adminPool.query(
          `insert into report_run (agency_id, schedule_id, slot_at, root_id, start_date, end_date, status, recipients)
           values ($1, $2, $3, $4, '2026-01-01', '2026-01-31', 'sent', '{somebody@client.test}')`,
          [agencyId(), id, at(slot_ms), tree.root.id],
        )
      return id
    }
    const pausedSchedule = await schedule(null)
    // Far in the future, so that nothing of it is sent here.
    const running = await schedule(at(now_ms + 10_000 * day_ms))
    const readRest = async () => ({
      schedules: (await rowsOf('select id from report_schedule order by id')).map(({ id }) => id),
      runs: (await rowsOf('select schedule_id from report_run')).length,
    })
    const both = [pausedSchedule, running].toSorted()
    await retainAt(now_ms + 365 * day_ms)
    expect(await readRest()).toEqual({ schedules: both, runs: 4 })
    await retainAt(now_ms + 365 * day_ms + 1)
    expect(await readRest()).toEqual({ schedules: both, runs: 2 })
    await retainAt(now_ms + 366 * day_ms + 1)
    expect(await readRest()).toEqual({ schedules: [running], runs: 0 })
  })
})

test('a campaign whose leads cannot be anonymized does not delay others', async () => {
  const client = tree.brightside.clients[0]!
  const begin_ms = clock.now()
  const [first, second] = [
    await makeCampaign(db, client, { status: 'stop' }),
    await makeCampaign(db, client, { status: 'stop' }),
  ]
  await db.adminPool.query('update campaign set updated_at = $2 where id = $1', [first.id, at(begin_ms - day_ms)])
  await db.adminPool.query('update campaign set updated_at = $2 where id = $1', [second.id, at(begin_ms)])
  await insertLeads(
    db,
    tree.brightside,
    [first, second].map((campaign) => ({ client, campaign, at_ms: begin_ms, lastName: 'Known' })),
  )
  const readNamed = async () =>
    (await rowsOf(`select campaign_id from lead where last_name <> '' and agency_id = $1`, [tree.brightside.id])).map(
      (row) => row['campaign_id'],
    )
  await whileRefused(db, 'lead', `campaign_id <> '${first.id}' or last_name <> ''`, () =>
    retainAt(begin_ms + 740 * day_ms),
  )
  expect(await readNamed()).toEqual([first.id])
  await retainAt(clock.now())
  expect(await readNamed()).toEqual([])
})
