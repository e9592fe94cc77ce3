import type { ChildProcess } from 'node:child_process'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { causeTexts } from '#contract/integrations/causes.ts'
import { getIntegration } from '#contract/integrations/connections.ts'
import { startMailbox, type Mailbox } from '#demo/mailbox.ts'
import type { CampaignPath } from '#server/areas/integrations/deliveries/book.ts'
import { machineTime } from '#server/platform/clock.ts'
import { closeMail } from '#server/platform/mail.ts'
import { makeConnectionsWorld, type ConnectionsWorld } from '#server/test/connections-world.ts'
import { noon_ms } from '#server/test/deliveries-world.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { startDeliveryWorker } from '#server/test/start-delivery-worker.ts'
import { lease_ms } from '../../deliveries/claim-due.ts'
import { highlevelEnv, startHighlevel, type HighlevelStandIn } from './stand-in.ts'

// A refresh token works only once, so the response with the next one must not be lost before we store it.

let world: ConnectionsWorld
let firm: HighlevelStandIn
let mailbox: Mailbox
let client: string
let campaign: CampaignPath
let env: Record<string, string>
const workers: ChildProcess[] = []

beforeAll(async () => {
  firm = await startHighlevel(() => (world ? machineTime(world.clock) : noon_ms))
  mailbox = await startMailbox({ now: () => noon_ms })
  env = {
    OUTGOING_ALLOW: firm.host,
    SMTP_URL: mailbox.smtpUrl,
    ...highlevelEnv(firm.url),
  }
  world = await makeConnectionsWorld(env)
  client = world.tree.acme.clients[0]!.id
})
afterAll(async () => {
  for (const one of workers) one.kill('SIGKILL')
  closeMail(world.http.platform)
  await world.close()
  await Promise.all([firm.stop(), mailbox.close()])
})

beforeEach(async () => {
  firm.contacts.clear()
  firm.beLenient(false)
  world.wait(60_000)
  await world.authorize(client, 'highlevel')
  campaign = await world.newCampaign()
  await world.use(campaign, 'highlevel', {})
})

const isForTokens = ({ url }: { url: URL }): boolean => url.pathname === '/oauth/token'

/** Kills a process that requested new tokens after the service issued them, but before it got the response. */
async function loseTokens(): Promise<void> {
  const before = firm.refreshes()
  firm.fail({ kind: 'withhold-answer' }, { when: isForTokens })
  firm.expire()
  const worker = startDeliveryWorker(world.db, world.clock.now() - Date.now(), env)
  workers.push(worker)
  const exit = new Promise((gone) => worker.once('exit', gone))
  await vi.waitUntil(() => firm.refreshes() === before + 1, { timeout: 60_000, interval: 20 })
  worker.kill('SIGKILL')
  await exit
  // Ends the killed worker's turn, which used the machine's clock instead of the test's.
  await world.db.adminPool.query('update connection set refreshing_until = $1 where refreshing_until is not null', [
    new Date(world.clock.now()),
  ])
  world.wait(lease_ms + 1_000)
}

const readIntegration = async () => {
  const params = { company: client, slug: 'highlevel' as const }
  return (await world.http.as(world.tree.acme.owner).call(getIntegration, { params })).body.data
}

test(
  'a service that accepts old tokens for a while issues new ones, and nobody notices',
  { timeout: 120_000 },
  async () => {
    const [lead] = await world.addLeads(campaign, 1)
    firm.beLenient(true)
    await loseTokens()
    await world.deliverFor(1)
    expect([...firm.contacts.keys()]).toEqual([lead!.email])
    expect(await readIntegration()).toMatchObject({ status: 'connected' })
    expect(await world.destinationOf(campaign)).toMatchObject({ status: 'ok', cause: null })
  },
)

test(
  'if the service rejects the old tokens, we show and email that, and reconnecting sends what waited',
  { timeout: 120_000 },
  async () => {
    const leads = await world.addLeads(campaign, 2)
    await loseTokens()
    await world.deliverFor(1)
    expect(await readIntegration()).toMatchObject({ status: 'reconnect', cause: 'renewal_interrupted' })
    expect(await world.destinationOf(campaign)).toMatchObject({ status: 'disabled', cause: 'renewal_interrupted' })
    await runJobs(world.db, world.http.platform)
    const warnings = mailbox.messages().filter(({ text }) => text.includes(causeTexts.renewal_interrupted))
    expect(warnings.map(({ subject }) => subject)[0]).toMatch(/^Delivery turned off/)
    expect(firm.contacts.size).toBe(0)
    await world.authorize(client, 'highlevel')
    await world.deliverFor(1)
    expect([...firm.contacts.keys()].toSorted()).toEqual(leads.map(({ email }) => email).toSorted())
  },
)

test('a lost response is reported as an interrupted renewal, a rejection is not', { timeout: 60_000 }, async () => {
  await world.addLeads(campaign, 1)
  firm.fail({ kind: 'lose-answer' }, { when: isForTokens })
  firm.expire()
  await world.deliverFor(1)
  expect(await readIntegration()).toMatchObject({ status: 'reconnect', cause: 'renewal_interrupted' })
  await world.authorize(client, 'highlevel')
  await world.addLeads(campaign, 1)
  firm.revoke()
  await world.deliverFor(1)
  expect(await readIntegration()).toMatchObject({ status: 'reconnect', cause: 'token_expired' })
})

test('no tokens are lost when the database is down while they are saved', { timeout: 60_000 }, async () => {
  const [lead] = await world.addLeads(campaign, 1)
  const before = firm.refreshes()
  firm.expire()
  const { adminPool } = world.db
  await adminPool.query(
    'alter table connection add constraint keeps_nothing check (refreshing_until is not null) not valid',
  )
  const delivery = world.deliverFor(1)
  await vi.waitUntil(() => firm.refreshes() === before + 1, { timeout: 30_000, interval: 20 })
  await new Promise((later) => setTimeout(later, 500))
  await adminPool.query('alter table connection drop constraint keeps_nothing')
  await delivery
  expect(firm.refreshes()).toBe(before + 1)
  expect(firm.contacts.has(lead!.email)).toBe(true)
  expect(await readIntegration()).toMatchObject({ status: 'connected' })
})

test('three processes refreshing at once send one request; all leads arrive', { timeout: 120_000 }, async () => {
  const leads = await world.addLeads(campaign, 2)
  for (let n = 0; n < 5; n++) {
    const otherCampaign = await world.newCampaign()
    await world.use(otherCampaign, 'highlevel', {})
    leads.push(...(await world.addLeads(otherCampaign, 2)))
  }
  const before = firm.refreshes()
  firm.expire()
  for (let n = 0; n < 3; n++) workers.push(startDeliveryWorker(world.db, world.clock.now() - Date.now(), env))
  const haveArrived = (): boolean => leads.every(({ email }) => firm.contacts.has(email))
  await vi.waitUntil(haveArrived, { timeout: 90_000, interval: 50 })
  expect(firm.refreshes()).toBe(before + 1)
  expect(await readIntegration()).toMatchObject({ status: 'connected' })
})
