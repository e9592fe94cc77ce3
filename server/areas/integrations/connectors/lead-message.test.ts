import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { previewIntegration } from '#contract/integrations/connections.ts'
import type { ServiceSlug } from '#contract/integrations/services.ts'
import { listReceipts, takeBackLead } from '#contract/integrations/take-back.ts'
import { takeBackJob } from '#server/areas/integrations/take-back/run-take-back.ts'
import { machineTime } from '#server/platform/clock.ts'
import { makeConnectionsWorld, type ConnectionsWorld } from '#server/test/connections-world.ts'
import { noon_ms } from '#server/test/deliveries-world.ts'
import { namedHost } from './named-host.ts'
import { startSlack, type SlackStandIn } from './slack/stand-in.ts'
import { startTeams, type TeamsStandIn } from './teams/stand-in.ts'

// Slack and Microsoft Teams: what people in a channel read about a lead.

let world: ConnectionsWorld
let slack: SlackStandIn
let teams: TeamsStandIn
let client: string

beforeAll(async () => {
  slack = await startSlack(() => (world ? machineTime(world.clock) : noon_ms))
  teams = await startTeams()
  world = await makeConnectionsWorld({ OUTGOING_ALLOW: `${slack.host},${teams.host}` })
  client = world.tree.acme.clients[0]!.id
})
beforeEach(() => {
  world.wait(61_000)
  slack.messages.length = 0
  teams.messages.length = 0
})
afterAll(async () => {
  await world.close()
  await Promise.all([slack.stop(), teams.stop()])
})

const chats = ['slack', 'teams'] as const
const firmOf = (slug: ServiceSlug) => (slug === 'slack' ? slack : teams)
const owner = () => world.http.as(world.tree.acme.owner)

async function sent(slug: ServiceSlug, details = {}, change = '', values: readonly unknown[] = []) {
  const connection = await world.connect(client, slug, { webhook_url: firmOf(slug).webhook })
  expect(connection.status).toBe(200)
  const campaign = await world.newCampaign()
  await world.use(campaign, slug, details)
  const [lead] = await world.addLeads(campaign, 1)
  if (change !== '') await world.db.adminPool.query(`update lead set ${change} where id = $1`, [lead!.id, ...values])
  await world.deliverFor(1)
  return { campaign, lead: lead!, message: firmOf(slug).messages.at(-1) ?? '' }
}

describe.each(chats)('a message in %s', (slug) => {
  test('gets who, where, which page and the link under the agency’s brand, and nothing else about the person', async () => {
    const { campaign, lead, message } = await sent(slug)
    expect(message).toContain('New lead: Ada Lovelace (Austin, TX)')
    expect(message).toContain('https://plumbright.test/pricing')
    expect(message).toContain(`${world.tree.acme.owner.host}`)
    expect(message).toContain(`/leads/${lead.id}`)
    for (const secret of [lead.email, '5555550100', 'Analytical', '78701']) expect(message).not.toContain(secret)
    expect(await world.deliveriesOf(campaign)).toMatchObject([
      { status: 'delivered', attempts: 1, cause: slug === 'teams' ? 'accepted' : null },
    ])
  })

  test('gets only the chosen fields, under the chosen names', async () => {
    const fields = [
      { lead: 'email', target: 'Write to' },
      { lead: 'zip', target: 'zip' },
    ]
    const { campaign, lead, message } = await sent(slug, { fields })
    expect(message).toContain('Write to: ')
    expect(message).toContain(lead.email)
    expect(message).toContain('ZIP')
    for (const other of ['Lovelace', 'Austin', 'pricing']) expect(message).not.toContain(other)
    const body = { leadspeek_api_id: campaign.campaignId, integration_slug: slug, details: { fields } } as const
    const preview = await owner().call(previewIntegration, { body })
    expect(preview.body.data.fields).toEqual([
      { target: 'Write to', value: 'taylor@example.com' },
      { target: 'zip', value: '78701' },
    ])
  })

  test('reads in the language of the client’s first user', async () => {
    const languageOf = (language: string) =>
      world.db.adminPool.query('update app_user set language = $2 where company_id = $1', [client, language])
    await languageOf('ar')
    const { message } = await sent(slug)
    await languageOf('en')
    expect(message).toContain('عميل محتمل جديد')
    expect(message).toContain('افتح العميل المحتمل')
    if (slug === 'teams') expect(JSON.parse(message)).toMatchObject({ attachments: [{ content: { rtl: true } }] })
  })

  test('takes what a visitor typed as text: no mention, link or sign that turns the line around', async () => {
    const hostile = '<!channel> *x* [y](https://evil.test) `z` \u202egnp.exe'
    const { message, campaign } = await sent(slug, {}, 'first_name = $2, city = $3', [hostile, 'x'.repeat(5_000)])
    expect(await world.deliveriesOf(campaign)).toMatchObject([{ status: 'delivered', attempts: 1 }])
    expect(message).not.toContain('\u202e')
    const body = JSON.parse(message) as { text?: string; blocks?: { type: string; text: { type: string } }[] }
    if (slug === 'slack') {
      expect(body.text).toContain('&lt;!channel&gt;')
      expect(body.blocks!.filter(({ text }) => text?.type === 'mrkdwn')).toHaveLength(1)
    } else expect(message).not.toContain('"TextBlock"')
  })
})

