import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readAlertRules, saveAlertRule, type AlertKind, type ChannelKind } from '#contract/alerts/alert-rules.ts'
import { saveMailChoice } from '#contract/people/mail-choices.ts'
import { listInbox } from '#contract/inbox/inbox.ts'
import { startMailbox, type Mailbox } from '#demo/mailbox.ts'
import { startSlack, type SlackStandIn } from '#server/areas/integrations/connectors/slack/stand-in.ts'
import { startTeams, type TeamsStandIn } from '#server/areas/integrations/connectors/teams/stand-in.ts'
import { makeConnectionsWorld, type ConnectionsWorld } from '#server/test/connections-world.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { closeMail } from '#server/platform/mail.ts'
import { raiseAlertsJob } from './raise-alerts.ts'

// What a company wants to be told of is told once, and ends by itself.

let world: ConnectionsWorld
let mailbox: Mailbox
let slack: SlackStandIn
let teams: TeamsStandIn
const hour_ms = 3_600_000

beforeAll(async () => {
  mailbox = await startMailbox({ now: () => world.clock.now() })
  slack = await startSlack(() => world.clock.now())
  teams = await startTeams()
  world = await makeConnectionsWorld({
    SMTP_URL: mailbox.smtpUrl,
    OUTGOING_ALLOW: `${slack.host},${teams.host}`,
  })
})
afterAll(async () => {
  closeMail(world.http.platform)
  await world.close()
  await mailbox.close()
  await slack.stop()
  await teams.stop()
})
beforeEach(async () => {
  await world.db.adminPool.query('delete from alert_rule')
  await world.db.adminPool.query('delete from alert')
  await world.db.adminPool.query(`update campaign set status = 'stop'`)
  await mailsSince()
})

const acme = () => world.tree.acme
const owner = () => world.http.as(acme().owner)
const client = () => world.http.as(acme().clients[0]!.user)
const set = (kind: AlertKind, threshold: number | null, postsTo: ChannelKind[] = [], isOn = true, by = owner()) =>
  by.call(saveAlertRule, { body: { kind, is_on: isOn ? 'T' : 'F', threshold, posts_to: postsTo } })

const seenIds = new Set<number>()
async function mailsSince(): Promise<string[]> {
  await runJobs(world.db, world.http.platform)
  const fresh = mailbox.messages().filter(({ id }) => !seenIds.has(id))
  for (const { id } of fresh) seenIds.add(id)
  return fresh.map(({ subject, to }) => `${to.join()}: ${subject}`).toSorted()
}
async function told(): Promise<string[]> {
  await raiseAlertsJob.run(world.http.platform, {})
  return mailsSince()
}
const change = (id: string, sql: string, ...values: unknown[]) =>
  world.db.adminPool.query(`update campaign set ${sql} where id = $1`, [id, ...values])
const ago = (hours: number): Date => new Date(world.clock.now() - hours * hour_ms)
async function newCampaign(name: string): Promise<string> {
  const { campaignId } = await world.newCampaign()
  await change(campaignId, `status = 'active', name = $2, active_since = $3, start_date = '2020-01-01'`, name, ago(999))
  return campaignId
}
const inboxKinds = async (): Promise<string[]> => {
  const answer = await owner().call(listInbox, { params: { companyID: acme().id }, query: {} })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body.data.map(({ kind }) => kind)
}

