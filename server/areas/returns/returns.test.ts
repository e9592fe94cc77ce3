import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { listInbox } from '#contract/inbox/inbox.ts'
import { decideReturn, readReturnRule, type ReturnReason } from '#contract/returns/returns.ts'
import type { TestApp } from '#server/test/app.ts'
import type { PipelineCampaign, PipelineWorld } from '#server/test/pipeline-world.ts'
import { useReturnStage } from '#server/test/return-stage.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { settleReturnsJob } from './settle-return.ts'

// A client returns a bad lead, and everyone who was paid for it gives their part back (decision 67).

const {
  now,
  owner,
  client,
  sell,
  sellLead,
  ask,
  list,
  findReturn,
  decide,
  give,
  obstacleOf,
  setRule,
  problems,
  balances,
  kindsOf,
  pass,
} = useReturnStage()
let world: PipelineWorld
let http: TestApp
let campaign: PipelineCampaign
beforeEach(() => void ({ world, http, campaign } = now))
afterEach(() => vi.unstubAllEnvs())

const day_ms = 86_400_000

describe('a returned lead', () => {
  test('is credited in both legs once the agency accepts it, and its client sees its own leg', async () => {
    const before = await balances()
    const id = await sellLead()
    await ask(id, 'other', client().user, 'The shop next door')
    expect((await decide(id, 'accept')).status).toBe(200)
    expect(await balances()).toEqual(before)
    expect(await kindsOf(id)).toEqual(['lead_retail', 'lead_wholesale', 'lead_retail_credit', 'lead_wholesale_credit'])
    expect(await kindsOf(id, client().user)).toEqual(['lead_retail', 'lead_retail_credit'])
    expect((await list()).sums).toEqual({ pending: 0, accepted: 1, refused: 0, credited: 1.25, received: 0.5 })
    expect((await list(client().user)).sums).toEqual({ pending: 0, accepted: 1, refused: 0, credited: 1.25 })
    expect(await problems()).toEqual([])
  })

  test('waits in the agency’s inbox, and moves no money before somebody decides', async () => {
    const id = await sellLead()
    const afterSale = await balances()
    expect((await ask(id, 'other', client().user, 'The shop next door')).status).toBe(200)
    expect(await balances()).toEqual(afterSale)
    expect(await findReturn(id)).toMatchObject({
      state: 'pending',
      reason: 'other',
      detail: 'The shop next door',
      person_name: 'Ada Lovelace',
      company_name: client().name,
      leadspeek_type: 'local',
      retail_price: 1.25,
    })
    const params = { companyID: world.tree.acme.id }
    const inbox = async () =>
      (await http.as(owner()).call(listInbox, { params, query: { kind: 'leads_returned' } })).body.data
    expect(await inbox()).toMatchObject([{ kind: 'leads_returned', count: 1, company_name: client().name }])
    await decide(id, 'accept')
    expect(await inbox()).toEqual([])
  })

  test('keeps its decision: repeating it changes nothing, and the opposite one is too late', async () => {
    const id = await sellLead()
    await give(id)
    const afterDecision = await balances()
    expect((await decide(id, 'accept')).status).toBe(200)
    expect(await decide(id, 'refuse', 'No')).toMatchObject({ status: 409 })
    expect(await balances()).toEqual(afterDecision)
  })

  test('stays sold if the agency refuses, with a reason that its client reads', async () => {
    const id = await sellLead()
    const afterSale = await balances()
    await ask(id)
    expect(await decide(id, 'refuse')).toMatchObject({ status: 422, body: { field: 'answer' } })
    expect((await decide(id, 'refuse', 'We called and it rang.')).status).toBe(200)
    expect((await list(client().user)).data[0]).toMatchObject({ state: 'refused', answer: 'We called and it rang.' })
    expect(await ask(id)).toMatchObject({ status: 409, body: { message: 'This lead was returned already.' } })
    expect(await balances()).toEqual(afterSale)
    expect(await problems()).toEqual([])
  })

  test('is credited once, however many people accept it at the same moment', async () => {
    const id = await sellLead()
    const afterSale = await balances()
    await ask(id)
    const answers = await Promise.all(Array.from({ length: 8 }, () => decide(id, 'accept')))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
    expect((await balances())['client_receivable']).toBe((afterSale['client_receivable'] ?? 0) + 125)
    expect(await problems()).toEqual([])
  })

  test('needs a description if none of the reasons applies', async () => {
    const id = await sellLead()
    expect(await ask(id, 'other')).toMatchObject({ status: 422, body: { field: 'detail' } })
    expect(await ask(id, 'bad' as ReturnReason)).toMatchObject({ status: 422, body: { field: 'reason' } })
  })

  test('can be returned only by its client or agency, and looks absent to everybody else', async () => {
    const id = await sellLead()
    const [, otherClient] = world.tree.acme.clients
    expect((await ask(id, 'duplicate', otherClient!.user)).status).toBe(404)
    expect((await ask(id, 'duplicate', world.tree.brightside.owner)).status).toBe(404)
    expect((await ask(id, 'duplicate', owner())).status).toBe(200)
    expect((await decide(id, 'accept', '', client().user)).status).toBe(403)
    const { id: return_id } = await findReturn(id)
    const foreign = { companyID: world.tree.brightside.id, return_id, decision: 'accept' as const }
    expect(await http.as(world.tree.brightside.owner).call(decideReturn, { body: foreign })).toMatchObject({
      status: 422,
      body: { field: 'return_id' },
    })
  })
})

