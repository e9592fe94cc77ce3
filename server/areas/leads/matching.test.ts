import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import {
  createPipelineWorld,
  md5,
  sha1,
  sha256,
  start_ms,
  type PipelineCampaign,
  type PipelineWorld,
} from '#server/test/pipeline-world.ts'

const day_ms = 86_400_000

let world: PipelineWorld
let campaign: PipelineCampaign
beforeAll(async () => {
  world = await createPipelineWorld()
  campaign = await world.makeCampaign({ reidentification: 'always' })
  return () => world.close()
})

const nobody = md5('nobody@example.com')

describe('a person is identified', () => {
  test.each([
    ['md5', md5],
    ['sha1', sha1],
    ['sha256', sha256],
  ])('by the %s of the email address, with high confidence', async (key, hash) => {
    const person = await world.makePerson()
    const visit = await world.visit(campaign, { hashes: [hash(person.email)] })
    expect(visit).toMatchObject({ reason: 'lead', person_id: person.id, match_key: key, confidence: 0.98 })
  })

  test('by the newest hash that matches a person', async () => {
    const [older, newer] = [await world.makePerson(), await world.makePerson()]
    const visit = await world.visit(campaign, { hashes: [nobody, sha256(newer.email), md5(older.email)] })
    expect(visit).toMatchObject({ person_id: newer.id, match_key: 'sha256' })
  })

  test.each([
    ['at once', 0, 0.95],
    ['29 days later', 29 * day_ms, 0.95],
    ['30 days later', 30 * day_ms, 0.85],
    ['180 days later', 180 * day_ms, 0.85],
  ])('by the cookie that a hash linked, %s', async (_when, later_ms, confidence) => {
    const person = await world.makePerson()
    const visitorId = newId(start_ms)
    await world.visit(campaign, { hashes: [md5(person.email)], visitorId })
    const visit = await world.visit(campaign, { visitorId, at_ms: start_ms + later_ms })
    expect(visit).toMatchObject({ reason: 'lead', person_id: person.id, match_key: 'cookie', confidence })
  })

  test('by the cookie in the same batch that linked it', async () => {
    const person = await world.makePerson()
    const visitorId = newId(start_ms)
    await world.hit(campaign, { hashes: [md5(person.email)], visitorId })
    const behind = await world.hit(campaign, { visitorId })
    await world.resolve(campaign)
    const visit = (await world.visits(campaign)).find(({ id }) => id === behind)
    expect(visit).toMatchObject({ person_id: person.id, match_key: 'cookie' })
  })

  test('by a refreshed link for 180 days from the last hash', async () => {
    const person = await world.makePerson()
    const visitorId = newId(start_ms)
    await world.visit(campaign, { hashes: [md5(person.email)], visitorId })
    await world.visit(campaign, { hashes: [sha1(person.email)], visitorId, at_ms: start_ms + 100 * day_ms })
    expect((await world.visit(campaign, { visitorId, at_ms: start_ms + 280 * day_ms })).person_id).toBe(person.id)
    expect((await world.visit(campaign, { visitorId, at_ms: start_ms + 280 * day_ms + 1 })).reason).toBe('no_key')
  })
})

describe('nobody is identified', () => {
  test('by a cookie just over 180 days after its last hash', async () => {
    const person = await world.makePerson()
    const visitorId = newId(start_ms)
    await world.visit(campaign, { hashes: [md5(person.email)], visitorId })
    const visit = await world.visit(campaign, { visitorId, at_ms: start_ms + 180 * day_ms + 1 })
    expect(visit).toMatchObject({ reason: 'no_key', person_id: null })
  })

  test("by a cookie that was linked on another client's site", async () => {
    const person = await world.makePerson()
    const visitorId = newId(start_ms)
    await world.visit(campaign, { hashes: [md5(person.email)], visitorId })
    const otherCampaign = await world.makeCampaign(
      {},
      { agencyId: campaign.agencyId, clientId: world.tree.acme.clients[1]!.id },
    )
    expect(await world.visit(otherCampaign, { visitorId })).toMatchObject({ reason: 'no_key', person_id: null })
  })

  test("by a bot's hit, which links nothing either", async () => {
    const person = await world.makePerson()
    const visitorId = newId(start_ms)
    const bot = await world.visit(campaign, { hashes: [md5(person.email)], visitorId, mark: 'bot' })
    expect(bot).toMatchObject({ reason: 'bot', person_id: null })
    expect((await world.visit(campaign, { visitorId })).reason).toBe('no_key')
  })
})

test('a cookie that identifies a second person is theirs from then on, and earlier visits stay unchanged', async () => {
  const [first, second] = [await world.makePerson(), await world.makePerson()]
  const visitorId = newId(start_ms)
  const earlier = await world.visit(campaign, { hashes: [md5(first.email)], visitorId })
  await world.visit(campaign, { hashes: [md5(second.email), md5(first.email)], visitorId })
  expect((await world.visit(campaign, { visitorId })).person_id).toBe(second.id)
  const earlierVisit = (await world.visits(campaign)).find(({ id }) => id === earlier.id)
  expect(earlierVisit).toMatchObject({ person_id: first.id, lead_id: earlier.lead_id })
})
