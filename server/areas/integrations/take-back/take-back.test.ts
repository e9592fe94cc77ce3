import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createWebhook } from '#contract/integrations/destinations.ts'
import { listReceipts, takeBackLead } from '#contract/integrations/take-back.ts'
import { isSigned } from '#demo/receiver.ts'
import { saveReportRecipients, takeBackJob, type CampaignPath } from '#server/areas/integrations/public.ts'
import { machineTime } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { newId } from '#server/platform/ids.ts'
import { makeConnectionsWorld, type ConnectionsWorld } from '#server/test/connections-world.ts'
import { noon_ms } from '#server/test/deliveries-world.ts'
import { googleApp, startGoogle, type GoogleStandIn } from '../connectors/googlesheets/stand-in.ts'
import { startSendgrid, type SendgridStandIn } from '../connectors/sendgrid/stand-in.ts'
import { startStandIn, type StandIn } from '../connectors/stand-in.ts'

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
    GOOGLE_AUTHORIZE_URL: `${google.url}/auth`,
    GOOGLE_TOKEN_URL: `${google.url}/token`,
    GOOGLE_SHEETS_URL: google.url,
    GOOGLE_DRIVE_URL: `${google.url}/drive/v3`,
    GOOGLE_CLIENT_ID: googleApp.id,
    GOOGLE_CLIENT_SECRET: googleApp.secret,
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

test('tells each destination that got a person, keeps a receipt of each, and lists what nobody can be told', async () => {
  await world.authorize(client, 'googlesheets')
  const campaign = await world.newCampaign()
  await world.use(campaign, 'sendgrid', { lists: [newsletter] })
  await world.use(campaign, 'googlesheets', {})
  const made = await owner().call(createWebhook, {
    body: { leadspeek_api_id: campaign.campaignId, url: `${hook.url}/leads` },
  })
  const [lead, other] = await world.addLeads(campaign, 2)
  await world.deliverFor(0.01)
  await inScope(world.db.appPool, { kind: 'root', rootId: campaign.rootId }, (tx) =>
    saveReportRecipients(tx, campaign, world.clock.now(), ['reports@plumbright.test']),
  )
  const asked = await owner().call(takeBackLead, { body: { lead_id: lead!.id } })
  expect(asked.body.data.map(({ kind, status }) => `${kind} ${status}`).toSorted()).toEqual([
    'googlesheets waiting',
    'sendgrid waiting',
    'webhook waiting',
  ])
  await runJob(campaign)

  expect(list.contacts.get(lead!.email)!.lists.size).toBe(0)
  expect(list.contacts.get(other!.email)!.lists).toEqual(new Set([newsletter]))
  const book = [...google.books.values()][0]!
  const row = book.rows.findIndex(([id]) => id === lead!.id)
  expect(book.rows[row]!.join()).not.toContain(lead!.email)
  expect(book.struck).toEqual(new Set([row + 1]))
  expect(book.rows.flat()).toContain(other!.email)
  const told = hook.asked.find(({ json }) => (json as { type: string }).type === 'lead.deleted')!
  expect(told.json).toEqual({ type: 'lead.deleted', data: { id: lead!.id } })
  expect(isSigned(told.headers, told.text, made.body.data.secret, machineTime(world.clock))).toBe(true)

  const receipts = await owner().call(listReceipts, { params: { lead: lead!.id } })
  expect(receipts.body.data.every(({ status, done_at }) => status === 'done' && done_at !== null)).toBe(true)
  const { rows } = await world.db.adminPool.query('select person_sealed from take_back where lead_id = $1', [lead!.id])
  expect(rows.every(({ person_sealed }) => person_sealed === null)).toBe(true)
  await owner().call(takeBackLead, { body: { lead_id: lead!.id } })
  expect((await owner().call(listReceipts, { params: { lead: lead!.id } })).body.data).toHaveLength(3)
})

test('tries again while a service is down, and stops what still waits', async () => {
  const campaign = await world.newCampaign()
  await world.use(campaign, 'sendgrid', { lists: [newsletter] })
  const [lead] = await world.addLeads(campaign, 1)
  await world.deliverFor(0.01)
  list.fail({ kind: 'answer', told: { status: 503 } })
  await owner().call(takeBackLead, { body: { lead_id: lead!.id } })
  await runJob(campaign)
  const waiting = await owner().call(listReceipts, { params: { lead: lead!.id } })
  expect(waiting.body.data).toMatchObject([{ status: 'waiting', cause: 'service_error' }])
  world.wait(10_000)
  await runJob(campaign)
  expect((await owner().call(listReceipts, { params: { lead: lead!.id } })).body.data).toMatchObject([
    { status: 'done' },
  ])

  const [unsent] = await world.addLeads(campaign, 1)
  await owner().call(takeBackLead, { body: { lead_id: unsent!.id } })
  await world.deliverFor(1)
  expect(list.contacts.has(unsent!.email)).toBe(false)
})
