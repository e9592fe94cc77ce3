import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { listDeliveries, resendDelivery, resendFailed } from '#contract/integrations/deliveries.ts'
import { createWebhook, getDestination } from '#contract/integrations/destinations.ts'
import { resetSpreadsheet } from '#contract/integrations/spreadsheets.ts'
import { listManualReceipts, listReceipts, settleReceipt, takeBackLead } from '#contract/integrations/take-back.ts'
import { isSigned } from '#demo/receiver.ts'
import { saveReportRecipients } from '#server/areas/integrations/connections/save-report-recipients.ts'
import { takeBackJob } from '#server/areas/integrations/take-back/run-take-back.ts'
import type { CampaignPath } from '#server/areas/integrations/deliveries/book.ts'
import { machineTime } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { newId } from '#server/platform/ids.ts'
import { makeConnectionsWorld, type ConnectionsWorld } from '#server/test/connections-world.ts'
import { checkPublished } from '#server/test/published-requests.ts'
import { noon_ms } from '#server/test/deliveries-world.ts'
import { googleEnv, startGoogle, type GoogleStandIn } from '../connectors/googlesheets/stand-in.ts'
import { startSendgrid, type SendgridStandIn } from '../connectors/sendgrid/stand-in.ts'
import { startStandIn, type StandIn } from '../connectors/stand-in.ts'
import { whileRefused } from '#server/test/refuse-rows.ts'
import { queueTakeBack } from './queue-take-back.ts'

let world: ConnectionsWorld
let list: SendgridStandIn
let google: GoogleStandIn
let hook: StandIn
let client: string
const newsletter = newId(noon_ms)

beforeAll(async () => {
  const now = (): number => (world ? machineTime(world.clock) : noon_ms)
  list = await startSendgrid(now)
  google = await startGoogle(now)
  hook = await startStandIn(() => ({ status: 204 }))
  world = await makeConnectionsWorld({
    OUTGOING_ALLOW: [list, google, hook].map(({ host }) => host).join(),
    SENDGRID_URL: `${list.url}/v3`,
    ...googleEnv(google.url),
  })
  client = world.tree.acme.clients[0]!.id
  list.lists.set(newsletter, 'Newsletter')
  await world.connect(client, 'sendgrid', { api_key: 'SG.stand-in-key' })
})
beforeEach(() => world.wait(61_000))
afterAll(async () => {
  await world.close()
  await Promise.all([list, google, hook].map((one) => one.stop()))
})

const owner = () => world.http.as(world.tree.acme.owner)
const runJob = (campaign: CampaignPath) => takeBackJob.run(world.http.platform, { rootId: campaign.rootId })

test('notifies each destination that got a person, keeps receipts, and lists those it cannot notify', async () => {
  await world.authorize(client, 'googlesheets')
  const campaign = await world.newCampaign()
  await world.use(campaign, 'sendgrid', { lists: [newsletter] })
  await world.use(campaign, 'googlesheets', {})
  const answer = await owner().call(createWebhook, {
    body: { leadspeek_api_id: campaign.campaignId, url: `${hook.url}/leads` },
  })
  const [lead, otherLead] = await world.addLeads(campaign, 2)
  await world.deliverFor(0.01)
  await inScope(world.db.appPool, { kind: 'root', rootId: campaign.rootId }, (tx) =>
    saveReportRecipients(tx, campaign, world.clock.now(), ['reports@plumbright.test']),
  )
  const takeBackAnswer = await owner().call(takeBackLead, { body: { lead_id: lead!.id } })
  expect(takeBackAnswer.body.data.map(({ kind, status }) => `${kind} ${status}`).toSorted()).toEqual([
    'googlesheets waiting',
    'sendgrid waiting',
    'webhook waiting',
  ])
  await runJob(campaign)

  expect(list.contacts.get(lead!.email)!.lists.size).toBe(0)
  const { checked, wrong } = checkPublished(list.received)
  expect(wrong).toEqual([])
  // Also the import's polls, if there was time for one.
  expect(checked.length).toBeGreaterThanOrEqual(4)
  expect(list.contacts.get(otherLead!.email)!.lists).toEqual(new Set([newsletter]))
  const book = [...google.books.values()][0]!
  const row = book.rows.findIndex(([id]) => id === lead!.id)
  expect(book.rows[row]!.join()).not.toContain(lead!.email)
  expect(book.struck).toEqual(new Set([row + 1]))
  expect(book.rows.flat()).toContain(otherLead!.email)
  const message = hook.received.find(({ json }) => (json as { type: string }).type === 'lead.deleted')!
  const timestamp = new Date(world.clock.now()).toISOString()
  expect(message.json).toEqual({ type: 'lead.deleted', timestamp, data: { id: lead!.id } })
  expect(isSigned(message.headers, message.text, answer.body.data.secret, machineTime(world.clock))).toBe(true)

  const receipts = await owner().call(listReceipts, { params: { lead: lead!.id } })
  expect(receipts.body.data.every(({ status, done_at }) => status === 'done' && done_at !== null)).toBe(true)
  const { rows } = await world.db.adminPool.query('select person_sealed from take_back where lead_id = $1', [lead!.id])
  expect(rows.every(({ person_sealed }) => person_sealed === null)).toBe(true)
  await owner().call(takeBackLead, { body: { lead_id: lead!.id } })
  expect((await owner().call(listReceipts, { params: { lead: lead!.id } })).body.data).toHaveLength(3)
})

