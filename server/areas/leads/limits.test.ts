import { describe, expect, test } from 'vitest'
import { openPipelineWorld, md5, start_ms, type PipelineCampaign } from '#server/test/pipeline-world.ts'

const hour_ms = 3_600_000

const world = await openPipelineWorld()

/** Visits of new people in one batch. Returns how many became leads. */
async function visitors(campaign: PipelineCampaign, count: number): Promise<number> {
  for (let at = 0; at < count; at++) {
    const { email } = await world.makePerson()
    await world.hit(campaign, { hashes: [md5(email)], at_ms: world.clock.now() })
  }
  return (await world.resolve(campaign)).leads
}
const moveTo = (instant: string): void => world.clock.advance(Date.parse(instant) - world.clock.now())

describe('a limit', () => {
  test('is used by the earliest hits', async () => {
    const campaign = await world.makeCampaign({ limit_leads: 2 })
    const ids: string[] = []
    for (let at = 0; at < 4; at++) {
      const { email } = await world.makePerson()
      ids.push(await world.hit(campaign, { hashes: [md5(email)] }))
    }
    await world.resolve(campaign)
    const visits = new Map((await world.visits(campaign)).map((visit) => [visit.id, visit.reason]))
    expect(ids.map((id) => visits.get(id))).toEqual(['lead', 'lead', 'limit_reached', 'limit_reached'])
  })

  // The last moment of a period and the first of the next, in the campaign's time zone.
  test.each([
    ['day', 'America/Chicago', '2026-01-13T05:59:59.999Z', '2026-01-13T06:00:00Z'],
    ['day', 'Asia/Kolkata', '2026-01-13T18:29:59.999Z', '2026-01-13T18:30:00Z'],
    ['day', 'America/New_York', '2026-03-09T03:59:59.999Z', '2026-03-09T04:00:00Z'],
    ['week', 'America/Chicago', '2026-01-19T05:59:59.999Z', '2026-01-19T06:00:00Z'],
    ['month', 'America/Los_Angeles', '2026-02-01T07:59:59.999Z', '2026-02-01T08:00:00Z'],
  ])('of a %s resets at midnight in %s', async (limit_period, time_zone, last, first) => {
    const campaign = await world.makeCampaign({ limit_leads: 3, limit_period, time_zone })
    moveTo(last)
    expect(await visitors(campaign, 2)).toBe(2)
    expect(await visitors(campaign, 2)).toBe(1)
    moveTo(first)
    expect(await visitors(campaign, 4)).toBe(3)
    expect(await visitors(campaign, 1)).toBe(0)
  })

  test('in total never resets', async () => {
    const campaign = await world.makeCampaign({ limit_leads: 1, limit_period: 'total' })
    expect(await visitors(campaign, 2)).toBe(1)
    moveTo('2031-01-01T12:00:00Z')
    expect(await visitors(campaign, 1)).toBe(0)
  })

  test('that is lowered below what is used allows no more leads, and raised again allows the rest', async () => {
    const campaign = await world.makeCampaign({ limit_leads: 3, limit_period: 'total' })
    expect(await visitors(campaign, 3)).toBe(3)
    const setLimit = (limit: number) =>
      world.db.adminPool.query('update campaign set limit_leads = $2 where id = $1', [campaign.id, limit])
    await setLimit(2)
    expect(await visitors(campaign, 1)).toBe(0)
    await setLimit(4)
    expect(await visitors(campaign, 2)).toBe(1)
    await setLimit(6)
    expect(await visitors(campaign, 3)).toBe(2)
  })

  test.each([
    ['a much higher one', { limit_leads: 10_000, limit_period: 'total' }],
    ['one by another period', { limit_leads: 10, limit_period: 'day' }],
  ])('that replaces %s counts existing leads', async (_what, before) => {
    const campaign = await world.makeCampaign(before)
    let change_ms = start_ms
    const setLimit = (limit: number, period: string) =>
      world.db.adminPool.query(
        'update campaign set limit_leads = $2, limit_period = $3, updated_at = $4 where id = $1',
        [campaign.id, limit, period, new Date(++change_ms)],
      )
    expect(await visitors(campaign, 2)).toBe(2)
    await setLimit(3, 'total')
    expect(await visitors(campaign, 3)).toBe(1)
    await setLimit(10_000, 'week')
    expect(await visitors(campaign, 4)).toBe(4)
    await setLimit(8, 'total')
    expect(await visitors(campaign, 3)).toBe(1)
    await setLimit(8, 'month')
    expect(await visitors(campaign, 1)).toBe(0)
  })

  test('is not used up by returning visits or visits stopped by an earlier stage', async () => {
    const campaign = await world.makeCampaign({ limit_leads: 2, require_phone: true, limit_period: 'total' })
    const [lead, another, mute] = [
      await world.makePerson(),
      await world.makePerson(),
      await world.makePerson({ phone_e164: null }),
    ]
    for (const { email } of [lead, lead, mute, lead, another]) await world.hit(campaign, { hashes: [md5(email)] })
    expect((await world.resolve(campaign)).leads).toBe(2)
  })

  test('records on each lead its number within the period', async () => {
    const campaign = await world.makeCampaign({ limit_leads: 5, limit_period: 'total' })
    await visitors(campaign, 2)
    await visitors(campaign, 1)
    const { rows } = await world.db.adminPool.query('select limit_used from lead where campaign_id = $1 order by id', [
      campaign.id,
    ])
    expect(rows.map((row) => row.limit_used).sort()).toEqual([1, 2, 3])
  })
})

