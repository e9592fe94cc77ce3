import { expect, test } from 'vitest'
import { listInbox } from '#contract/inbox/inbox.ts'
import { updateCampaign } from '#contract/campaigns/campaigns.ts'
import { migrateBefore } from '#server/test/migrate-in-two.ts'
import { openTree } from '#server/test/open-tree.ts'
import { makeCampaign } from '#server/test/factories.ts'

// No campaign goes without a limit (decision 42).

const idOf = (end: number): string => `00000000-0000-4000-8000-${String(end).padStart(12, '0')}`

test('campaigns from before get a limit that does not stop what they usually get', async () => {
  const { db, finish, close } = await migrateBefore('0710-limits-of-all-campaigns.sql')
  const [root, agency, client] = [idOf(1), idOf(2), idOf(3)]
  await db.adminPool.query(
    `insert into company (id, kind, root_id, name, time_zone, created_at) values ($1, 'root', $1, 'Operator', 'UTC', '2026-01-01')`,
    [root],
  )
  await db.adminPool.query(
    `insert into brand (company_id, root_id, name, legal_name, brand_color, mail_from, updated_at, min_lead_day_enhance)
     values ($1, $1, 'Operator', 'Operator', '#112233', 'hello@leads.example', now(), 30)`,
    [root],
  )
  const add = async (
    at: number,
    { module = 'local', price = 10_000, limit = null as number | null, busiest = 0, ago = 9 },
  ) => {
    await db.adminPool.query(
      `insert into campaign (agency_id, id, root_id, client_id, module, name, status, pixel_key, start_date, limit_leads, limit_period,
         retail_price_e4, wholesale_price_e4, created_at, updated_at)
       values ($1, $2, $3, $4, $5, 'Visitors', 'active', $6, '2026-01-01', $7, 'week', $8, 0, '2026-01-01', '2026-01-01')`,
      [agency, idOf(at), root, client, module, String(at).padStart(16, '0'), limit, price],
    )
    await db.adminPool.query(
      `insert into lead_count (agency_id, of_id, grain, start_at, root_id, client_id, leads, tests, wholesale_e4, retail_e4)
       values ($1, $2, 'day', date_trunc('day', now() - make_interval(days => $3), 'UTC'), $4, $5, $6, 0, 0, 0)`,
      [agency, idOf(at), ago, root, client, busiest],
    )
  }
  await add(10, { busiest: 700 })
  await add(11, { busiest: 12 })
  await add(12, { price: 1_000_000 })
  await add(13, { price: 0, busiest: 900, ago: 120 })
  await add(14, { module: 'enhance', price: 1_000_000 })
  await add(15, { limit: 5, busiest: 700 })
  await add(16, { busiest: 900_000 })
  await finish()
  const { rows } = await db.adminPool.query<{ limit: string; given: boolean }>(
    `select limit_leads || ' a ' || limit_period as limit, limit_given_at is not null as given from campaign order by id`,
  )
  expect(rows.map(({ limit, given }) => (given ? limit : `own: ${limit}`))).toEqual([
    '2100 a day',
    '100 a day',
    '10 a day',
    '100 a day',
    '30 a day',
    'own: 5 a week',
    '1000000 a day',
  ])
  await close()
})

test('a given limit is in the inbox until somebody sets one', async () => {
  const { db, http, tree } = await openTree()
  const { owner, id: companyID, clients } = tree.acme
  const campaign = await makeCampaign(db, clients[0]!, { name: 'Shop' })
  await expect(db.adminPool.query('update campaign set limit_leads = null')).rejects.toThrow('limit_leads')
  await db.adminPool.query(`update campaign set limit_leads = 300, limit_period = 'day', limit_given_at = now()`)
  const lines = async () => (await http.as(owner).call(listInbox, { params: { companyID }, query: {} })).body.data
  expect(await lines()).toMatchObject([{ kind: 'limit_given', leadspeek_api_id: campaign.id, count: 300 }])
  const change = (LimitLead: number) =>
    http.as(owner).call(updateCampaign, { body: { leadspeek_api_id: campaign.id, LimitLead } })
  expect((await change(300)).status).toBe(200)
  expect(await lines()).toHaveLength(1)
  expect((await change(0)).body).toMatchObject({ field: 'LimitLead', message: 'Enter 1 or more.' })
  expect((await change(301)).status).toBe(200)
  expect(await lines()).toEqual([])
})