describe.each(chats)('a channel of %s', (slug) => {
  test('waits when it is asked to, and loses nothing', async () => {
    await sent(slug)
    const campaign = await world.newCampaign()
    await world.use(campaign, slug, {})
    await world.addLeads(campaign, 5)
    firmOf(slug).fail({ kind: 'answer', response: { status: 429, headers: { 'retry-after': '300' } } })
    const before = firmOf(slug).received.length
    await world.deliverFor(0.05)
    expect(firmOf(slug).received.length - before).toBe(1)
    await world.deliverFor(1)
    expect((await world.deliveriesOf(campaign)).map(({ status }) => status)).toEqual(Array(5).fill('delivered'))
    expect(firmOf(slug).messages).toHaveLength(6)
  })

  test('that was removed pauses its campaigns, and gets what it missed once another address is pasted', async () => {
    await sent(slug)
    const setGone = (isGone: boolean) => (slug === 'slack' ? slack.remove(isGone) : teams.turnOff(isGone))
    const campaign = await world.newCampaign()
    await world.use(campaign, slug, {})
    await world.addLeads(campaign, 2)
    setGone(true)
    await world.deliverFor(1)
    setGone(false)
    expect(await world.destinationOf(campaign)).toMatchObject({ status: 'disabled', cause: 'token_expired' })
    await world.connect(client, slug, { webhook_url: firmOf(slug).webhook })
    await world.deliverFor(1)
    expect((await world.deliveriesOf(campaign)).map(({ status }) => status)).toEqual(['delivered', 'delivered'])
  })

  test('cannot take a message back: the client is asked to, with a receipt', async () => {
    const { campaign, lead } = await sent(slug)
    await owner().call(takeBackLead, { body: { lead_id: lead.id } })
    await takeBackJob.run(world.http.platform, { rootId: campaign.rootId })
    const receipts = await owner().call(listReceipts, { params: { lead: lead.id } })
    expect(receipts.body.data).toMatchObject([{ kind: slug, status: 'manual', done_at: null }])
  })
})

test.each([
  [{ status: 200, body: 'no' }, 'service_error', false],
  [{ status: 500, body: 'rollup_error' }, 'service_error', false],
  [{ status: 400, body: 'invalid_blocks' }, 'rejected', true],
  [{ status: 410, body: 'channel_is_archived' }, 'list_deleted', false],
  [{ status: 403, body: 'action_prohibited' }, 'no_permission', false],
] as const)('Slack’s answer %j in plain text means %s', async (response, cause, isFinal) => {
  await sent('slack')
  const campaign = await world.newCampaign()
  await world.use(campaign, 'slack', {})
  await world.addLeads(campaign, 1)
  // One message a second.
  world.wait(2_000)
  slack.fail({ kind: 'answer', response })
  await world.deliverFor(0.0001)
  const [delivery] = await world.deliveriesOf(campaign)
  expect(delivery).toMatchObject({ cause, status: isFinal ? 'dead' : 'waiting' })
})

test('only addresses of the two services are taken, of Teams only those of workflows', async () => {
  const wrong: readonly [ServiceSlug, string][] = [
    ['slack', 'https://hooks.slack.com.evil.test/services/T1/B1/abc'],
    ['slack', 'https://hooks.slack.com/workflows/T1/B1/abc'],
    ['slack', 'http://hooks.slack.com/services/T1/B1/abc'],
    ['teams', 'https://acme.webhook.office.com/webhookb2/x/IncomingWebhook/y/z'],
    ['teams', 'https://logic.azure.com.evil.test/workflows/x/triggers/manual/paths/invoke?api-version=1&sig=a'],
    ['teams', 'https://prod-1.westus.logic.azure.com/workflows/x/triggers/manual/paths/invoke?api-version=1'],
  ]
  for (const [slug, webhook_url] of wrong) {
    const answer = await world.connect(client, slug, { webhook_url })
    expect([answer.status, answer.body.field], webhook_url).toEqual([422, 'webhook_url'])
  }
  const right: readonly [ServiceSlug, string][] = [
    ['slack', 'https://hooks.slack.com/services/T1/B1/abcdefgh'],
    [
      'teams',
      'https://prod-1.westus.logic.azure.com:443/workflows/x/triggers/manual/paths/invoke?api-version=1&sig=abcd',
    ],
    [
      'teams',
      'https://d.ab.environment.api.powerplatform.com/powerautomate/w/triggers/manual/paths/invoke?api-version=1&sig=a',
    ],
  ]
  for (const [slug, webhook_url] of right) {
    const answer = await world.connect(client, slug, { webhook_url })
    expect(answer.status, webhook_url).toBe(200)
    expect(answer.raw.body).not.toContain(webhook_url)
  }
})

test('a host is a service’s own by whole names or by suffix, on the usual port, without a name in it', () => {
  const config = { OUTGOING_ALLOW: [] as string[] }
  const isTaken = (text: string): boolean => {
    try {
      namedHost(config, text, ['.salesforce.com', 'api.test'], 'service_error')
      return true
    } catch {
      return false
    }
  }
  expect(['https://acme.my.salesforce.com', 'https://api.test:443/x'].map(isTaken)).toEqual([true, true])
  const wrong = [
    'https://salesforce.com.evil.test',
    'https://evilsalesforce.com',
    'https://a.salesforce.com:8443',
    'no',
  ]
  expect([...wrong, 'https://x@a.salesforce.com', 'https://a.api.test'].map(isTaken)).toEqual(Array(6).fill(false))
})