describe('the return rule', () => {
  test('is the agency’s for all of its clients or for one, by default 30 days and a tenth', async () => {
    const readRule = async (companyID: string, user = owner()) =>
      (await http.as(user).call(readReturnRule, { params: { companyID } })).body.data
    const usual = { window_days: 30, share_percent: 10, accepts_itself: 'F' }
    expect(await readRule(client().id, client().user)).toMatchObject({ ...usual, follows_agency: 'T' })
    expect((await setRule({ window_days: 7 })).status).toBe(200)
    expect((await setRule({ window_days: 60, share_percent: 50 }, client().id)).status).toBe(200)
    expect(await readRule(world.tree.acme.id)).toMatchObject({ window_days: 7, share_percent: 100 })
    expect(await readRule(client().id)).toMatchObject({ window_days: 60, share_percent: 50, follows_agency: 'F' })
    expect(await readRule(world.tree.acme.clients[1]!.id)).toMatchObject({ window_days: 7, follows_agency: 'T' })
    await setRule({ follows_agency: 'T' }, client().id)
    expect(await readRule(client().id)).toMatchObject({ window_days: 7, follows_agency: 'T' })
    expect(await setRule({ window_days: 91 })).toMatchObject({ status: 422, body: { field: 'window_days' } })
    expect(await setRule({ share_percent: -1 })).toMatchObject({ status: 422, body: { field: 'share_percent' } })
  })

  test('does not overwrite what somebody else has saved since it was read', async () => {
    const readRule = async (companyID: string) =>
      (await http.as(owner()).call(readReturnRule, { params: { companyID } })).body.data
    const of = client().id
    const { version } = await readRule(of)
    // The agency's rule is a form of its own, so saving it doesn't conflict.
    await setRule({ window_days: 8 })
    const statuses = await Promise.all([60, 61].map((window_days) => setRule({ window_days, version }, of)))
    expect(statuses.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const late = statuses.find(({ status }) => status === 409)!
    expect(late.body.change!.changed_fields).toContain('window_days')
    const now_days = (await readRule(of)).window_days
    expect(await setRule({ window_days: 62, version }, of)).toMatchObject({ status: 409 })
    expect(await readRule(of)).toMatchObject({ window_days: now_days })
    expect((await setRule({ window_days: 62, version: (await readRule(of)).version }, of)).status).toBe(200)
  })

  test('rejects a return after the window', async () => {
    await setRule({ window_days: 3 })
    const id = await sellLead()
    pass(3 * day_ms - 10)
    expect(await obstacleOf(id)).toBe(null)
    world.clock.advance(10)
    expect(await obstacleOf(id)).toBe('late')
    expect(await ask(id)).toMatchObject({
      status: 409,
      body: { message: 'The return window for this lead has closed.' },
    })
  })

  test('accepts a share of a month’s leads, at least one, and a refused return does not count', async () => {
    await setRule({ share_percent: 40 })
    const ids = [await sellLead(), await sellLead(), await sellLead()]
    expect((await ask(ids[0]!)).status).toBe(200)
    expect((await ask(ids[1]!)).status).toBe(200)
    expect(await ask(ids[2]!)).toMatchObject({
      status: 409,
      body: { message: 'No more leads of this month can be returned.' },
    })
    await decide(ids[0]!, 'refuse', 'It rang.')
    expect((await ask(ids[2]!)).status).toBe(200)
    await setRule({ share_percent: 0 })
    expect(await obstacleOf(await sellLead())).toBe('share')
  })

  test('gives the last of the share to one of two concurrent requests', async () => {
    await setRule({ share_percent: 50 })
    const ids = [await sellLead(), await sellLead()]
    const statuses = (await Promise.all(ids.map((id) => ask(id)))).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 409])
  })

  test('can accept automatically, right after the client’s request', async () => {
    const before = await balances()
    await setRule({ accepts_itself: 'T' })
    const id = await sellLead()
    expect((await ask(id)).status).toBe(200)
    expect(await runJobs(world.db, http.platform)).toContain('settle-return')
    expect(await findReturn(id)).toMatchObject({ state: 'accepted', decided_by_rule: 'T' })
    expect(await balances()).toEqual(before)
    expect(await problems()).toEqual([])
  })

  test('accepts what nobody decided on for 14 days', async () => {
    const id = await sellLead()
    await ask(id)
    world.clock.advance(14 * day_ms - 1_000)
    await settleReturnsJob.run(http.platform, {})
    http.forget()
    expect(await findReturn(id)).toMatchObject({ state: 'pending' })
    world.clock.advance(1_000)
    await settleReturnsJob.run(http.platform, {})
    expect(await findReturn(id)).toMatchObject({ state: 'accepted', decided_by_rule: 'T' })
    expect(await problems()).toEqual([])
  })

  test('keeps what B2B ID’s agreement promises: 30 days and no share, whatever the agency set', async () => {
    await setRule({ window_days: 1, share_percent: 0 })
    const id = await sellLead()
    await world.db.adminPool.query(`update campaign set module = 'b2b' where id = $1`, [campaign.id])
    pass(30 * day_ms - 10)
    expect(await obstacleOf(id)).toBe(null)
    expect((await ask(id)).status).toBe(200)
    // Nobody decides within 14 days, so the return is accepted automatically.
    pass(14 * day_ms)
    await settleReturnsJob.run(http.platform, {})
    expect(await findReturn(id)).toMatchObject({ state: 'accepted' })
  })
})

