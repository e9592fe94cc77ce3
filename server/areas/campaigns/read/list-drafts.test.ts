import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listDrafts, type SetupStep } from '#contract/campaigns/ready.ts'
import { changeCampaigns } from '#contract/campaigns/several.ts'
import { openCampaignStage, type CampaignStage } from '#server/test/campaign-stage.ts'
import type { TestUser } from '#server/test/factories.ts'

let stage: CampaignStage
beforeAll(async () => {
  stage = await openCampaignStage()
})
afterAll(() => stage.close())
beforeEach(() => stage.db.adminPool.query(`update campaign set status = 'archived' where status = 'draft'`))

const site = 'https://site.example/'
const list = async (user: TestUser = stage.tree.acme.owner, companyID = stage.tree.acme.id, moduleType = 'all') =>
  stage.http.as(user).call(listDrafts, { params: { companyID, clientID: 'all' }, query: { moduleType } as never })
const kindsOf = (draft: { steps: { kind: SetupStep['kind']; needed: boolean }[] } | undefined): string[] | undefined =>
  draft?.steps.map(({ kind, needed }) => (needed ? kind : `${kind}?`))

describe('campaigns that were never started', () => {
  test('are listed with their missing setup steps, those ready to start first', async () => {
    const { owner } = stage.tree.acme
    const make = (campaignName: string, fields: object) =>
      stage.create(owner, stage.plumbright, { campaignName, ...fields })
    await make('Ready', { urlCode: site, reportSentTo: 'ann@plumbright.example' })
    await make('No site', { urlCode: '', enddatecampaign: '2026-11-20', startdatecampaign: '2026-11-01' })
    const { status, body } = await list()
    expect(status).toBe(200)
    expect(body).toMatchObject({ total: 2, ready: 1 })
    expect(body.drafts.map(({ campaignName }) => campaignName)).toEqual(['Ready', 'No site'])
    const [ready, bare] = body.drafts
    expect(kindsOf(ready)).toEqual(['pixel?'])
    expect(kindsOf(bare)).toEqual(['field', 'delivery?'])
    expect(bare!.steps[0]).toMatchObject({ field: 'urlCode', needed: true })
    expect(ready).toMatchObject({ company_name: stage.plumbright.name, ready: true })
  })

  test('lack the product when their client no longer has it', async () => {
    const { owner } = stage.tree.acme
    await stage.create(owner, stage.plumbright, { urlCode: site })
    const modules = (text: string) =>
      stage.db.adminPool.query(`update company set modules = $2 where id = $1`, [stage.plumbright.id, text])
    await modules('{locator}')
    const { body } = await list()
    expect(kindsOf(body.drafts[0])).toEqual(['product', 'pixel?', 'delivery?'])
    // Without the product's name, which the agency may have changed.
    expect(body.drafts[0]!.steps[0]!.message).toBe('This client does not have this product.')
    await modules('{local,locator,enhance,b2b}')
  })

  test('are absent while their client is removed', async () => {
    await stage.create(stage.tree.acme.owner, stage.plumbright, { urlCode: site })
    const remove = (at: Date | null) =>
      stage.db.adminPool.query('update company set removed_at = $2 where id = $1', [stage.plumbright.id, at])
    await remove(new Date())
    expect((await list()).body).toMatchObject({ total: 0, drafts: [] })
    await remove(null)
    expect((await list()).body.total).toBe(1)
  })

  test('are marked ready exactly when a bulk start would accept them', async () => {
    const { owner, id } = stage.tree.acme
    await stage.create(owner, stage.plumbright, { campaignName: 'One', urlCode: site })
    await stage.create(owner, stage.harbor, { campaignName: 'Two', urlCode: site })
    await stage.create(owner, stage.harbor, { campaignName: 'Three', urlCode: '' })
    const { drafts } = (await list()).body
    const body = {
      companyID: id,
      campaign_ids: drafts.map(({ leadspeek_api_id }) => leadspeek_api_id),
      action: 'start',
      preview: 'T',
    } as const
    const preview = (await stage.http.as(owner).call(changeCampaigns, { body })).body.data
    const startable = new Map(preview.map(({ campaign_id, refused }) => [campaign_id, refused === '']))
    for (const { leadspeek_api_id, ready } of drafts) expect(startable.get(leadspeek_api_id)).toBe(ready)
  })

  test('are limited to the given client and module, and hidden from users who may not start them', async () => {
    const { tree, plumbright, harbor } = stage
    await stage.create(tree.acme.owner, plumbright, { campaignName: 'Own', urlCode: site })
    await stage.create(tree.acme.owner, harbor, { campaignName: 'Foreign', urlCode: site })
    const drafts = await list(tree.acme.owner, plumbright.id)
    expect(drafts.body.drafts.map(({ campaignName }) => campaignName)).toEqual(['Own'])
    expect((await list(tree.acme.owner, tree.acme.id, 'locator')).body).toMatchObject({ total: 0, drafts: [] })
    // The agency manages this client's campaigns (OQ-12).
    expect((await list(plumbright.user, plumbright.id)).status).toBe(403)
    expect((await list(plumbright.user, harbor.id)).status).toBe(404)
    expect((await list(tree.acme.bareAdmin)).status).toBe(403)
    expect((await list(tree.brightside.owner)).status).toBe(404)
    expect((await list(tree.root.system)).status).toBe(403)
  })
})
