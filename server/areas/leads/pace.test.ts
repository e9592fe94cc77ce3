import { expect, test } from 'vitest'
import { openPipelineWorld, md5, type PipelineCampaign } from '#server/test/pipeline-world.ts'

const hour_ms = 3_600_000

const world = await openPipelineWorld()

/** Visits of new people in one batch; returns their outcomes in order. */
async function visitors(campaign: PipelineCampaign, count: number): Promise<(string | undefined)[]> {
  const ids: string[] = []
  for (let at = 0; at < count; at++) {
    const { email } = await world.makePerson()
    ids.push(await world.hit(campaign, { hashes: [md5(email)], at_ms: world.clock.now() }))
  }
  await world.resolve(campaign)
  const reasons = new Map((await world.visits(campaign)).map((visit) => [visit.id, visit.reason]))
  return ids.map((id) => reasons.get(id) ?? undefined)
}
const moveTo = (instant: string): void => world.clock.advance(Date.parse(instant) - world.clock.now())

test('a batch gets as many leads as are due by now, and the next ones in the following hours', async () => {
  const campaign = await world.makeCampaign({ limit_leads: 24, spreads_evenly: true, time_zone: 'America/Chicago' })
  moveTo('2026-01-13T06:00:00Z')
  expect(await visitors(campaign, 3)).toEqual(['lead', 'paced', 'paced'])
  world.clock.advance(hour_ms)
  expect(await visitors(campaign, 2)).toEqual(['lead', 'paced'])
  // Hours without visitors are made up for.
  world.clock.advance(2 * hour_ms)
  expect(await visitors(campaign, 4)).toEqual(['lead', 'lead', 'paced', 'paced'])
})

test('once the limit is reached, that is the reason given, not the pace', async () => {
  const campaign = await world.makeCampaign({ limit_leads: 2, spreads_evenly: true, time_zone: 'America/Chicago' })
  moveTo('2026-01-14T05:55:00Z')
  expect(await visitors(campaign, 3)).toEqual(['lead', 'lead', 'limit_reached'])
  moveTo('2026-01-14T06:00:00Z')
  expect(await visitors(campaign, 2)).toEqual(['lead', 'paced'])
})

test('a limit raised during the day is spread over the rest of it', async () => {
  const campaign = await world.makeCampaign({ limit_leads: 2, spreads_evenly: true, time_zone: 'America/Chicago' })
  moveTo('2026-01-15T18:00:00Z')
  expect(await visitors(campaign, 3)).toEqual(['lead', 'lead', 'limit_reached'])
  await world.db.adminPool.query('update campaign set limit_leads = 26, updated_at = $2 where id = $1', [
    campaign.id,
    new Date(world.clock.now()),
  ])
  expect(await visitors(campaign, 3)).toEqual(['lead', 'paced', 'paced'])
  world.clock.advance(hour_ms)
  expect(await visitors(campaign, 3)).toEqual(['lead', 'lead', 'paced'])
})