test('retries while a service is down, and cancels what still waits', async () => {
  const campaign = await world.newCampaign()
  await world.use(campaign, 'sendgrid', { lists: [newsletter] })
  const [lead] = await world.addLeads(campaign, 1)
  await world.deliverFor(0.01)
  list.fail({ kind: 'answer', response: { status: 503 } })
  await owner().call(takeBackLead, { body: { lead_id: lead!.id } })
  await runJob(campaign)
  const waiting = await owner().call(listReceipts, { params: { lead: lead!.id } })
  expect(waiting.body.data).toMatchObject([{ status: 'waiting', cause: 'service_error' }])
  world.wait(10_000)
  await runJob(campaign)
  expect((await owner().call(listReceipts, { params: { lead: lead!.id } })).body.data).toMatchObject([
    { status: 'done' },
  ])

  const [waitingLead] = await world.addLeads(campaign, 1)
  await owner().call(takeBackLead, { body: { lead_id: waitingLead!.id } })
  await world.deliverFor(1)
  expect(list.contacts.has(waitingLead!.email)).toBe(false)
})

test('waits for an import that would add the person afterwards', async () => {
  const campaign = await world.newCampaign()
  await world.use(campaign, 'sendgrid', { lists: [newsletter] })
  list.jobs.pendingPolls = 1_000
  const [lead] = await world.addLeads(campaign, 1)
  await world.deliverFor(0.01)
  list.jobs.pendingPolls = 0
  await owner().call(takeBackLead, { body: { lead_id: lead!.id } })
  await runJob(campaign)
  const receipts = async () => (await owner().call(listReceipts, { params: { lead: lead!.id } })).body.data
  expect(await receipts()).toMatchObject([{ status: 'waiting', cause: 'accepted' }])

  list.finishJobs()
  expect(list.contacts.get(lead!.email)!.lists.size).toBe(1)
  world.wait(70_000)
  await runJob(campaign)
  expect(await receipts()).toMatchObject([{ status: 'done' }])
  expect(list.contacts.get(lead!.email)!.lists.size).toBe(0)
  expect((await world.destinationOf(campaign)).state).toEqual({})
})

