import { afterAll, beforeEach, expect, test } from 'vitest'
import { createWebhook } from '#contract/integrations/destinations.ts'
import { listDeletionCycles } from '#contract/privacy/records.ts'
import { listReceipts } from '#contract/integrations/take-back.ts'
import { deletionHashOf, standardEmail, standardPhone } from '#server/areas/identity/deletions/standard-forms.ts'
import { startDeleteActPlatform } from '#server/test/delete-act-stand-in.ts'
import { createTestPlatform } from '#server/test/platform.ts'
import { openApp } from '#server/test/open-app.ts'
import { md5, openPipelineWorld, type PipelinePerson } from '#server/test/pipeline-world.ts'
import { deleteActJob } from './run-cycle.ts'

// The cycle of California's Delete Act, against a platform as strict as its documentation (decision 272).

const world = await openPipelineWorld()
const http = await openApp(world)
const state = await startDeleteActPlatform('key-1')
const env = { DELETE_ACT_KEY: 'key-1', DELETE_ACT_URL: state.url, OUTGOING_ALLOW: `127.0.0.1:${state.port}` }
const platform = await createTestPlatform(world.db, { clock: world.clock, env })
afterAll(async () => {
  await platform.close()
  await state.close()
})

const day_ms = 86_400_000
const rows = async (text: string, values: unknown[] = []) => (await world.db.adminPool.query(text, values)).rows
const isKnown = async ({ id }: PipelinePerson) => (await rows('select from person where id = $1', [id])).length === 1
const run = () => deleteActJob.run(platform, {})

let count = 0
const nextId = () => `Abc${String(++count).padStart(9, '0')}`
const byEmail = (email: string) => ({ id: nextId(), hash: deletionHashOf(standardEmail(email)) })
const byPhone = (phone: string) => ({ id: nextId(), hash: deletionHashOf(standardPhone(phone)) })
const cycles = () => rows('select * from deletion_cycle order by started_at desc')

let person: PipelinePerson
beforeEach(async () => {
  world.clock.advance(32 * day_ms)
  person = await world.makePerson()
})

test('whoever is on a list by address is deleted, and every row gets its answer', async () => {
  const request = byEmail(person.email.toUpperCase())
  const stranger = byEmail('nobody-here@example.com')
  state.list({ Email: [request, stranger], Phone: [] })
  await run()
  expect([state.answers.get(request.id), state.answers.get(stranger.id), state.isAnswered()]).toEqual([3, 5, true])
  expect(await isKnown(person)).toBe(false)
  expect((await cycles())[0]).toMatchObject({ rows_total: 2, people_deleted: 1, people_opted_out: 0 })
})

test('people who share a number are all opted out, and none is deleted', async () => {
  const other = await world.makePerson()
  await rows('update person set phone_e164 = $2 where id = any($1)', [[person.id, other.id], '+14155559317'])
  const request = byPhone('(415) 555-9317')
  state.list({ Phone: [request] })
  await run()
  expect(state.answers.get(request.id)).toBe(4)
  expect([await isKnown(person), await isKnown(other)]).toEqual([true, true])
  const campaign = await world.makeCampaign()
  for (const { email } of [person, other])
    expect(await world.visit(campaign, { hashes: [md5(email)] })).toMatchObject({ reason: 'opted_out', lead_id: null })
})

test('destinations that got the person are told to delete it', async () => {
  const campaign = await world.makeCampaign()
  const body = { leadspeek_api_id: campaign.id, url: 'https://hooks.example/leads' }
  expect((await http.as(world.tree.acme.clients[0]!.user).call(createWebhook, { body })).status).toBe(200)
  const { lead_id } = await world.visit(campaign, { hashes: [md5(person.email)] })
  await rows(
    `update delivery set status = 'delivered', next_attempt_at = null, leased_until = null where lead_id = $1`,
    [lead_id],
  )
  state.list({ Email: [byEmail(person.email)] })
  await run()
  const receipts = await http.as(world.tree.acme.owner).call(listReceipts, { params: { lead: lead_id! } })
  expect(receipts.body.data).toMatchObject([{ kind: 'webhook', target: 'https://hooks.example/leads' }])
})

test('who comes back with new data is deleted again in the next cycle, also if nothing new is listed', async () => {
  const request = byEmail('returns@example.com')
  state.list({ Email: [request] })
  await run()
  expect(state.answers.get(request.id)).toBe(5)
  await rows(`update person set email = 'returns@example.com' where id = $1`, [person.id])
  world.clock.advance(30 * day_ms)
  await run()
  expect(await isKnown(person)).toBe(true)
  world.clock.advance(2 * day_ms)
  await run()
  expect(await isKnown(person)).toBe(false)
})

