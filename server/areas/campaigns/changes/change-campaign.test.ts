import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  archiveCampaign,
  checkCampaignActive,
  getCampaign,
  removeCampaign,
  setCampaignActive,
  updateCampaign,
  updateLocalCampaign,
} from '#contract/campaigns/campaigns.ts'
import { fullCampaign, openCampaignStage, type CampaignStage } from '#server/test/campaign-stage.ts'
import { makeAgency, makeCampaign, type TestUser } from '#server/test/factories.ts'

let stage: CampaignStage

beforeAll(async () => {
  stage = await openCampaignStage()
})
afterAll(() => stage.close())

describe('a change to a campaign', () => {
  test('updates only the fields sent, and keeps pixel and recipients in sync', async () => {
    const campaign = (await stage.create(stage.tree.acme.owner, stage.plumbright, fullCampaign)).body.data
    const { status, body } = await stage.http.as(stage.tree.acme.owner).call(updateLocalCampaign, {
      body: {
        leadspeek_api_id: campaign.leadspeek_api_id,
        urlCode: 'https://shop.plumbright.example',
        locationtarget: 'State',
        state: ['TX', 'FL'],
        reportSentTo: '',
      },
    })
    expect(status).toBe(200)
    expect(body.message).toBe('Data has been updated successfully')
    expect(body.data).toEqual({
      ...campaign,
      urlCode: 'https://shop.plumbright.example',
      site_hosts: ['shop.plumbright.example', 'www.shop.plumbright.example'],
      locationtarget: 'State',
      state: ['FL', 'TX'],
      zip: '',
      reportSentTo: '',
      updated_at: body.data.updated_at,
    })
    expect((await stage.pixelOf(campaign.leadspeek_api_id)).site_hosts).toEqual(body.data.site_hosts)
    const { rows } = await stage.db.adminPool.query(
      'select 1 from destination where campaign_id = $1 and removed_at is null',
      [campaign.leadspeek_api_id],
    )
    expect(rows).toEqual([])
  })

  test('is rejected after someone else’s change, saying who, when and which fields, and can be overwritten', async () => {
    const campaign = (await stage.create(stage.tree.acme.owner, stage.plumbright)).body.data
    const change = (user: TestUser, name: string) =>
      stage.http.as(user).call(updateLocalCampaign, {
        body: { leadspeek_api_id: campaign.leadspeek_api_id, updated_at: campaign.updated_at, campaignName: name },
      })
    const first = await change(stage.tree.acme.admin, 'First')
    expect(first.status).toBe(200)
    const refusal = await change(stage.tree.acme.owner, 'Second')
    expect(refusal.status).toBe(409)
    const { rows } = await stage.db.adminPool.query<{ full_name: string }>(
      'select full_name from app_user where id = $1',
      [stage.tree.acme.admin.id],
    )
    expect(refusal.body.change).toEqual({
      current: first.body.data.updated_at,
      changed_at: first.body.data.updated_at,
      changed_by: [rows[0]!.full_name],
      changed_fields: ['campaignName'],
    })
    const now = await stage.http
      .as(stage.tree.acme.owner)
      .call(getCampaign, { params: { id: campaign.leadspeek_api_id } })
    expect(now.body.data.campaignName).toBe('First')
    const overwriting = { leadspeek_api_id: campaign.leadspeek_api_id, campaignName: 'Second' }
    const over = await stage.http
      .as(stage.tree.acme.owner)
      .call(updateLocalCampaign, { body: { ...overwriting, updated_at: refusal.body.change!.current } })
    expect([over.status, over.body.data.campaignName]).toEqual([200, 'Second'])
  })

  test('reports the status as changed when the campaign was started in the meantime', async () => {
    const campaign = await makeCampaign(stage.db, stage.plumbright)
    const owner = stage.http.as(stage.tree.acme.owner)
    const campaignRead = await owner.call(getCampaign, { params: { id: campaign.id } })
    const status = campaignRead.body.data.status === 'active' ? 'pause' : 'active'
    expect((await owner.call(setCampaignActive, { body: { leadspeek_api_id: campaign.id, status } })).status).toBe(200)
    const body = { leadspeek_api_id: campaign.id, updated_at: campaignRead.body.data.updated_at, campaignName: 'Late' }
    expect((await owner.call(updateLocalCampaign, { body })).body.change!.changed_fields).toEqual(['status'])
  })

  test('accepts the fields of D2§3 L64 on both endpoints, and names an invalid one', async () => {
    const campaign = (await stage.create(stage.tree.acme.owner, stage.plumbright)).body.data
    const owner = stage.http.as(stage.tree.acme.owner)
    for (const operation of [updateCampaign, updateLocalCampaign]) {
      const body = { leadspeek_api_id: campaign.leadspeek_api_id, campaignName: operation.name }
      // A form sends every field, so the flag may be left over from an earlier choice.
      const zipTarget = { ...body, locationtarget: 'Zip Code', zip: '33101', nationaltargeting: 'T' }
      const { data } = (await owner.call(operation, { body: zipTarget })).body
      const places = { locationtarget: 'Zip Code', zip: '33101', nationaltargeting: 'F' }
      expect(data).toMatchObject({ campaignName: operation.name, ...places })
      for (const [field, invalidFields] of [
        ['zip', { locationtarget: 'Zip Code', zip: '3310' }],
        ['zip', { locationtarget: 'State', zip: '33101' }],
        ['locationtarget', { zip: '33101' }],
        ['keyword', { keyword: 'roof' }],
      ] as const) {
        const refusal = await owner.call(operation, { body: { ...body, ...invalidFields } })
        expect({ status: refusal.status, field: refusal.body.field }).toEqual({ status: 422, field })
      }
    }
  })

  test('cannot remove the site of an active campaign', async () => {
    const campaign = await makeCampaign(stage.db, stage.plumbright)
    const { status, body } = await stage.http
      .as(stage.tree.acme.owner)
      .call(updateLocalCampaign, { body: { leadspeek_api_id: campaign.id, urlCode: '' } })
    expect({ status, field: body.field }).toEqual({ status: 422, field: 'urlCode' })
  })

  test('returns the same response for foreign, removed and absent campaigns', async () => {
    const foreign = await makeCampaign(stage.db, stage.solstice)
    const removedCampaign = await makeCampaign(stage.db, stage.plumbright, { status: 'pause' })
    const owner = stage.http.as(stage.tree.acme.owner)
    expect((await owner.call(removeCampaign, { body: { leadspeek_api_id: removedCampaign.id } })).status).toBe(200)
    const answers = []
    for (const id of [foreign.id, removedCampaign.id, '01900000-0000-7000-8000-000000000000']) {
      const reading = await owner.call(getCampaign, { params: { id } })
      const change = await owner.call(updateLocalCampaign, { body: { leadspeek_api_id: id, campaignName: 'Mine' } })
      const start = await owner.call(setCampaignActive, { body: { leadspeek_api_id: id, status: 'active' } })
      answers.push([reading, change, start].map(({ status, body }) => ({ status, ...body, request_id: '' })))
    }
    expect(answers[0]![0]!.status).toBe(404)
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
  })

  test('requires the permission of the role', async () => {
    const campaign = await makeCampaign(stage.db, stage.plumbright)
    const body = { leadspeek_api_id: campaign.id, campaignName: 'Bare' }
    expect((await stage.http.as(stage.tree.acme.bareAdmin).call(updateLocalCampaign, { body })).status).toBe(403)
    expect((await stage.http.as(stage.tree.acme.admin).call(updateLocalCampaign, { body })).status).toBe(200)
    expect((await stage.http.as(stage.tree.root.system).call(updateLocalCampaign, { body })).status).toBe(403)
    expect(
      (await stage.http.as(stage.tree.root.salesRep).call(getCampaign, { params: { id: campaign.id } })).status,
    ).toBe(403)
  })
})

