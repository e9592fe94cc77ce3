import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getCampaign, updateCampaign } from '#contract/campaigns/campaigns.ts'
import { openCampaignStage, type CampaignStage } from '#server/test/campaign-stage.ts'

let stage: CampaignStage
beforeAll(async () => {
  stage = await openCampaignStage()
})
afterAll(() => stage.close())

const owner = () => stage.tree.acme.owner
const make = (fields: object) => stage.create(owner(), stage.plumbright, fields)
const change = (id: string, fields: object) =>
  stage.http.as(owner()).call(updateCampaign, { body: { leadspeek_api_id: id, ...fields } })
const readCampaign = async (id: string) =>
  (await stage.http.as(owner()).call(getCampaign, { params: { id } })).body.data
const inStates = { locationtarget: 'State', nationaltargeting: 'F' }

const zipsOf = async (where: string): Promise<string[]> => {
  const { rows } = await stage.db.adminPool.query<{ zip: string }>(`select zip from us_zip where ${where} order by zip`)
  return rows.map(({ zip }) => zip)
}

describe('city (D2§3 L67)', () => {
  test('narrows the states that contain a listed city, and keeps the others whole', async () => {
    const denver = await zipsOf(`state = 'CO' and lower(city) = 'denver'`)
    const rhodeIsland = await zipsOf(`state = 'RI'`)
    expect(Math.min(denver.length, rhodeIsland.length)).toBeGreaterThan(0)
    const campaign = await make({ ...inStates, state: ['CO', 'RI'], city: ['denver'] })
    expect(campaign.status).toBe(200)
    const { locationtarget, state, zip } = campaign.body.data
    expect([locationtarget, state, zip.split('\n')]).toEqual(['Zip Code', [], [...denver, ...rhodeIsland].sort()])
  })

  test('may be text, with the state after an ambiguous name', async () => {
    const campaign = await make({ ...inStates, state: ['IL', 'MO'], city: 'Springfield MO, Chicago' })
    expect(campaign.body.data.zip.split('\n')).toEqual(
      await zipsOf(`(state, lower(city)) in (('MO', 'springfield'), ('IL', 'chicago'))`),
    )
  })

  test('also works on a change, and is stored as ZIP codes', async () => {
    const id = (await make({})).body.data.leadspeek_api_id
    expect((await change(id, { ...inStates, state: ['CO'], city: 'Denver' })).status).toBe(200)
    expect(await readCampaign(id)).toMatchObject({ locationtarget: 'Zip Code', nationaltargeting: 'F' })
  })

  test.each<[field: string, fields: object]>([
    ['city', { ...inStates, state: ['CO'], city: ['Chicago'] }],
    ['city', { ...inStates, state: ['IL', 'MO'], city: ['Springfield'] }],
    ['city', { ...inStates, state: ['CO'], city: Array.from({ length: 501 }, (_, n) => `City ${n}`) }],
    ['city', { ...inStates, state: ['CO'], city: Array.from({ length: 501 }, (_, n) => `City ${n}`).join() }],
    ['city', { locationtarget: 'National Targeting', nationaltargeting: 'T', city: ['Denver'] }],
    ['city', { locationtarget: 'Zip Code', zip: '60601', city: ['Denver'] }],
    ['city', { city: ['Denver'] }],
    ['state', { ...inStates, city: ['Denver'] }],
    ['state', { ...inStates, state: ['CO', 'ZZ'], city: ['Denver'] }],
  ])('is rejected by field and changes nothing: %s of %j', async (field, fields) => {
    const id = (await make({})).body.data.leadspeek_api_id
    const before = await readCampaign(id)
    const { status, body } = await change(id, fields)
    expect([status, body.field]).toEqual([422, field])
    expect(await readCampaign(id)).toEqual(before)
  })
})

describe('require (D2§3 L67)', () => {
  test('turns on required fields, overriding the three separate fields, and turns nothing off', async () => {
    const campaign = await make({ require: ' Phone, address', requireemailaddress: 'F', phoneenabled: 'F' })
    const { leadspeek_api_id: id, ...data } = campaign.body.data
    expect(data).toMatchObject({ requireemailaddress: 'F', phoneenabled: 'T', homeaddressenabled: 'T' })
    await change(id, { require: ['email'], homeaddressenabled: 'F' })
    expect(await readCampaign(id)).toMatchObject({
      requireemailaddress: 'T',
      phoneenabled: 'T',
      homeaddressenabled: 'F',
    })
    await change(id, { require: '' })
    expect(await readCampaign(id)).toMatchObject({ requireemailaddress: 'T', phoneenabled: 'T' })
  })

  test.each(['fax', 'constructor', ['email', 'fax']])('rejects %j', async (require) => {
    const { status, body } = await make({ require })
    expect([status, body]).toMatchObject([422, { field: 'require', message: 'Use email, phone and address.' }])
  })
})
