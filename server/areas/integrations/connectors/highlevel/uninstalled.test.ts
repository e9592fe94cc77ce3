import { generateKeyPairSync, sign } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { causeTexts } from '#contract/integrations/causes.ts'
import { getIntegration } from '#contract/integrations/connections.ts'
import { startMailbox, type Mailbox } from '#demo/mailbox.ts'
import type { CampaignPath } from '#server/areas/integrations/deliveries/book.ts'
import { machineTime } from '#server/platform/clock.ts'
import { closeMail } from '#server/platform/mail.ts'
import { makeConnectionsWorld, type ConnectionsWorld } from '#server/test/connections-world.ts'
import { noon_ms } from '#server/test/deliveries-world.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { highlevelEnv, highlevelLocation, startHighlevel, type HighlevelStandIn } from './stand-in.ts'

// The app's owner uninstalls it at HighLevel, which says so in a signed message.

const ours = '6507f1f77bcf86cd79943901'
const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const otherKey = generateKeyPairSync('ed25519').privateKey

let world: ConnectionsWorld
let firm: HighlevelStandIn
let mailbox: Mailbox
let client: string
let campaign: CampaignPath

beforeAll(async () => {
  firm = await startHighlevel(() => (world ? machineTime(world.clock) : noon_ms))
  mailbox = await startMailbox({ now: () => noon_ms })
  world = await makeConnectionsWorld({
    OUTGOING_ALLOW: firm.host,
    SMTP_URL: mailbox.smtpUrl,
    ...highlevelEnv(firm.url),
    HIGHLEVEL_APP_ID: ours,
    HIGHLEVEL_WEBHOOK_KEY: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
  })
  client = world.tree.acme.clients[0]!.id
})
afterAll(async () => {
  closeMail(world.http.platform)
  await world.close()
  await Promise.all([firm.stop(), mailbox.close()])
})
beforeEach(async () => {
  world.wait(24 * 3_600_000)
  firm.contacts.clear()
  await world.authorize(client, 'highlevel')
  campaign = await world.newCampaign()
  await world.use(campaign, 'highlevel', {})
})

const uninstall = { type: 'UNINSTALL', appId: ours, locationId: highlevelLocation }

async function send(message: object, { key = privateKey, sent = JSON.stringify(message) } = {}): Promise<number> {
  const signature = sign(null, Buffer.from(JSON.stringify(message)), key).toString('base64')
  const { statusCode } = await world.http.app.inject({
    method: 'POST',
    url: '/hooks/services/highlevel',
    headers: { 'content-type': 'application/json', 'x-ghl-signature': signature },
    payload: sent,
  })
  return statusCode
}

const readIntegration = async () => {
  const params = { company: client, slug: 'highlevel' as const }
  return (await world.http.as(world.tree.acme.owner).call(getIntegration, { params })).body.data
}
const runAll = () => runJobs(world.db, world.http.platform)

test('an uninstalled app pauses its campaigns at once, with a mail, and reconnecting sends what they missed', async () => {
  firm.revoke()
  expect(await send(uninstall)).toBe(200)
  await runAll()
  expect(await readIntegration()).toMatchObject({ status: 'reconnect', cause: 'app_removed' })
  expect(await world.destinationOf(campaign)).toMatchObject({ status: 'disabled', cause: 'app_removed' })
  const warnings = mailbox.messages().filter(({ text }) => text.includes(causeTexts.app_removed))
  expect(warnings.map(({ subject }) => subject)[0]).toMatch(/^Delivery turned off/)
  const [lead] = await world.addLeads(campaign, 1)
  await world.deliverFor(1)
  expect(firm.contacts.size).toBe(0)
  await world.authorize(client, 'highlevel')
  await world.deliverFor(1)
  expect([...firm.contacts.keys()]).toEqual([lead!.email])
})

test('a repeated message changes nothing and mails nobody again, even after the app was installed again', async () => {
  firm.revoke()
  await send(uninstall)
  await runAll()
  const mails = mailbox.messages().length
  await send(uninstall)
  await runAll()
  expect(mailbox.messages()).toHaveLength(mails)
  await world.authorize(client, 'highlevel')
  await send(uninstall)
  await runAll()
  expect(await readIntegration()).toMatchObject({ status: 'connected', cause: null })
  expect(await world.destinationOf(campaign)).toMatchObject({ status: 'ok' })
})

test('while HighLevel is down the question is repeated', async () => {
  firm.revoke()
  await send(uninstall)
  firm.fail({ kind: 'answer', response: { status: 503 } })
  await expect(runAll()).rejects.toThrow('service_error')
  await send(uninstall)
  await runAll()
  expect(await readIntegration()).toMatchObject({ cause: 'app_removed' })
})

describe('is rejected or ignored', () => {
  const at = (ago_ms: number): string => new Date(machineTime(world.clock) - ago_ms).toISOString()
  test.each<[string, () => Promise<number>, number]>([
    ['a message signed by somebody else', () => send(uninstall, { key: otherKey }), 403],
    ['other bytes than were signed', () => send(uninstall, { sent: `${JSON.stringify(uninstall)} ` }), 403],
    ['a message of an hour ago', () => send({ ...uninstall, timestamp: at(3_600_000) }), 403],
    [
      'one about another app, which HighLevel signs with the same key',
      () => send({ ...uninstall, appId: 'theirs' }),
      200,
    ],
    ['one about another location', () => send({ ...uninstall, locationId: 'elsewhere' }), 200],
    ['another kind of message', () => send({ ...uninstall, type: 'INSTALL' }), 200],
    ['a whole agency’s', () => send({ type: 'UNINSTALL', appId: ours, companyId: 'c1' }), 200],
  ])('%s', async (_what, post, status) => {
    firm.revoke()
    expect(await post()).toBe(status)
    await runAll()
    expect(await readIntegration()).toMatchObject({ status: 'connected' })
  })

  test('a key that is no public key, at the start', async () => {
    const { serviceSettings } = await import('../service-settings.ts')
    for (const key of ['AAAA', 'not a key'])
      expect(serviceSettings.safeParse({ HIGHLEVEL_WEBHOOK_KEY: key }).success).toBe(false)
  })
})