describe('R218: the state of a campaign', () => {
  const setActive = (id: string, status: 'active' | 'pause') =>
    stage.http.as(stage.tree.acme.owner).call(setCampaignActive, { body: { leadspeek_api_id: id, status } })

  test('becomes active only when nothing is missing, and every blocker is named', async () => {
    const campaign = (await stage.create(stage.tree.acme.owner, stage.plumbright)).body.data
    const dates = {
      leadspeek_api_id: campaign.leadspeek_api_id,
      startdatecampaign: '2026-01-01',
      enddatecampaign: '2026-11-19',
    }
    expect((await stage.http.as(stage.tree.acme.owner).call(updateLocalCampaign, { body: dates })).status).toBe(200)
    const refusal = await setActive(campaign.leadspeek_api_id, 'active')
    expect(refusal.status).toBe(422)
    expect(refusal.body.errors!.map(({ field }) => field)).toEqual(['urlCode', 'enddatecampaign'])
    const correction = {
      leadspeek_api_id: campaign.leadspeek_api_id,
      urlCode: 'https://a.example',
      enddatecampaign: '',
    }
    await stage.http.as(stage.tree.acme.owner).call(updateLocalCampaign, { body: correction })
    const before = await stage.countsOf(stage.plumbright)
    expect((await setActive(campaign.leadspeek_api_id, 'active')).body.data.status).toBe('active')
    expect((await setActive(campaign.leadspeek_api_id, 'active')).body.data.status).toBe('active')
    expect(await stage.countsOf(stage.plumbright)).toEqual({ ...before, active_campaigns: before.active_campaigns + 1 })
    expect((await setActive(campaign.leadspeek_api_id, 'pause')).body.data.status).toBe('pause')
    expect(await stage.countsOf(stage.plumbright)).toEqual(before)
    expect((await stage.pixelOf(campaign.leadspeek_api_id)).active).toBe(true)
  })

  test('changes to archived and back, with the pixel off in between', async () => {
    const campaign = await makeCampaign(stage.db, stage.plumbright)
    const archive = (archived: 'T' | 'F') =>
      stage.http.as(stage.tree.acme.owner).call(archiveCampaign, { body: { leadspeek_api_id: campaign.id, archived } })
    expect((await archive('T')).status).toBe(409)
    await setActive(campaign.id, 'pause')
    const before = await stage.countsOf(stage.plumbright)
    expect((await archive('T')).body.data.status).toBe('archived')
    expect((await stage.pixelOf(campaign.id)).active).toBe(false)
    expect(await stage.countsOf(stage.plumbright)).toEqual({ ...before, campaigns: before.campaigns - 1 })
    expect((await setActive(campaign.id, 'active')).status).toBe(409)
    const change = { leadspeek_api_id: campaign.id, campaignName: 'Put away' }
    expect((await stage.http.as(stage.tree.acme.owner).call(updateLocalCampaign, { body: change })).status).toBe(409)
    expect((await archive('F')).body.data.status).toBe('pause')
    expect(await stage.countsOf(stage.plumbright)).toEqual(before)
    expect((await stage.pixelOf(campaign.id)).active).toBe(true)
  })

  test('ends with removal, which is rejected while the campaign is active', async () => {
    const campaign = await makeCampaign(stage.db, stage.plumbright)
    const body = { leadspeek_api_id: campaign.id }
    expect((await stage.http.as(stage.tree.acme.owner).call(removeCampaign, { body })).status).toBe(409)
    await setActive(campaign.id, 'pause')
    const before = await stage.countsOf(stage.plumbright)
    const removal = await stage.http.as(stage.tree.acme.owner).call(removeCampaign, { body })
    expect(removal.body).toEqual({ result: 'success', message: 'Deleted!' })
    expect(await stage.countsOf(stage.plumbright)).toEqual({ ...before, campaigns: before.campaigns - 1 })
    expect((await stage.pixelOf(campaign.id)).active).toBe(false)
  })

  test('can be checked before turning something off: the active campaigns are listed', async () => {
    const agency = await makeAgency(stage.db, { rootId: stage.tree.root.id }, 'Asker', ['Asked'])
    const client = agency.clients[0]!
    const owner = stage.http.as(agency.owner)
    const none = await owner.call(checkCampaignActive, { body: { companyID: agency.id } })
    expect(none.body.active_campaign_id).toEqual([])
    const campaign = await makeCampaign(stage.db, client, { name: 'Still running' })
    await makeCampaign(stage.db, client, { status: 'pause' })
    const { body } = await owner.call(checkCampaignActive, { body: { companyID: agency.id, leadspeekType: 'local' } })
    expect(body.active_campaign_id).toEqual([campaign.id])
    expect(body.data).toEqual([
      { leadspeek_api_id: campaign.id, campaignName: 'Still running', leadspeekType: 'local' },
    ])
    const otherModule = await owner.call(checkCampaignActive, { body: { companyID: client.id, leadspeekType: 'b2b' } })
    expect(otherModule.body.active_campaign_id).toEqual([])
    expect((await owner.call(checkCampaignActive, { body: { companyID: stage.tree.acme.id } })).status).toBe(404)
  })
})
