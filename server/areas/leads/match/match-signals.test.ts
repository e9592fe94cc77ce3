import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { verifyLedger } from '#server/areas/ledger/verify-ledger.ts'
import { projectRoot } from '#server/platform/project-root.ts'
import { openSearchWorld } from '#server/test/search-world.ts'
import { verifyLeads } from '../verify-leads.ts'
import { matchSignals } from './match-signals.ts'

const day_ms = 86_400_000

const world = await openSearchWorld()

const leadOf = async (campaignId: string) =>
  (await world.db.adminPool.query('select * from lead where campaign_id = $1', [campaignId])).rows[0]

describe('a search', () => {
  test('becomes a lead with its price, its money, and its match, and the books balance', async () => {
    const campaign = await world.makeSearchCampaign()
    const person = await world.makePerson()
    await world.search(person, { text: 'best roof repairs near me' })
    expect(await world.outcomes(campaign)).toEqual(['lead'])
    expect(await leadOf(campaign.id)).toMatchObject({
      person_id: person.id,
      match_key: 'signal',
      retail_price_e4: 12_500,
      search: { phrases: ['best roof repairs near me'], count: 1, score: 1, excluded_by: null },
    })
    const books = await verifyLedger(world.db.appPool, [verifyLeads])
    expect(books.flatMap(({ problems }) => problems)).toEqual([])
  })

  test.each([
    ['all words of a phrase in any order', 'roof repair', 'repairing a flat roof', 'search', true],
    ['a word too few', 'flat roof repair', 'roof repair', 'search', false],
    ['an exact keyword', '"roof repair"', 'roof repair', 'search', true],
    ['more than an exact keyword', '"roof repair"', 'roof repair cost', 'search', false],
    ['a keyword on a page', 'roof repair', 'roof repair', 'page', false],
  ] as const)('with %s', async (_what, keyword, text, kind, meets) => {
    const campaign = await world.makeSearchCampaign({ keyword })
    await world.search(await world.makePerson(), { text, kind })
    expect(await world.outcomes(campaign)).toEqual(meets ? ['lead'] : [])
  })

  test('of a sensitive topic becomes no lead, however it got among the signals', async () => {
    const campaign = await world.makeSearchCampaign({ keyword: 'clinic' })
    await world.search(await world.makePerson(), { text: 'abortion clinic near me' })
    expect(await world.outcomes(campaign)).toEqual([])
  })

  test('that is a page view matches contextual keywords and counts half', async () => {
    const campaign = await world.makeSearchCampaign({ keyword: '', contextual: 'metal roofing' })
    await world.search(await world.makePerson(), { text: 'metal roofing guide', kind: 'page' })
    expect(await world.outcomes(campaign)).toEqual(['lead'])
    expect((await leadOf(campaign.id)).search.score).toBe(0.5)
  })

  test('shows at its campaign when it was, and so does the latest of several', async () => {
    const campaign = await world.makeSearchCampaign({ keyword: 'skylight repair' })
    const lastSearchOf = async (id: string): Promise<unknown> =>
      (await world.db.adminPool.query('select last_hit_at from campaign where id = $1', [id])).rows[0].last_hit_at
    expect(await lastSearchOf(campaign.id)).toBe(null)
    const [now_ms, text] = [world.clock.now(), 'skylight repair']
    await world.search(await world.makePerson(), { text, at_ms: now_ms - day_ms })
    await world.search(await world.makePerson(), { text, at_ms: now_ms - 2 * day_ms })
    await matchSignals(world.platform)
    expect(await lastSearchOf(campaign.id)).toEqual(new Date(now_ms - day_ms))
    await world.search(await world.makePerson(), { text, at_ms: now_ms - 3 * day_ms })
    await matchSignals(world.platform)
    expect(await lastSearchOf(campaign.id)).toEqual(new Date(now_ms - day_ms))
  })

  test('halves in score for every three days of age', async () => {
    const campaign = await world.makeSearchCampaign()
    const person = await world.makePerson()
    await world.search(person, { at_ms: world.clock.now() - 3 * day_ms })
    await world.search(person, { text: 'roof repair cost', at_ms: world.clock.now() - 6 * day_ms })
    expect(await world.outcomes(campaign)).toEqual(['lead'])
    expect((await leadOf(campaign.id)).search).toMatchObject({ count: 2, score: 0.75 })
  })

  test('matches a topic by its words or its name', async () => {
    const campaign = await world.makeSearchCampaign({ keyword: '', topics: ['garage-doors'] })
    await world.search(await world.makePerson(), { text: 'garage door repair cost' })
    await world.search(await world.makePerson(), { text: 'topic:garage-doors', kind: 'page' })
    expect(await world.outcomes(campaign)).toEqual(['lead', 'lead'])
  })
})

