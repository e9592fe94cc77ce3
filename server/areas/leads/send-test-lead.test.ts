import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sendTestLead, testLeadTooSoon } from '#contract/leads/test-lead.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import type { TestApp } from '#server/test/app.ts'
import { makeCampaign, type TestCampaign, type TestTree, type TestUser } from '#server/test/factories.ts'
import type { TestDatabase } from '#server/test/harness.ts'
import { verifyLedger } from '#server/areas/ledger/verify-ledger.ts'
import { verifyLeads } from './verify-leads.ts'
import { startTree } from '#server/test/open-tree.ts'

let db: TestDatabase
let http: TestApp
let tree: TestTree
let campaign: TestCampaign
const clock = createStillClock(Date.UTC(2026, 10, 20, 12))

beforeAll(async () => {
  const { close, ...stage } = await startTree({ clock })
  ;({ db, http, tree } = stage)
  return close
})
beforeEach(async () => {
  campaign = await makeCampaign(db, tree.acme.clients[0]!, { siteUrl: 'https://plumbright.test/' })
})

const send = (user: TestUser = tree.acme.owner, id = campaign.id) =>
  http.as(user).call(sendTestLead, { body: { leadspeek_api_id: id } })
const addDestination = (kind: 'email' | 'webhook') =>
  db.adminPool.query(
    `insert into destination (agency_id, id, root_id, client_id, campaign_id, kind, url, recipients, created_at)
     values ($1, $2, $3, $4, $5, $6, 'https://receiver.test/', '{leads@example.com}', now())`,
    [tree.acme.id, newId(clock.now()), tree.root.id, tree.acme.clients[0]!.id, campaign.id, kind],
  )

describe('a test lead', () => {
  test('goes to every destination, marked as a test', async () => {
    await addDestination('email')
    await addDestination('webhook')
    const { status, body } = await send()
    expect([status, body.message]).toEqual([200, 'The test lead is on its way to 2 destinations.'])
    const { rows } = await db.adminPool.query('select * from lead where campaign_id = $1', [campaign.id])
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      id: body.data!.id,
      kind: 'test',
      person_id: null,
      page_url: 'https://plumbright.test/',
    })
    const deliveries = await db.adminPool.query('select from delivery where lead_id = $1', [body.data!.id])
    expect(deliveries.rowCount).toBe(2)
  })

  test('says how many destinations it is on its way to, without those that are turned off', async () => {
    await addDestination('email')
    await addDestination('webhook')
    await db.adminPool.query(
      `update destination set status = 'disabled', last_error_code = 'switched_off' where campaign_id = $1 and kind = 'webhook'`,
      [campaign.id],
    )
    const { body } = await send()
    expect([body.message, body.data!.destinations]).toEqual(['The test lead is on its way to one destination.', 1])
  })

  test('costs nothing, does not count toward the limit, and is in no total', async () => {
    await db.adminPool.query('update campaign set limit_leads = 1 where id = $1', [campaign.id])
    const { body } = await send()
    expect(body.message).toBe('The test lead was made. The campaign has no destination that it could be sent to.')
    const { rows } = await db.adminPool.query(
      `select leads, tests, retail_e4 from lead_count where of_id = $1 and grain = 'ever'`,
      [campaign.id],
    )
    expect(rows).toEqual([{ leads: 0, tests: 1, retail_e4: 0 }])
    const counts = await db.adminPool.query(
      `select (select count(*)::int from ledger_transfer) as transfers, (select count(*)::int from limit_use) as uses`,
    )
    expect(counts.rows).toEqual([{ transfers: 0, uses: 0 }])
    expect((await verifyLedger(db.appPool, [verifyLeads])).flatMap(({ problems }) => problems)).toEqual([])
  })

  test('can be sent once a minute per campaign, whoever sends it (R219)', async () => {
    expect((await send()).status).toBe(200)
    clock.advance(59_999)
    const early = await send(tree.acme.clients[0]!.user)
    expect([early.status, early.body.message, early.headers['retry-after']]).toEqual([429, testLeadTooSoon, '1'])
    const sister = await makeCampaign(db, tree.acme.clients[0]!)
    expect((await send(tree.acme.owner, sister.id)).status).toBe(200)
    clock.advance(1)
    expect((await send(tree.acme.clients[0]!.user)).status).toBe(200)
  })

  test('is sent once when ten people send it at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => send()))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 429)])
    const { rowCount } = await db.adminPool.query('select from lead where campaign_id = $1', [campaign.id])
    expect(rowCount).toBe(1)
  })

  test('can be sent again at once when the demo’s clock was moved back', async () => {
    expect((await send()).status).toBe(200)
    clock.advance(-3_600_000)
    expect((await send()).status).toBe(200)
  })

  test.each([
    ['of another agency', () => send(tree.brightside.owner), 404],
    ['of another client', () => send(tree.acme.clients[1]!.user), 404],
    ['without a campaign', () => http.as(tree.acme.owner).call(sendTestLead, { body: {} }), 422],
    [
      'with more than it takes',
      () => http.as(tree.acme.owner).call(sendTestLead, { body: { leadspeek_api_id: campaign.id, n: 2 } }),
      422,
    ],
  ])('%s is rejected and changes nothing', async (_what, attempt, status) => {
    expect((await attempt()).status).toBe(status)
    const { rowCount } = await db.adminPool.query('select from lead where campaign_id = $1', [campaign.id])
    expect(rowCount).toBe(0)
  })
})
