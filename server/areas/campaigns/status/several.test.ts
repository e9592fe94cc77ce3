import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { updateCampaign } from '#contract/campaigns/campaigns.ts'
import { changeCampaigns, type SeveralAction } from '#contract/campaigns/several.ts'
import { newId } from '#server/platform/ids.ts'
import { openCampaignStage, type CampaignStage } from '#server/test/campaign-stage.ts'
import { makeCampaign, type TestUser } from '#server/test/factories.ts'

let stage: CampaignStage

beforeAll(async () => {
  stage = await openCampaignStage()
})
afterAll(() => stage.close())

const statuses = ['draft', 'active', 'pause', 'stop', 'archived'] as const

/** One campaign in each status, named after it. */
const oneOfEach = (client = stage.plumbright) =>
  Promise.all(statuses.map(async (status) => (await makeCampaign(stage.db, client, { name: status, status })).id))

const change = (
  campaign_ids: string[],
  action: SeveralAction,
  { preview = 'F', user = stage.tree.acme.owner, companyID = stage.tree.acme.id }: Partial<Named> = {},
) => stage.http.as(user).call(changeCampaigns, { body: { companyID, campaign_ids, action, preview } })

interface Named {
  preview: 'T' | 'F'
  user: TestUser
  companyID: string
}

const statesOf = async (ids: readonly string[]): Promise<string[]> => {
  const { rows } = await stage.db.adminPool.query<{ id: string; status: string }>(
    'select id, status from campaign where id = any($1::uuid[])',
    [ids],
  )
  return ids.map((id) => rows.find((row) => row.id === id)!.status)
}

const entriesOf = async (ids: readonly string[]): Promise<number> =>
  (await stage.db.adminPool.query('select from activity where campaign_id = any($1::uuid[])', [ids])).rows.length

describe('a bulk change of campaigns', () => {
  test.each<[action: SeveralAction, after: string[], refused: string[]]>([
    ['start', ['active', 'active', 'active', 'active', 'archived'], ['archived']],
    ['pause', ['draft', 'pause', 'pause', 'stop', 'archived'], ['draft', 'stop', 'archived']],
    ['archive', ['archived', 'active', 'archived', 'archived', 'archived'], ['active']],
  ])('%s: changes each on its own, names the rejected ones and matches the preview', async (action, after, refused) => {
    const ids = await oneOfEach()
    const preview = await change(ids, action, { preview: 'T' })
    expect(await statesOf(ids)).toEqual(statuses)
    expect(await entriesOf(ids)).toBe(0)
    const outcome = await change(ids, action)
    expect([preview.status, outcome.status]).toEqual([200, 200])
    expect(outcome.body.data).toEqual(preview.body.data)
    expect(outcome.body.data.map(({ from }) => from)).toEqual(statuses)
    expect(outcome.body.data.map(({ to }) => to)).toEqual(after)
    expect(outcome.body.data.filter((one) => one.refused !== '').map(({ name }) => name)).toEqual(refused)
    expect(await statesOf(ids)).toEqual(after)
    expect(await entriesOf(ids)).toBe(statuses.filter((before, at) => before !== after[at]).length)
  })

  test('keeps the client’s count of active campaigns correct', async () => {
    const ids = await oneOfEach(stage.harbor)
    const before = await stage.countsOf(stage.harbor)
    await change(ids, 'start')
    expect(await stage.countsOf(stage.harbor)).toEqual({ ...before, active_campaigns: before.active_campaigns + 3 })
  })

  test('says what one campaign lacks and starts the others', async () => {
    const lacking = await makeCampaign(stage.db, stage.plumbright, { status: 'draft' })
    const ready = await makeCampaign(stage.db, stage.plumbright, { status: 'draft' })
    const body = { leadspeek_api_id: lacking.id, startdatecampaign: '2026-01-01', enddatecampaign: '2026-11-19' }
    await stage.http.as(stage.tree.acme.owner).call(updateCampaign, { body })
    const { data } = (await change([lacking.id, ready.id], 'start')).body
    expect(data.map(({ to, refused }) => [to, refused])).toEqual([
      ['draft', 'The end date has passed.'],
      ['active', ''],
    ])
  })

  test('reports other companies’ campaigns as nonexistent, and changes none of them', async () => {
    const foreign = await makeCampaign(stage.db, stage.solstice)
    const beside = await makeCampaign(stage.db, stage.harbor)
    const none = newId(1)
    const answer = await change([foreign.id, beside.id, none], 'pause', { companyID: stage.plumbright.id })
    expect(answer.body.data.map(({ campaign_id: _id, ...one }) => one)).toEqual(
      [1, 2, 3].map(() => ({
        name: '',
        company_name: '',
        from: null,
        to: null,
        refused: 'This campaign no longer exists.',
      })),
    )
    expect(await statesOf([foreign.id, beside.id])).toEqual(['active', 'active'])
    expect((await change([foreign.id], 'pause', { companyID: stage.tree.brightside.id })).status).toBe(404)
  })

  test('is available to clients only if their agency allows it', async () => {
    const { id } = await makeCampaign(stage.db, stage.harbor)
    const { user } = stage.harbor
    expect((await change([id], 'pause', { user, companyID: stage.harbor.id })).status).toBe(403)
    expect((await change([id], 'pause', { user, companyID: stage.tree.acme.id })).status).toBe(404)
    expect(await statesOf([id])).toEqual(['active'])
  })
})
