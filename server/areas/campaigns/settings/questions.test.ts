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
const readCampaign = async (id: string) =>
  (await stage.http.as(stage.tree.acme.owner).call(getCampaign, { params: { id } })).body.data

const evil = '<img src=x onerror=alert(1)> T'

test.each([
  ['locator', ''],
  ['enhance', 'enhance'],
  ['b2b', 'b2b'],
] as const)('campaign_information_type of %s is %j, and only that value is accepted', async (leadspeekType, type) => {
  const create = (campaign_information_type: string) =>
    stage.create(stage.tree.acme.owner, stage.plumbright, { leadspeekType, campaign_information_type })
  for (const otherType of ['enhance', 'b2b'].filter((one) => one !== type)) {
    const { status, body } = await create(otherType)
    expect([status, (body as unknown as { field: string }).field]).toEqual([422, 'campaign_information_type'])
  }
  // The other modules' required fields are covered by their own tests.
  if (leadspeekType !== 'locator') return
  const answer = await create(type)
  expect([answer.status, answer.body.data.campaign_information_type]).toEqual([200, type])
})

describe('questions about campaigns', () => {
  test('belong to an agency, for one product or all, and are answered with the campaign (answers)', async () => {
    const budget = { leadspeekType: '', question: 'What is a customer worth?', choices: [] }
    const season = { leadspeekType: 'local', question: evil, choices: ['T', 'F', 'All year', 'T'] }
    const search = { leadspeekType: 'locator', question: 'Which words bring customers?', choices: [] }
    expect((await ask([budget, season, search])).status).toBe(200)
    const questions = await readAsked()
    expect(questions).toEqual([
      { ...budget, id: expect.any(String) },
      { ...season, id: expect.any(String), choices: ['T', 'F', 'All year'] },
      { ...search, id: expect.any(String) },
    ])
    const [first, second] = questions.map(({ id }) => id) as [string, string, string]
    const form = await stage.http.as(stage.tree.acme.owner).call(readNewCampaign, {
      params: { companyID: stage.plumbright.id, leadspeekType: 'local' },
    })
    expect(form.body.data.questions.map(({ question }) => question)).toEqual([budget.question, evil])

    const answer = await stage.create(stage.tree.acme.owner, stage.plumbright, {
      answers: { [first]: ' $1,000 & more ', [second]: 'T' },
    })
    expect(answer.status).toBe(200)
    const id = answer.body.data.leadspeek_api_id
    expect(await readCampaign(id)).toMatchObject({
      answers: { [first]: '$1,000 & more', [second]: 'T' },
      questions: [
        { id: first, question: budget.question, choices: [], is_asked: 'T' },
        { id: second, question: evil, choices: ['T', 'F', 'All year'], is_asked: 'T' },
      ],
    })
    // A missing answer stays, an empty one is removed, and other fields don't change answers.
    await change(id, { campaignName: 'Other' })
    await change(id, { answers: { [second]: '' } })
    expect((await readCampaign(id)).answers).toEqual({ [first]: '$1,000 & more' })
    await change(id, { answers: {} })
    expect((await readCampaign(id)).answers).toEqual({ [first]: '$1,000 & more' })
  })

  test('keep their answers when they are changed or removed, and the form can still be saved', async () => {
    await ask([{ leadspeekType: '', question: 'Who answers the phone?', choices: ['Ann', 'Ben'] }])
    const [question] = await readAsked()
    const { body } = await stage.create(stage.tree.acme.owner, stage.plumbright, { answers: { [question!.id]: 'Ann' } })
    const id = body.data.leadspeek_api_id
    await ask([{ ...question!, question: 'Who picks up?', choices: ['Ben', 'Cora'] }])
    expect(await readAsked()).toMatchObject([{ id: question!.id, question: 'Who picks up?' }])
    expect((await change(id, { answers: { [question!.id]: 'Ann' } })).status).toBe(200)
    await ask([])
    expect((await change(id, { answers: { [question!.id]: 'Ann' }, campaignName: 'Kept' })).status).toBe(200)
    expect(await readCampaign(id)).toMatchObject({
      answers: { [question!.id]: 'Ann' },
      questions: [{ id: question!.id, question: 'Who answers the phone?', is_asked: 'F' }],
    })
  })

  test('accept only valid answers, and otherwise change nothing', async () => {
    await ask([
      { leadspeekType: 'locator', question: 'Which words?' },
      { leadspeekType: '', question: 'Which?', choices: ['A', 'B'] },
    ])
    const [otherQuestion, ownQuestion] = (await readAsked()).map(({ id }) => id) as [string, string]
    const { body } = await stage.create(stage.tree.acme.owner, stage.plumbright, { answers: { [ownQuestion]: 'B' } })
    const before = await readCampaign(body.data.leadspeek_api_id)
    for (const answers of [
      { [ownQuestion]: 'C' },
      { [otherQuestion]: 'roof repair' },
      { nobody: 'x' },
      { [ownQuestion]: 'A', nobody: 'x' },
      { [ownQuestion]: 'a'.repeat(1001) },
      { [ownQuestion]: 'a\u0000b' },
      Object.fromEntries(Array.from({ length: 61 }, (_, n) => [`q${n}`, ''])),
    ]) {
      const { status, body: refusal } = await change(body.data.leadspeek_api_id, { answers })
      expect([status, JSON.stringify(refusal).includes('answers')]).toEqual([422, true])
    }
    expect(await readCampaign(body.data.leadspeek_api_id)).toEqual(before)
  })

  test('are set only in the agency’s settings', async () => {
    await ask([{ leadspeekType: '', question: 'Kept?' }])
    const one = { leadspeekType: '', question: 'Mine?' }
    const [question] = await readAsked()
    expect((await ask([one], stage.plumbright.user)).status).toBe(403)
    expect((await ask([one], stage.tree.brightside.owner)).status).toBe(404)
    expect((await ask([one], stage.tree.root.system, stage.tree.root.id)).status).toBe(403)
    for (const invalid of [
      [{ ...one, question: '' }],
      [{ ...one, question: 'a'.repeat(201) }],
      [{ ...one, leadspeekType: 'sms' }],
      [{ ...one, choices: Array.from({ length: 21 }, (_, n) => `${n}`) }],
      [question!, question!],
      Array.from({ length: 31 }, () => one),
    ])
      expect((await ask(invalid)).status).toBe(422)
    expect(await readAsked()).toEqual([question])
  })
})