test('a run that was interrupted after deleting somebody goes on, and does not answer that nobody was found', async () => {
  const request = byEmail(person.email)
  state.list({ Email: [request] })
  const { identityPool } = platform
  let looks = 0
  const unreachable = { ...platform, config: { ...platform.config, DELETE_ACT_URL: `${state.url}/gone` } }
  const interrupt = {
    ...platform,
    identityPool: Object.create(identityPool, {
      query: {
        value: (text: string, values: unknown[]) =>
          /from deletion_match order by/.test(text) && ++looks === 2
            ? Promise.reject(new Error('killed'))
            : identityPool.query(text, values),
      },
    }) as typeof identityPool,
  }
  await expect(deleteActJob.run(interrupt, {})).rejects.toThrow('killed')
  expect([await isKnown(person), state.isAnswered()]).toEqual([false, false])
  await expect(deleteActJob.run(unreachable, {})).rejects.toThrow('upload: 404')
  await run()
  expect([state.answers.get(request.id), state.isAnswered()]).toEqual([3, true])
})

test('who was answered “not found” and comes later is deleted, and the answer is amended', async () => {
  const request = byEmail('comes-later@example.com')
  state.list({ Email: [request] })
  await run()
  expect(state.answers.get(request.id)).toBe(5)
  await rows(`update person set email = 'comes-later@example.com' where id = $1`, [person.id])
  world.clock.advance(32 * day_ms)
  await run()
  expect([await isKnown(person), state.amended.get(request.id)]).toEqual([false, 3])
  expect((await cycles())[0]).toMatchObject({ rows_total: 0, rows_amended: 1, people_deleted: 1 })
})

test('the operator sees each cycle with its answers, and by when the next one is due', async () => {
  state.list({ Email: [byEmail(person.email), byEmail('nobody-at-all@example.com')] })
  await run()
  http.forget()
  const { body } = await http.as(world.tree.root.system).call(listDeletionCycles, { query: {} })
  expect(body.data[0]).toMatchObject({ rows: 2, rows_deleted: 1, rows_opted_out: 0, rows_not_found: 1 })
  expect(Date.parse(body.next_due_at!) - Date.parse(body.data[0]!.started_at)).toBe(45 * day_ms)
})

test('a withdrawn request is forgotten, with the opt-out that came of it', async () => {
  const request = byEmail('changed-my-mind@example.com')
  state.list({ Email: [request] })
  await run()
  world.clock.advance(32 * day_ms)
  state.withdraw('Email', request)
  state.list({ Email: [] })
  await run()
  expect(await rows('select from deletion_request where id = $1', [request.id])).toEqual([])
  expect(await rows(`select from opt_out where hash = decode($1, 'base64')`, [request.hash])).toEqual([])
  expect((await cycles())[0]).toMatchObject({ rows_removed: 1 })
})

test('people of whom only MD5 hashes are known are counted; whose address is known gets the hash that matches', async () => {
  await rows('delete from person_key')
  await rows('update person set phone_e164 = null')
  await rows(`update person set email = null where id <> $1`, [person.id])
  const request = byEmail(person.email)
  state.list({ Email: [request] })
  await run()
  const [{ n }] = await rows('select count(*)::int as n from person')
  expect([state.answers.get(request.id), (await cycles())[0].people_unmatchable]).toEqual([3, n])
})

test('rows of lists by which nobody is known are kept, answered and counted, and opt nobody out', async () => {
  const [byDevice, byBirth] = ['MAID', 'NDZ'].map((list) => ({ id: nextId(), hash: deletionHashOf(list) }))
  state.list({ Email: [byEmail(person.email)], MAID: [byDevice!], NDZ: [byBirth!], CTVID: [] })
  await run()
  expect([byDevice, byBirth].map((row) => state.answers.get(row!.id))).toEqual([5, 5])
  expect([state.isAnswered(), (await cycles())[0].rows_unmatchable]).toEqual([true, 2])
  expect(await rows('select list from deletion_request where id = $1', [byDevice!.id])).toEqual([{ list: 'MAID' }])
  expect(await rows(`select from opt_out where hash = decode($1, 'base64')`, [byDevice!.hash])).toEqual([])
})

test('a list with a row that is not as documented changes nothing', async () => {
  const before = await cycles()
  state.list({ Email: [byEmail(person.email), { id: 'short', hash: 'x' }] })
  await expect(run()).rejects.toThrow('a row is not as documented')
  expect([await isKnown(person), await cycles()]).toEqual([true, before])
})
