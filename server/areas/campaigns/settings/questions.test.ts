import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getCampaign, readNewCampaign, updateCampaign } from '#contract/campaigns/campaigns.ts'
import { readSetting, saveSetting } from '#contract/settings/settings.ts'
import { openCampaignStage, type CampaignStage } from '#server/test/campaign-stage.ts'
import type { TestUser } from '#server/test/factories.ts'

let stage: CampaignStage
beforeAll(async () => {
  stage = await openCampaignStage()
})
afterAll(() => stage.close())

interface Asked {
  id?: string
  leadspeekType: string
  question: string
  choices?: string[]
}

const ask = (questions: readonly Asked[], user: TestUser = stage.tree.acme.owner, companyID = stage.tree.acme.id) =>
  stage.http.as(user).call(saveSetting, { body: { companyID, settingname: 'campaignquestions', questions } as never })

const readAsked = async (user: TestUser = stage.tree.acme.owner): Promise<Required<Asked>[]> => {
  const { body } = await stage.http
    .as(user)
    .call(readSetting, { query: { companyID: user.companyId, settingname: 'campaignquestions' } })
  return (body.data as unknown as { questions: Required<Asked>[] }).questions
}

const change = (id: string, fields: object) =>
  stage.http.as(stage.tree.acme.owner).call(updateCampaign, { body: { leadspeek_api_id: id, ...fields } })
const read = async (id: string) =>
  (await stage.http.as(stage.tree.acme.owner).call(getCampaign, { params: { id } })).body.data

const evil = '<img src=x onerror=alert(1)> T'

test.each([
  ['locator', ''],
  ['enhance', 'enhance'],
  ['b2b', 'b2b'],
] as const)('campaign_information_type of %s is %j, and only that value is accepted', async (leadspeekType, type) => {
  const create = (campaign_information_type: string) =>
    stage.create(stage.tree.acme.owner, stage.plumbright, { leadspeekType, campaign_information_type })
  for (const other of ['enhance', 'b2b'].filter((one) => one !== type)) {
    const { status, body } = await create(other)
    expect([status, (body as unknown as { field: string }).field]).toEqual([422, 'campaign_information_type'])
  }
  // The other modules' required fields are covered by their own tests.
  if (leadspeekType !== 'locator') return
  const made = await create(type)
  expect([made.status, made.body.data.campaign_information_type]).toEqual([200, type])
})

describe('questions about campaigns', () => {
  test('belong to an agency, for one product or all, and are answered with the campaign (answers)', async () => {
    const budget = { leadspeekType: '', question: 'What is a customer worth?', choices: [] }
    const season = { leadspeekType: 'local', question: evil, choices: ['T', 'F', 'All year', 'T'] }
    const search = { leadspeekType: 'locator', question: 'Which words bring customers?', choices: [] }
    expect((await ask([budget, season, search])).status).toBe(200)
    const kept = await readAsked()
    expect(kept).toEqual([
      { ...budget, id: expect.any(String) },
      { ...season, id: expect.any(String), choices: ['T', 'F', 'All year'] },
      { ...search, id: expect.any(String) },
    ])
    const [first, second] = kept.map(({ id }) => id) as [string, string, string]
    const begun = await stage.http.as(stage.tree.acme.owner).call(readNewCampaign, {
      params: { companyID: stage.plumbright.id, leadspeekType: 'local' },
    })
    expect(begun.body.data.questions.map(({ question }) => question)).toEqual([budget.question, evil])

    const made = await stage.create(stage.tree.acme.owner, stage.plumbright, {
      answers: { [first]: ' $1,000 & more ', [second]: 'T' },
    })
    expect(made.status).toBe(200)
    const id = made.body.data.leadspeek_api_id
    expect(await read(id)).toMatchObject({
      answers: { [first]: '$1,000 & more', [second]: 'T' },
      questions: [
        { id: first, question: budget.question, choices: [], is_asked: 'T' },
        { id: second, question: evil, choices: ['T', 'F', 'All year'], is_asked: 'T' },
      ],
    })
    // A missing answer stays, an empty one is removed, and other fields don't change answers.
    await change(id, { campaignName: 'Other' })
    await change(id, { answers: { [second]: '' } })
    expect((await read(id)).answers).toEqual({ [first]: '$1,000 & more' })
    await change(id, { answers: {} })
    expect((await read(id)).answers).toEqual({ [first]: '$1,000 & more' })
  })

  test('keep their answers when they are changed or removed, and the form can still be saved', async () => {
    await ask([{ leadspeekType: '', question: 'Who answers the phone?', choices: ['Ann', 'Ben'] }])
    const [asked] = await readAsked()
    const { body } = await stage.create(stage.tree.acme.owner, stage.plumbright, { answers: { [asked!.id]: 'Ann' } })
    const id = body.data.leadspeek_api_id
    await ask([{ ...asked!, question: 'Who picks up?', choices: ['Ben', 'Cora'] }])
    expect(await readAsked()).toMatchObject([{ id: asked!.id, question: 'Who picks up?' }])
    expect((await change(id, { answers: { [asked!.id]: 'Ann' } })).status).toBe(200)
    await ask([])
    expect((await change(id, { answers: { [asked!.id]: 'Ann' }, campaignName: 'Kept' })).status).toBe(200)
    expect(await read(id)).toMatchObject({
      answers: { [asked!.id]: 'Ann' },
      questions: [{ id: asked!.id, question: 'Who answers the phone?', is_asked: 'F' }],
    })
  })

  test('accept only valid answers, and otherwise change nothing', async () => {
    await ask([
      { leadspeekType: 'locator', question: 'Which words?' },
      { leadspeekType: '', question: 'Which?', choices: ['A', 'B'] },
    ])
    const [other, own] = (await readAsked()).map(({ id }) => id) as [string, string]
    const { body } = await stage.create(stage.tree.acme.owner, stage.plumbright, { answers: { [own]: 'B' } })
    const before = await read(body.data.leadspeek_api_id)
    for (const answers of [
      { [own]: 'C' },
      { [other]: 'roof repair' },
      { nobody: 'x' },
      { [own]: 'A', nobody: 'x' },
      { [own]: 'a'.repeat(1001) },
      { [own]: 'a\u0000b' },
      Object.fromEntries(Array.from({ length: 61 }, (_, n) => [`q${n}`, ''])),
    ]) {
      const { status, body: refused } = await change(body.data.leadspeek_api_id, { answers })
      expect([status, JSON.stringify(refused).includes('answers')]).toEqual([422, true])
    }
    expect(await read(body.data.leadspeek_api_id)).toEqual(before)
  })

  test('are set only in the agency’s settings', async () => {
    await ask([{ leadspeekType: '', question: 'Kept?' }])
    const one = { leadspeekType: '', question: 'Mine?' }
    const [kept] = await readAsked()
    expect((await ask([one], stage.plumbright.user)).status).toBe(403)
    expect((await ask([one], stage.tree.brightside.owner)).status).toBe(404)
    expect((await ask([one], stage.tree.root.system, stage.tree.root.id)).status).toBe(403)
    for (const wrong of [
      [{ ...one, question: '' }],
      [{ ...one, question: 'a'.repeat(201) }],
      [{ ...one, leadspeekType: 'sms' }],
      [{ ...one, choices: Array.from({ length: 21 }, (_, n) => `${n}`) }],
      [kept!, kept!],
      Array.from({ length: 31 }, () => one),
    ])
      expect((await ask(wrong)).status).toBe(422)
    expect(await readAsked()).toEqual([kept])
  })
})