describe('a schedule', () => {
  test.each([
    ['begins at midnight of its first day', '2026-02-10T05:59:59.999Z', 'not_started', '2026-02-10T06:00:00Z', 'lead'],
    ['ends with its last day', '2026-02-13T05:59:59.999Z', 'lead', '2026-02-13T06:00:00Z', 'ended'],
  ])('%s in the campaign’s time zone', async (_what, first, before, second, after) => {
    const campaign = await world.makeCampaign({
      start_date: '2026-02-10',
      end_date: '2026-02-12',
      time_zone: 'America/Chicago',
    })
    const reasonAt = async (at: string) => {
      const { email } = await world.makePerson()
      return (await world.visit(campaign, { hashes: [md5(email)], at_ms: Date.parse(at) })).reason
    }
    expect(await reasonAt(first)).toBe(before)
    expect(await reasonAt(second)).toBe(after)
  })

  test('judges a visit by when it arrived, however late it is resolved', async () => {
    const campaign = await world.makeCampaign({ end_date: '2026-01-12' })
    const { email } = await world.makePerson()
    moveTo('2026-01-20T00:00:00Z')
    expect((await world.visit(campaign, { hashes: [md5(email)], at_ms: start_ms + hour_ms })).reason).toBe('lead')
  })
})

describe('targeting', () => {
  test.each([
    [{ states: ['IL'] }, { state: 'IL' }, 'lead'],
    [{ states: ['TX', 'IL'] }, { state: 'WI' }, 'outside_target'],
    [{ states: ['IL'] }, { state: null }, 'outside_target'],
    [{ zips: ['02134', '60601'] }, { zip: '02134' }, 'lead'],
    [{ zips: ['60601'] }, { zip: '6060' }, 'outside_target'],
    [{ zips: ['60601'] }, { zip: '60602' }, 'outside_target'],
    [{ states: ['TX'], zips: ['60601'] }, { state: 'IL', zip: '60601' }, 'lead'],
    [{}, { state: 'IL' }, 'outside_target'],
  ])('%j with a home in %j is %s', async (target, home, reason) => {
    const campaign = await world.makeCampaign({ national_targeting: false, ...target })
    const { email } = await world.makePerson(home)
    expect((await world.visit(campaign, { hashes: [md5(email)] })).reason).toBe(reason)
  })
})