describe('no lead is created because of', () => {
  test('a negative keyword', async () => {
    const campaign = await world.makeSearchCampaign({ keyword: 'roof repair\n-free' })
    await world.search(await world.makePerson(), { text: 'free roof repair' })
    expect(await world.outcomes(campaign)).toEqual(['negative_keyword'])
  })

  test('a search older than the lookback window', async () => {
    const campaign = await world.makeSearchCampaign({ windowDays: 3 })
    await world.search(await world.makePerson(), { at_ms: world.clock.now() - 4 * day_ms })
    expect(await world.outcomes(campaign)).toEqual(['search_too_old'])
  })

  test('too few searches, until there are enough', async () => {
    const campaign = await world.makeSearchCampaign({ leastSearches: 2 })
    const person = await world.makePerson()
    await world.search(person)
    expect(await world.outcomes(campaign)).toEqual(['too_few_searches'])
    await world.search(person, { text: 'roof repair cost' })
    expect((await world.outcomes(campaign)).toSorted()).toEqual(['lead', 'too_few_searches'])
  })

  test('an address outside the target, as for a visit', async () => {
    const campaign = await world.makeSearchCampaign({}, { national_targeting: false, states: ['TX'] })
    await world.search(await world.makePerson())
    expect(await world.outcomes(campaign)).toEqual(['outside_target'])
  })

  test('an earlier lead within the re-identification window: never the same person twice', async () => {
    const campaign = await world.makeSearchCampaign()
    const person = await world.makePerson()
    await world.search(person)
    expect(await world.outcomes(campaign)).toEqual(['lead'])
    await world.search(person, { text: 'roof repair company' })
    expect((await world.outcomes(campaign)).toSorted()).toEqual(['lead', 'returning'])
  })

  test('a search before the campaign’s start', async () => {
    const campaign = await world.makeSearchCampaign({}, { start_date: '2026-01-12' })
    await world.search(await world.makePerson(), { at_ms: world.clock.now() - 2 * day_ms })
    expect(await world.outcomes(campaign)).toEqual(['not_started'])
  })

  test('a person who opted out', async () => {
    const campaign = await world.makeSearchCampaign()
    const person = await world.makePerson()
    await world.search(person)
    await world.db.adminPool.query(
      `insert into opt_out select hash, 'asked', now() from person_key where person_id = $1`,
      [person.id],
    )
    expect(await world.outcomes(campaign)).toEqual(['opted_out'])
  })
})

describe('a limit', () => {
  test('takes the highest scores first, and the others the next day while their searches still count', async () => {
    const campaign = await world.makeSearchCampaign({}, { limit_leads: 1, limit_period: 'day' })
    const [casual, keen] = [await world.makePerson(), await world.makePerson()]
    const texts = ['roof repair', 'roof repair cost', 'emergency roof repair']
    await world.searchTogether([[casual], ...texts.map((text) => [keen, { text }] as const)])
    expect((await world.outcomes(campaign)).toSorted()).toEqual(['lead', 'limit_reached'])
    expect((await leadOf(campaign.id)).person_id).toBe(keen.id)
    // No one is retried within the same day.
    expect(await world.outcomes(campaign)).toHaveLength(2)
    world.clock.advance(day_ms)
    expect((await world.outcomes(campaign)).toSorted()).toEqual(['lead', 'lead', 'limit_reached'])
    world.clock.advance(10 * day_ms)
    expect(await world.outcomes(campaign)).toHaveLength(3)
  })
})

describe('a campaign’s last day', () => {
  /** A campaign that ends today with a limit of one lead a day, and two people who searched today. */
  async function onItsLastDay() {
    const today = new Date(world.clock.now()).toISOString().slice(0, 10)
    const ends = { end_date: today, limit_leads: 1, limit_period: 'day', time_zone: 'UTC' }
    const campaign = await world.makeSearchCampaign({}, ends)
    await world.searchTogether([[await world.makePerson()], [await world.makePerson()]])
    expect((await world.outcomes(campaign)).toSorted()).toEqual(['lead', 'limit_reached'])
    return campaign
  }

  test('is the last on which deferred people become leads', async () => {
    const campaign = await onItsLastDay()
    world.clock.advance(day_ms)
    expect((await world.outcomes(campaign)).toSorted()).toEqual(['lead', 'limit_reached'])
    // The campaign is extended: their searches still count.
    await world.db.adminPool.query(`update campaign set end_date = end_date + 3 where id = $1`, [campaign.id])
    expect((await world.outcomes(campaign)).toSorted()).toEqual(['lead', 'lead', 'limit_reached'])
  })

  test('has passed for a search reported later, whenever it was made', async () => {
    const campaign = await onItsLastDay()
    const searched_ms = world.clock.now()
    world.clock.advance(day_ms)
    await world.search(await world.makePerson(), { at_ms: searched_ms })
    expect((await world.outcomes(campaign)).toSorted()).toEqual(['ended', 'lead', 'limit_reached'])
  })
})

