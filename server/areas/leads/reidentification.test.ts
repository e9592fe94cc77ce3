import { describe, expect, test } from 'vitest'
import { openPipelineWorld, md5, type PipelineCampaign } from '#server/test/pipeline-world.ts'

const world = await openPipelineWorld()

/** Creates a lead, then returns the outcome of another visit of the same person at a later time. */
async function visitAgain(
  first: string,
  second: string,
  settings: Record<string, unknown>,
  second_ms = Date.parse(second),
): Promise<string> {
  const campaign = await world.makeCampaign({ start_date: '2020-01-01', ...settings })
  const person = await world.makePerson()
  const at = (at_ms: number) => {
    world.clock.advance(at_ms - world.clock.now())
    return world.visit(campaign, { hashes: [md5(person.email)], at_ms })
  }
  expect((await at(Date.parse(first))).reason).toBe('lead')
  return (await at(second_ms)).reason
}

describe('a person may become a lead again', () => {
  // Each second time is the first moment at which it is possible; a millisecond earlier the person counts as returning.
  test.each([
    ['1 week', 'America/Chicago', '2026-01-12T18:00:00Z', '2026-01-19T18:00:00Z', 'a week later to the moment'],
    [
      '1 week',
      'America/Chicago',
      '2026-03-05T18:00:00Z',
      '2026-03-12T17:00:00Z',
      'an hour sooner over the short night',
    ],
    ['1 week', 'America/Chicago', '2026-10-29T17:00:00Z', '2026-11-05T18:00:00Z', 'an hour later over the long night'],
    [
      '1 week',
      'America/Chicago',
      '2026-03-01T08:30:00Z',
      '2026-03-08T08:30:00Z',
      'where the wall clock skips the hour',
    ],
    ['1 month', 'America/Chicago', '2026-01-31T18:00:00Z', '2026-02-28T18:00:00Z', 'at the end of a shorter month'],
    ['1 month', 'America/Chicago', '2026-02-01T05:00:00Z', '2026-03-01T05:00:00Z', 'by the local day, not the UTC one'],
    ['3 months', 'Asia/Kolkata', '2025-11-30T12:00:00Z', '2026-02-28T12:00:00Z', 'over a February'],
    ['6 months', 'America/New_York', '2025-08-31T16:00:00Z', '2026-02-28T17:00:00Z', 'over summer time and February'],
    ['1 year', 'America/Chicago', '2024-02-29T18:00:00Z', '2025-02-28T18:00:00Z', 'a year after a leap day'],
    ['1 year', 'Pacific/Auckland', '2025-01-12T18:00:00Z', '2026-01-12T18:00:00Z', 'a year later elsewhere'],
  ])('%s in %s: %s, %s (%s)', async (reidentification, time_zone, first, again) => {
    const settings = { reidentification, time_zone }
    expect(await visitAgain(first, again, settings, Date.parse(again) - 1)).toBe('returning')
    expect(await visitAgain(first, again, settings)).toBe('lead')
  })

  test('never with “never”, immediately with “always”', async () => {
    expect(await visitAgain('2020-01-12T18:00:00Z', '2039-01-12T18:00:00Z', { reidentification: 'never' })).toBe(
      'returning',
    )
    expect(await visitAgain('2026-01-12T18:00:00Z', '2026-01-12T18:00:00Z', { reidentification: 'always' })).toBe(
      'lead',
    )
  })
})

const hit = async (campaign: PipelineCampaign, email: string): Promise<string> =>
  (await world.visit(campaign, { hashes: [md5(email)], at_ms: world.clock.now() })).reason

describe('the window', () => {
  test('is shared by all of the client’s campaigns if the campaign says so, and separate otherwise', async () => {
    const [first, across, apart] = [
      await world.makeCampaign({ reidentification: '1 week' }),
      await world.makeCampaign({ reidentification: '1 month', reidentification_across_client: true }),
      await world.makeCampaign({ reidentification: '1 month' }),
    ]
    const { email } = await world.makePerson()
    expect(await hit(first, email)).toBe('lead')
    expect(await hit(across, email)).toBe('returning')
    expect(await hit(apart, email)).toBe('lead')
    const otherPlace = { agencyId: first.agencyId, clientId: world.tree.acme.clients[1]!.id }
    expect(await hit(await world.makeCampaign({ reidentification_across_client: true }, otherPlace), email)).toBe(
      'lead',
    )
  })

  test('is that of the current setting, counted from the last lead', async () => {
    const campaign = await world.makeCampaign({ reidentification: 'never' })
    const { email } = await world.makePerson()
    expect(await hit(campaign, email)).toBe('lead')
    world.clock.advance(8 * 86_400_000)
    expect(await hit(campaign, email)).toBe('returning')
    await world.db.adminPool.query(`update campaign set reidentification = '1 week' where id = $1`, [campaign.id])
    expect(await hit(campaign, email)).toBe('lead')
    expect(await hit(campaign, email)).toBe('returning')
  })

  test('applies within a batch, across the client too', async () => {
    const [one, two] = [
      await world.makeCampaign({ reidentification: '1 week' }),
      await world.makeCampaign({ reidentification: '1 week', reidentification_across_client: true }),
    ]
    const { email } = await world.makePerson()
    for (const campaign of [one, one, two]) await world.hit(campaign, { hashes: [md5(email)] })
    expect(await world.resolve(one)).toEqual({ visits: 3, leads: 1 })
    const visits = [...(await world.visits(one)), ...(await world.visits(two))]
    expect(visits.map(({ reason }) => reason).sort()).toEqual(['lead', 'returning', 'returning'])
    expect(new Set(visits.map(({ lead_id }) => lead_id)).size).toBe(1)
  })

  test('does not start with a test lead', async () => {
    const campaign = await world.makeCampaign()
    const person = await world.makePerson()
    await world.makeTestLead(campaign, person.id)
    expect(await hit(campaign, person.email)).toBe('lead')
  })
})

test('the database knows every time zone that a campaign may have', async () => {
  const zones = Intl.supportedValuesOf('timeZone')
  expect(zones.length).toBeGreaterThan(400)
  const { rows } = await world.db.appPool.query(
    `select zone from unnest($1::text[]) as zone where (timestamptz '2026-01-01' at time zone zone) is not null`,
    [zones],
  )
  expect(rows).toHaveLength(zones.length)
})