test('reaches a person added later by an import whose response was lost', async () => {
  const campaign = await world.newCampaign()
  await world.use(campaign, 'sendgrid', { lists: [newsletter] })
  const [otherLead] = await world.addLeads(campaign, 1)
  await world.deliverFor(0.01)
  // As left by a worker that died before it got the response.
  list.jobs.pendingPolls = 1_000
  list.fail({ kind: 'lose-answer' }, { when: ({ method }) => method === 'PUT' })
  const [lead] = await world.addLeads(campaign, 1)
  await world.deliverer.deliverDue(campaign.rootId)
  list.jobs.pendingPolls = 0
  for (const { id } of [lead!, otherLead!]) await owner().call(takeBackLead, { body: { lead_id: id } })
  await runJob(campaign)
  const receiptsOf = async (id: string) =>
    (await owner().call(listReceipts, { params: { lead: id } })).body.data.map(({ status, cause }) => [status, cause])
  expect(await receiptsOf(otherLead!.id)).toEqual([['done', null]])

  list.finishJobs()
  expect(list.contacts.get(lead!.email)!.lists.size).toBe(1)
  world.wait(310_000)
  await runJob(campaign)
  expect(await receiptsOf(lead!.id)).toEqual([['waiting', 'accepted']])
  expect(list.contacts.get(lead!.email)!.lists.size).toBe(0)
  world.wait(72 * 3_600_000)
  await runJob(campaign)
  expect(await receiptsOf(lead!.id)).toEqual([['done', null]])
  expect((await world.destinationOf(campaign)).state).toEqual({})
})

test('lists a destination that cannot be notified for the client, until somebody marks it as done manually', async () => {
  const campaign = await world.newCampaign()
  await inScope(world.db.appPool, { kind: 'root', rootId: campaign.rootId }, (tx) =>
    saveReportRecipients(tx, campaign, world.clock.now(), ['reports@plumbright.test']),
  )
  const [lead] = await world.addLeads(campaign, 1)
  await world.db.adminPool.query(
    `update delivery set status = 'delivered', next_attempt_at = null where lead_id = $1`,
    [lead!.id],
  )
  await owner().call(takeBackLead, { body: { lead_id: lead!.id } })
  await runJob(campaign)
  const plumbright = () => world.http.as(world.tree.acme.clients[0]!.user)
  const listReceipts = async (company: string, caller = plumbright()) =>
    (await caller.call(listManualReceipts, { params: { company }, query: {} })).body
  const receipts = (await listReceipts(client)).data.filter(({ lead_id }) => lead_id === lead!.id)
  expect(receipts).toMatchObject([
    { kind: 'email', target: 'reports@plumbright.test', status: 'manual', done_at: null },
  ])
  expect((await listReceipts(world.tree.acme.id, owner())).data.map(({ id }) => id)).toContain(receipts[0]!.id)
  expect((await listReceipts(world.tree.acme.clients[1]!.id, owner())).data).toEqual([])

  const body = { lead_id: lead!.id, destination_id: receipts[0]!.destination_id }
  const answer = await plumbright().call(settleReceipt, { body })
  expect(answer.body.data).toMatchObject([{ status: 'done' }])
  expect(answer.body.data[0]!.done_at).not.toBeNull()
  expect((await listReceipts(client)).data.map(({ lead_id }) => lead_id)).not.toContain(lead!.id)
  const strangeReceipt = { lead_id: lead!.id, destination_id: newId(noon_ms) }
  expect(await plumbright().call(settleReceipt, { body: strangeReceipt })).toMatchObject({
    status: 422,
    body: { field: 'destination_id' },
  })
})

test('lists a permanently gone receiver at once, after one request for all of its leads', async () => {
  const campaign = await world.newCampaign()
  await owner().call(createWebhook, { body: { leadspeek_api_id: campaign.campaignId, url: `${hook.url}/gone` } })
  const leads = await world.addLeads(campaign, 3)
  await world.deliverFor(0.01)
  for (const { id } of leads) await owner().call(takeBackLead, { body: { lead_id: id } })
  hook.fail({ kind: 'answer', response: { status: 410 } }, { when: ({ url }) => url.pathname === '/gone', times: 3 })
  const before = hook.received.length
  await runJob(campaign)
  expect(hook.received.slice(before)).toHaveLength(1)
  for (const { id } of leads)
    expect((await owner().call(listReceipts, { params: { lead: id } })).body.data).toMatchObject([
      { status: 'manual', cause: 'gone' },
    ])
  const { rows } = await world.db.adminPool.query('select manual_at from take_back where lead_id = $1', [leads[0]!.id])
  expect(rows).toEqual([{ manual_at: new Date(world.clock.now()) }])
})