describe('planted faults are detected', () => {
  test('credit-one-leg: the operator keeps what the agency gave back', async () => {
    vi.stubEnv('PLANTED_FAULT', 'credit-one-leg')
    const id = await sellLead()
    await give(id)
    const { id: returnId } = await findReturn(id)
    expect(await problems()).toEqual([`return ${returnId} and its credit do not match`])
    // Repaired, so that the other checks are tested on their own.
    await world.db.adminPool.query('update lead_credit set wholesale_e4 = 5000 where return_id = $1', [returnId])
    expect(await problems()).toEqual([`the credits of lead ${id} and their transfers do not match`])
    await world.db.adminPool.query('update lead_credit set wholesale_e4 = 0 where return_id = $1', [returnId])
    await world.db.adminPool.query('update lead set wholesale_price_e4 = 5000 where id = $1', [id])
  })

  test('trust-returned-match: the same wrong match is sold again', async () => {
    vi.stubEnv('PLANTED_FAULT', 'trust-returned-match')
    await setRule({})
    const person = await world.makePerson()
    await give(await sellLead({ person }))
    expect(await sell({ person })).toMatchObject({ reason: 'lead' })
  })

  test('skip-return-share: more than the share is returned', async () => {
    vi.stubEnv('PLANTED_FAULT', 'skip-return-share')
    await setRule({ share_percent: 0 })
    expect(await obstacleOf(await sellLead())).toBe(null)
  })
})
