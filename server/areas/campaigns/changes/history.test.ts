import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeOrganization, saveOrganization } from '#contract/audiences/organizations.ts'
import { updateCampaign, setCampaignActive } from '#contract/campaigns/campaigns.ts'
import { listCampaignHistory } from '#contract/campaigns/history.ts'
import { openCampaignStage, fullCampaign, type CampaignStage } from '#server/test/campaign-stage.ts'
import type { TestUser } from '#server/test/factories.ts'
import { makeAudience } from '#server/test/make-audience.ts'

let stage: CampaignStage

beforeAll(async () => {
  stage = await openCampaignStage()
})
afterAll(() => stage.close())

const historyOf = async (user: TestUser, id: string, query = {}) =>
  (await stage.http.as(user).call(listCampaignHistory, { params: { id }, query })).body

async function make(): Promise<string> {
  const { data } = (await stage.create(stage.tree.acme.owner, stage.plumbright, fullCampaign)).body
  return data.leadspeek_api_id
}
const change = async (leadspeek_api_id: string, fields: object): Promise<void> => {
  const { owner } = stage.tree.acme
  const answer = await stage.http.as(owner).call(updateCampaign, { body: { leadspeek_api_id, ...fields } })
  expect(answer.status).toBe(200)
}

test('the history lists each change with old and new values, the newest first', async () => {
  const id = await make()
  expect((await historyOf(stage.tree.acme.owner, id)).data).toEqual([])
  await change(id, { CostSet: '3.50', LimitLead: 40, campaignName: 'Spring visitors' })
  await change(id, { enddatecampaign: '', active_hours: ['tue 09:00-12:00', 'mon 09:00-17:00'], phoneenabled: 'F' })
  const { data, total } = await historyOf(stage.tree.acme.owner, id)
  expect(total).toBe(2)
  expect(data.map(({ changes }) => changes)).toEqual([
    [
      { field: 'enddatecampaign', is_kept: true, before: '2027-01-31', after: '' },
      {
        field: 'active_hours',
        is_kept: true,
        before: [],
        after: ['mon 09:00-17:00', 'tue 09:00-12:00'],
      },
      { field: 'phoneenabled', is_kept: true, before: true, after: false },
    ],
    [
      { field: 'CostSet', is_kept: true, before: 2.25, after: 3.5 },
      { field: 'LimitLead', is_kept: true, before: 25, after: 40 },
    ],
  ])
  expect(data[0]).toMatchObject({ type_user: 'admin', action: 'Campaign changed' })
  expect(data[0]!.name).not.toBe('')
})

test('recipients and answers are listed without their values', async () => {
  const id = await make()
  await change(id, { reportSentTo: 'someone@plumbright.example' })
  const { data } = await historyOf(stage.tree.acme.owner, id)
  expect(data[0]!.changes).toEqual([{ field: 'reportSentTo', is_kept: false, before: null, after: null }])
  const { rows } = await stage.db.adminPool.query('select before, after from activity where campaign_id = $1', [id])
  expect(JSON.stringify(rows)).not.toContain('someone@')
})

test('long lists are truncated', async () => {
  const id = await make()
  const states = ['AL', 'AZ', 'AR', 'CA', 'CO', 'CT', 'DE', 'FL', 'GA', 'ID', 'IL', 'IN', 'IA', 'KS', 'KY', 'LA', 'ME']
  const all = [...states, 'MD', 'MA', 'MI', 'MN', 'MS']
  await change(id, { locationtarget: 'State', state: all, zip: '' })
  const { data } = await historyOf(stage.tree.acme.owner, id)
  const { after } = data[0]!.changes.find(({ field }) => field === 'state')!
  expect(after).toHaveLength(21)
  expect((after as string[]).at(-1)).toBe('+2')
})

test('a client sees the history without names and without fields that only the agency sees', async () => {
  const id = await make()
  await change(id, { leadsAmountNotification: 5 })
  await change(id, { leadsAmountNotification: 6, LimitLead: 30 })
  const { data, total } = await historyOf(stage.plumbright.user, id)
  expect(total).toBe(1)
  expect(data).toMatchObject([
    { name: '', type_user: 'admin', changes: [{ field: 'LimitLead', before: 25, after: 30 }] },
  ])
})

test('the history includes starting and pausing', async () => {
  const id = await make()
  const call = (status: string) =>
    stage.http.as(stage.tree.acme.owner).call(setCampaignActive, { body: { leadspeek_api_id: id, status } })
  expect((await call('active')).status).toBe(200)
  await call('pause')
  const { data } = await historyOf(stage.tree.acme.owner, id)
  expect(data.map(({ changes }) => changes[0])).toEqual([
    { field: 'status', is_kept: true, before: 'active', after: 'pause' },
    { field: 'status', is_kept: true, before: 'draft', after: 'active' },
  ])
})

test('the history is paged, and unavailable to other companies', async () => {
  const id = await make()
  for (const LimitLead of [31, 32, 33]) await change(id, { LimitLead })
  const page = await historyOf(stage.tree.acme.owner, id, { Page: 2, PerPage: 2 })
  expect(page).toMatchObject({ total: 3, last_page: 2, data: [{ changes: [{ before: 25, after: 31 }] }] })
  const strange = await stage.http.as(stage.tree.brightside.owner).call(listCampaignHistory, { params: { id } })
  expect([403, 404]).toContain(strange.status)
})

test('an organization and audiences are kept by the names that they had', async () => {
  const id = await make()
  const as = stage.http.as(stage.tree.acme.owner)
  const companyID = stage.plumbright.id
  const organization = await as.call(saveOrganization, {
    body: {
      companyID,
      organizationName: 'Reach & Co',
      campaigns: [{ campaignName: 'Newsletter', clientCampaignID: '', externalId: 'ext-1' }],
    },
  })
  const { clientOrganizationID, campaigns } = organization.body.data
  const audience = (name: string): Promise<string> =>
    makeAudience(
      { db: stage.db, rootId: stage.tree.root.id },
      { agencyId: stage.tree.acme.id, clientId: companyID },
      {},
      name,
    )
  await change(id, {
    clientOrganizationID,
    clientCampaignID: campaigns[0]!.clientCampaignID,
    include_audiences: [await audience('Near us')],
    exclude_audiences: [await audience('Our staff')],
  })
  await change(id, { clientOrganizationID: '', clientCampaignID: '', include_audiences: [], exclude_audiences: [] })
  expect((await as.call(removeOrganization, { params: { id: clientOrganizationID } })).status).toBe(200)
  const { data } = await historyOf(stage.plumbright.user, id)
  const changes = [
    { field: 'clientOrganizationID', is_kept: true, before: '', after: 'Reach & Co' },
    { field: 'clientCampaignID', is_kept: true, before: '', after: 'Newsletter' },
    { field: 'include_audiences', is_kept: true, before: [], after: ['Near us'] },
    { field: 'exclude_audiences', is_kept: true, before: [], after: ['Our staff'] },
  ]
  expect(data.map(({ changes }) => changes)).toEqual([
    changes.map(({ before, after, ...each }) => ({ ...each, before: after, after: before })),
    changes,
  ])
})