test('leaves a row in another account’s sheet to people, also once the campaign has a new sheet', async () => {
  await world.authorize(client, 'googlesheets')
  const campaign = await world.newCampaign()
  await world.use(campaign, 'googlesheets', {})
  const [lead] = await world.addLeads(campaign, 1)
  await world.deliverFor(0.01)
  world.wait(1_000)
  const response = { status: 200, body: { user: { emailAddress: 'other@plumbright.test' } } }
  google.fail({ kind: 'answer', response }, { when: ({ url }) => url.pathname.endsWith('/about') })
  await world.authorize(client, 'googlesheets')
  // Another account sees none of the first one's files.
  google.books.clear()
  const resetAnswer = await owner().call(resetSpreadsheet, { body: { leadspeek_api_id: campaign.campaignId } })
  expect(resetAnswer.body.data).toEqual({ leads: 1 })
  await world.deliverFor(0.01)
  await owner().call(takeBackLead, { body: { lead_id: lead!.id } })
  await runJob(campaign)
  expect((await owner().call(listReceipts, { params: { lead: lead!.id } })).body.data).toMatchObject([
    { kind: 'googlesheets', status: 'manual' },
  ])
})

test('sends nothing of such a lead again, manually or with a resend of all failures', async () => {
  const campaign = await world.newCampaign()
  const destination = await world.use(campaign, 'sendgrid', { lists: [newsletter] })
  const [sentLead, unsentLead] = await world.addLeads(campaign, 2)
  await world.db.adminPool.query(
    `update delivery set status = 'delivered', next_attempt_at = null where lead_id = $1`,
    [sentLead!.id],
  )
  for (const lead of [sentLead!, unsentLead!]) await owner().call(takeBackLead, { body: { lead_id: lead.id } })
  const { data } = (
    await owner().call(listDeliveries, {
      params: { companyID: client, clientID: 'all' },
      query: { campaign: campaign.campaignId },
    })
  ).body
  expect(data.map(({ status, cause }) => `${status} ${cause}`).toSorted()).toEqual([
    'dead taken_back',
    'delivered taken_back',
  ])
  // Nothing is missing there that anybody could send.
  expect((await owner().call(getDestination, { params: { id: destination } })).body.data.failed).toBe(0)
  for (const { id } of data)
    expect(await owner().call(resendDelivery, { body: { delivery_id: id } })).toMatchObject({ status: 409 })
  const request = { destination_id: destination, since: '2000-01-01T00:00:00.000Z', dry_run: 'F' } as const
  expect((await owner().call(resendFailed, { body: request })).body.data).toEqual({
    count: 0,
    remaining: 0,
    next: null,
  })
})

test('continues with other destinations when one destination’s response cannot be saved', async () => {
  const campaign = await world.newCampaign()
  await world.use(campaign, 'sendgrid', { lists: [newsletter] })
  await owner().call(createWebhook, { body: { leadspeek_api_id: campaign.campaignId, url: `${hook.url}/leads` } })
  // In either order.
  for (const at of [0, 1]) {
    // A receipt whose outcome couldn't be stored stays claimed for a minute, and so does its destination.
    world.wait(61_000)
    const [lead] = await world.addLeads(campaign, 1)
    await world.deliverFor(0.01)
    await owner().call(takeBackLead, { body: { lead_id: lead!.id } })
    const statuses = async () =>
      (
        await world.db.adminPool.query<{ id: string; status: string }>(
          'select destination_id as id, status from take_back where lead_id = $1 order by 1',
          [lead!.id],
        )
      ).rows
    const { id } = (await statuses())[at]!
    const otherRows = `destination_id <> '${id}' or lead_id <> '${lead!.id}' or status = 'waiting' and attempts = 0`
    await whileRefused(world.db, 'take_back', otherRows, () => runJob(campaign))
    expect((await statuses()).map((one) => [one.id === id, one.status]).toSorted()).toEqual([
      [false, 'done'],
      [true, 'waiting'],
    ])
  }
})

