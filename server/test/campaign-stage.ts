import { createCampaign } from '#contract/campaigns/campaigns.ts'
import { createStillClock } from '../platform/clock.ts'
import { createTestApp, type TestAnswer, type TestApp } from './app.ts'
import { makeTree, type TestClient, type TestTree, type TestUser } from './factories.ts'
import { createTestDatabase, type TestDatabase } from './harness.ts'

/** The setup of campaign tests: two of Acme's clients and one of Brightside's, on November 20, 2026. */
export interface CampaignStage {
  db: TestDatabase
  http: TestApp
  tree: TestTree
  plumbright: TestClient
  harbor: TestClient
  solstice: TestClient
  create(user: TestUser, client: TestClient, fields?: object): Promise<TestAnswer<typeof createCampaign>>
  pixelOf(campaignId: string): Promise<Record<string, unknown>>
  countsOf(client: TestClient): Promise<{ campaigns: number; active_campaigns: number }>
  close(): Promise<void>
}

export async function openCampaignStage(): Promise<CampaignStage> {
  const db = await createTestDatabase()
  const tree = await makeTree(db)
  const http = await createTestApp(db, { clock: createStillClock(Date.UTC(2026, 10, 20, 12)) })
  return {
    db,
    http,
    tree,
    plumbright: tree.acme.clients[0]!,
    harbor: tree.acme.clients[1]!,
    solstice: tree.brightside.clients[0]!,
    create: (user, client, fields = {}) =>
      http.as(user).call(createCampaign, {
        body: { companyID: client.id, leadspeekType: 'local', campaignName: 'Made', ...fields },
      }),
    async pixelOf(campaignId) {
      return (await db.adminPool.query('select * from pixel where campaign_id = $1', [campaignId])).rows[0]
    },
    async countsOf(client) {
      const { rows } = await db.adminPool.query(
        'select campaigns, active_campaigns from company_count where company_id = $1',
        [client.id],
      )
      return rows[0]
    },
    async close() {
      await http.close()
      await db.drop()
    },
  }
}

/** Every field of a Site ID campaign, none with its default value. */
export const fullCampaign = {
  campaignName: 'Spring visitors',
  urlCode: 'https://www.plumbright.example/start',
  reportSentTo: 'Ann@plumbright.example\nbob@plumbright.example',
  startdatecampaign: '2026-12-01',
  enddatecampaign: '2027-01-31',
  timezone: 'America/Los_Angeles',
  nationaltargeting: 'F',
  locationtarget: 'Zip Code',
  zip: '33101\n00501',
  requireemailaddress: 'F',
  phoneenabled: 'T',
  homeaddressenabled: 'T',
  reidentificationtype: '3 months',
  applyreidentificationall: 'T',
  LimitLead: 25,
  LimitLeadFreq: 'week',
  CostSet: '2.25',
  gtminstalled: 'T',
}