describe('a matching run', () => {
  test('creates no duplicates when repeated', async () => {
    const campaign = await world.makeSearchCampaign()
    await world.search(await world.makePerson())
    const before = await world.db.adminPool.query('select * from signal_watermark')
    await world.outcomes(campaign)
    // As if it had died before it stored its watermark.
    await world.db.adminPool.query('update signal_watermark set done_tx = $1, done_id = $2', [
      before.rows[0].done_tx,
      before.rows[0].done_id,
    ])
    expect(await world.outcomes(campaign)).toEqual(['lead'])
  })

  test('continues where it was once a database restored on another server was repaired', async () => {
    const campaign = await world.makeSearchCampaign({ keyword: 'attic fan' })
    const search = async () => world.search(await world.makePerson(), { text: 'attic fan' })
    await search()
    expect(await world.outcomes(campaign)).toEqual(['lead'])
    // Stored, but not matched when the dump was made. Transactions of that server had far higher numbers.
    await search()
    await world.db.adminPool.query(`
      update hit set tx = tx + 1000000000000; update resolve_watermark set done_tx = done_tx + 1000000000000;
      update signal set tx = tx + 1000000000000; update signal_watermark set done_tx = done_tx + 1000000000000;
      update searchers_watermark set done_tx = done_tx + 1000000000000;
      update agency_signal_watermark set done_tx = done_tx + 1000000000000`)
    const runbook = readFileSync(join(projectRoot, 'docs/runbooks/restored-from-a-dump.md'), 'utf8')
    await world.db.adminPool.query(/```sql\n([\s\S]+?)```/.exec(runbook)![1]!)
    expect(await world.outcomes(campaign)).toEqual(['lead', 'lead'])
    await search()
    expect(await world.outcomes(campaign)).toEqual(['lead', 'lead', 'lead'])
  })

  test('skips paused campaigns and signals that match no campaign', async () => {
    const campaign = await world.makeSearchCampaign({}, { status: 'pause' })
    await world.search(await world.makePerson())
    await world.search(await world.makePerson(), { text: 'blue suede shoes' })
    expect(await world.outcomes(campaign)).toEqual([])
    expect(await matchSignals(world.platform)).toEqual({ signals: 0, matches: 0 })
  })
})

describe('an agency whose matches cannot be saved', () => {
  /** Nothing can be stored for it until the returned function is called. */
  async function blockStorage(agencyId: string): Promise<() => Promise<unknown>> {
    const rule = `check (agency_id <> '${agencyId}') not valid`
    await world.db.adminPool.query(`alter table search_match add constraint stop ${rule}`)
    return () => world.db.adminPool.query('alter table search_match drop constraint stop')
  }

  // In either order.
  test.each([
    ['acme', 'brightside'],
    ['brightside', 'acme'],
  ] as const)('when it is %s, does not block another, and neither gets duplicates', async (brokenName, otherName) => {
    const text = `gutter guard ${brokenName}`
    const make = (name: 'acme' | 'brightside') => {
      const { id: agencyId, clients } = world.tree[name]
      const of = { agencyId, clientId: clients[0]!.id }
      return world.makeSearchCampaign({ keyword: text }, { reidentification: 'always' }, of)
    }
    const [brokenCampaign, otherCampaign] = [await make(brokenName), await make(otherName)]
    const resolveReasons = async (campaign: typeof brokenCampaign) => {
      await world.resolve(campaign)
      return (await world.visits(campaign)).map(({ reason }) => reason)
    }
    const mend = await blockStorage(brokenCampaign.agencyId)
    await world.search(await world.makePerson(), { text })
    await expect(matchSignals(world.platform)).rejects.toThrow('could not be matched')
    expect([await resolveReasons(brokenCampaign), await resolveReasons(otherCampaign)]).toEqual([[], ['lead']])
    await world.search(await world.makePerson(), { text })
    await expect(matchSignals(world.platform, 1)).rejects.toThrow('could not be matched')
    expect([await resolveReasons(brokenCampaign), await resolveReasons(otherCampaign)]).toEqual([[], ['lead', 'lead']])
    await mend()
    await matchSignals(world.platform)
    expect([await resolveReasons(brokenCampaign), await resolveReasons(otherCampaign)]).toEqual([
      ['lead', 'lead'],
      ['lead', 'lead'],
    ])
  })
})