/** Creates a campaign with a webhook that received leads, and returns their ids. */
async function deliveredTo(path: string, count: number): Promise<{ campaign: CampaignPath; leads: string[] }> {
  const campaign = await world.newCampaign()
  await owner().call(createWebhook, { body: { leadspeek_api_id: campaign.campaignId, url: hook.url + path } })
  const leads = await world.addLeads(campaign, count)
  await world.db.adminPool.query(
    `update delivery set status = 'delivered', next_attempt_at = null where campaign_id = $1`,
    [campaign.campaignId],
  )
  return { campaign, leads: leads.map(({ id }) => id) }
}
const askAll = (campaign: CampaignPath, leads: readonly string[]): Promise<void> =>
  inScope(world.db.appPool, { kind: 'root', rootId: campaign.rootId }, (tx) =>
    queueTakeBack(tx, world.http.platform, campaign, leads),
  )
const toldOf = (path: string): unknown[] => hook.received.filter(({ url }) => url.pathname === path)
const statesOf = async ({ campaignId }: CampaignPath) =>
  (
    await world.db.adminPool.query<{ state: string; count: number }>(
      `select status || ' ' || attempts as state, count(*)::int from take_back where campaign_id = $1 group by 1`,
      [campaignId],
    )
  ).rows

test('a slow destination does not block others, however many of its notices wait', { timeout: 60_000 }, async () => {
  const takeBackFrom = async (path: string, count: number): Promise<CampaignPath> => {
    const { campaign, leads } = await deliveredTo(path, count)
    await askAll(campaign, leads)
    return campaign
  }
  const slow = await takeBackFrom('/slow', 3)
  world.wait(1)
  // More than one query reads at once.
  const quick = await takeBackFrom('/quick', 210)
  let release = (): void => {}
  const until = new Promise<void>((resolve) => (release = resolve))
  hook.fail({ kind: 'hold-answer', until }, { when: ({ url }) => url.pathname === '/slow' })
  const running = runJob(slow)
  await vi.waitUntil(async () => (await statesOf(quick)).every(({ state }) => state === 'done 1'), {
    timeout: 30_000,
    interval: 100,
  })
  expect(await statesOf(quick)).toEqual([{ state: 'done 1', count: 210 }])
  expect(await statesOf(slow)).toEqual([{ state: 'waiting 0', count: 3 }])
  release()
  await running
  expect(await statesOf(slow)).toEqual([{ state: 'done 1', count: 3 }])
})

test('of two concurrent runs, only one notifies a destination', async () => {
  const { campaign, leads } = await deliveredTo('/once', 3)
  await askAll(campaign, leads)
  let release = (): void => {}
  const until = new Promise<void>((resolve) => (release = resolve))
  hook.fail({ kind: 'hold-answer', until }, { when: ({ url }) => url.pathname === '/once' })
  const first = runJob(campaign)
  await vi.waitUntil(() => toldOf('/once').length > 0)
  const second = runJob(campaign)
  // Without a claim, the second run would repeat the calls that the first still waits for.
  await Promise.race([second, vi.waitUntil(() => toldOf('/once').length > 1).catch(() => {})])
  release()
  await Promise.all([first, second])
  expect(toldOf('/once')).toHaveLength(3)
  expect(await statesOf(campaign)).toEqual([{ state: 'done 1', count: 3 }])
})

test('notices of a run that died are sent once after its claim expires', async () => {
  const { campaign, leads } = await deliveredTo('/died', 2)
  await askAll(campaign, leads)
  await world.db.adminPool.query(`update take_back set leased_until = $2 where lead_id = $1`, [
    leads[0],
    new Date(world.clock.now() + 60_000),
  ])
  await runJob(campaign)
  expect(toldOf('/died')).toHaveLength(0)
  world.wait(61_000)
  await runJob(campaign)
  expect(toldOf('/died')).toHaveLength(2)
})

test('reads each delivery only a few times for many leads, whatever the planner’s statistics', async () => {
  const { campaign, leads } = await deliveredTo('/many', 250)
  const { rows } = await inScope(world.db.appPool, { kind: 'root', rootId: campaign.rootId }, async (tx) => {
    await queueTakeBack(tx, world.http.platform, campaign, leads)
    return tx.query<{ read: number }>(
      `select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables where relname = 'delivery'`,
    )
  })
  expect(rows[0]!.read).toBeGreaterThan(0)
  expect(rows[0]!.read).toBeLessThan(10 * leads.length)
  expect(await statesOf(campaign)).toEqual([{ state: 'waiting 0', count: 250 }])
})