describe('a rule', () => {
  test('tells of a silent pixel once, ends when it reports, and tells again', async () => {
    const id = await newCampaign('Roofs')
    await set('silent', 6)
    await change(id, 'last_hit_at = $2', ago(5))
    expect(await told()).toEqual([])
    await change(id, 'last_hit_at = $2', ago(7))
    expect(await told()).toEqual([`${acme().owner.email}: No hits: Roofs`])
    expect(await told()).toEqual([])
    expect(await inboxKinds()).toContain('campaign_silent')
    await change(id, 'last_hit_at = $2', ago(0))
    expect(await told()).toEqual([])
    expect(await inboxKinds()).not.toContain('campaign_silent')
    await change(id, 'last_hit_at = $2', ago(8))
    expect(await told()).toHaveLength(1)
  })

  test('tells of several campaigns in one mail', async () => {
    for (const name of ['Roofs', 'Gutters']) await change(await newCampaign(name), 'last_hit_at = $2', ago(30))
    await set('silent', 24)
    expect(await told()).toEqual([`${acme().owner.email}: Campaigns without hits: 2`])
  })

  test('of a client looks at its own campaigns and tells its own people', async () => {
    await newCampaign('Roofs')
    await set('no_leads', 2, [], true, client())
    expect(await told()).toEqual([`${acme().clients[0]!.user.email}: No leads: Roofs`])
    expect(await inboxKinds()).not.toContain('no_leads')
  })

  test('tells that no lead came for days, and ends with the next lead', async () => {
    const id = await newCampaign('Roofs')
    await set('no_leads', 2)
    expect(await told()).toEqual([`${acme().owner.email}: No leads: Roofs`])
    expect(await inboxKinds()).toContain('no_leads')
    const { rootId, agencyId, clientId } = { ...(await world.newCampaign()) }
    await world.addLeads({ rootId, agencyId, clientId, campaignId: id }, 1)
    await told()
    expect(await inboxKinds()).not.toContain('no_leads')
  })

  test('tells when a share of a limit is used', async () => {
    const id = await newCampaign('Roofs')
    await change(id, `limit_leads = 10, limit_period = 'total'`)
    await set('spending', 80)
    const use = (used: number) =>
      world.db.adminPool.query(
        `insert into limit_use (agency_id, campaign_id, client_id, root_id, period_start, period, used, counted_for)
         select agency_id, id, client_id, root_id, '1970-01-01', 'total', $2, updated_at from campaign where id = $1
         on conflict (agency_id, campaign_id, period, period_start) do update set used = excluded.used`,
        [id, used],
      )
    await use(7)
    expect(await told()).toEqual([])
    await use(8)
    expect(await told()).toEqual([`${acme().owner.email}: Near its limit: Roofs`])
    await change(id, 'limit_leads = 100')
    await told()
    expect(await inboxKinds()).not.toContain('limit_near')
  })

  test('that is turned off ends what it told', async () => {
    await newCampaign('Roofs')
    await set('no_leads', 2)
    await told()
    await set('no_leads', 2, [], false)
    await told()
    expect(await inboxKinds()).not.toContain('no_leads')
  })

  test('respects which emails a person stopped', async () => {
    await newCampaign('Roofs')
    await set('no_leads', 2)
    await owner().call(saveMailChoice, { body: { kind: 'amounts', frequency: 'off' } })
    expect(await told()).toEqual([])
    await owner().call(saveMailChoice, { body: { kind: 'amounts', frequency: 'now' } })
  })
})

describe('what is saved', () => {
  test('is read again, and is off with a suggestion before', async () => {
    const ruleOf = async () => {
      const answer = await owner().call(readAlertRules, {})
      return answer.status === 200 ? answer.body.data.rules[0] : answer
    }
    expect(await ruleOf()).toEqual({ kind: 'silent', is_on: 'F', threshold: 24, posts_to: [] })
    await set('silent', 6)
    expect(await ruleOf()).toEqual({ kind: 'silent', is_on: 'T', threshold: 6, posts_to: [] })
  })

  test('has a threshold within its range and a channel that is connected', async () => {
    expect(await set('silent', 900)).toMatchObject({ status: 422, body: { field: 'threshold' } })
    expect(await set('silent', 6, ['teams'])).toMatchObject({ status: 422, body: { field: 'posts_to' } })
  })
})

describe('a connected channel', () => {
  const posts = () => slack.messages.map((text) => (JSON.parse(text) as { text: string }).text)
  beforeEach(async () => {
    expect(await world.connect(acme().id, 'slack', { webhook_url: slack.webhook })).toMatchObject({ status: 200 })
    world.wait(61_000)
    slack.messages.length = 0
  })

  test('gets an alert once', async () => {
    await change(await newCampaign('Roofs'), 'last_hit_at = $2', ago(7))
    await set('silent', 6, ['slack'])
    await told()
    await told()
    expect(posts()).toEqual(['No hits: Roofs'])
  })

  const failDestination = async (campaignId: string): Promise<unknown> =>
    world.db.adminPool.query(
      `insert into destination (agency_id, id, root_id, client_id, campaign_id, kind, url, status, consecutive_failures, failing_since, created_at)
       select agency_id, gen_random_uuid(), root_id, client_id, id, 'webhook', 'https://hook.test/', 'failing', 5, $2, $2
         from campaign where id = $1`,
      [campaignId, ago(1)],
    )

  test('gets a failing destination, which people are mailed about anyway', async () => {
    await failDestination(await newCampaign('Roofs'))
    await set('deliveries', null, ['slack'])
    expect(await told()).toEqual([])
    expect(posts()).toEqual(['Deliveries fail: Roofs'])
    expect(await inboxKinds()).toContain('delivery_failing')
  })

  test('of a client gets its own failing destinations, in Teams as in Slack', async () => {
    const { id } = acme().clients[0]!
    expect(await world.connect(id, 'teams', { webhook_url: teams.webhook })).toMatchObject({ status: 200 })
    world.wait(61_000)
    await failDestination(await newCampaign('Roofs'))
    expect((await set('deliveries', null, ['teams'], true, client())).status).toBe(200)
    await told()
    expect(teams.messages).toHaveLength(1)
    expect(teams.messages[0]).toContain('Deliveries fail: Roofs')
    expect(posts()).toEqual([])
  })

  test('that was removed since is given up without an error', async () => {
    await change(await newCampaign('Roofs'), 'last_hit_at = $2', ago(7))
    await set('silent', 6, ['slack'])
    slack.remove(true)
    await told()
    slack.remove(false)
    expect(posts()).toEqual([])
  })
})
