import { describe, expect, test } from 'vitest'
import { listSurges } from '#contract/leads/surges.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { noLimits } from '#server/test/app.ts'
import { setJob, makeB2bCampaign } from '#server/test/b2b-world.ts'
import type { TestUser } from '#server/test/factories.ts'
import { openApp } from '#server/test/open-app.ts'
import { md5, start_ms, type PipelineCampaign } from '#server/test/pipeline-world.ts'
import { openSearchWorld } from '#server/test/search-world.ts'
import { explainLead } from './explain-lead.ts'
import { isSurging } from './surges.ts'

const day_ms = 86_400_000

const world = await openSearchWorld()
const http = await openApp(world, { limiter: noLimits })

const client = (at = 0) => world.tree.acme.clients[at]!
/** A company's visits some days ago, as they would have been counted. */
const came = (company: string, daysAgo: number, visits: number, of = client().id) =>
  world.db.adminPool.query(
    `insert into company_day (agency_id, client_id, company, day, root_id, visits)
     values ($1, $2, $3, ($4::timestamptz at time zone 'America/New_York')::date, $5, $6)`,
    [world.tree.acme.id, of, company, new Date(start_ms - daysAgo * day_ms), world.tree.root.id, visits],
  )
const countsOf = async (company: string) =>
  (
    await world.db.adminPool.query(
      'select day::text, visits, searches from company_day where company = $1 order by day',
      [company],
    )
  ).rows
const visitFrom = async (campaign: PipelineCampaign, company_domain: string, more: { at_ms?: number } = {}) => {
  const person = await setJob(world, await world.makePerson(), { company_domain })
  return world.visit(campaign, { hashes: [md5(person.email)], ...more })
}
const surgesOf = async (user: TestUser, companyID: string, percent = 200) => {
  const { body } = await http.as(user).call(listSurges, { params: { companyID }, query: { percent } })
  return body.data.map(({ company }) => company)
}

describe('A company’s activity', () => {
  test('is counted by day, by where people work or by their IP range', async () => {
    const campaign = await makeB2bCampaign(world, { companyWindow: 'none' })
    await visitFrom(campaign, 'counted.example')
    await visitFrom(campaign, 'counted.example')
    await world.visit(campaign, { company: 'counted.example' })
    expect(await countsOf('counted.example')).toEqual([{ day: '2026-01-12', visits: 3, searches: 0 }])
  })

  test('excludes bots, conversions, people who opted out, and clients that do not look up companies', async () => {
    const campaign = await makeB2bCampaign(world)
    const person = await setJob(world, await world.makePerson(), { company_domain: 'uncounted.example' })
    const hashes = [md5(person.email)]
    await world.visit(campaign, { hashes, mark: 'bot' })
    await world.visit(campaign, { hashes, kind: 'conversion' })
    const second = { agencyId: world.tree.acme.id, clientId: client(1).id }
    await world.visit(await world.makeCampaign({}, second), { hashes })
    await world.db.adminPool.query(`insert into opt_out values (decode($1, 'hex'), 'asked', now())`, hashes)
    await world.visit(campaign, { hashes })
    expect(await countsOf('uncounted.example')).toEqual([])
  })

  test('includes searches by people who work there, in addition to visits', async () => {
    await makeB2bCampaign(world)
    const seekers = await world.makeSearchCampaign({ keyword: 'surge protection' })
    const person = await setJob(world, await world.makePerson(), { company_domain: 'searching.example' })
    await world.search(person, { text: 'surge protection' })
    expect(await world.outcomes(seekers)).toEqual(['lead'])
    await world.visit(await world.makeCampaign(), { hashes: [md5(person.email)] })
    expect(await countsOf('searching.example')).toEqual([{ day: '2026-01-12', visits: 1, searches: 1 }])
  })

  test('includes visits to the client’s other campaigns', async () => {
    await makeB2bCampaign(world)
    await visitFrom(await world.makeCampaign(), 'elsewhere.example')
    expect(await countsOf('elsewhere.example')).toEqual([{ day: '2026-01-12', visits: 1, searches: 0 }])
  })
})

describe('A company is surging', () => {
  test('if this week has at least five visits and twice the weekly average of the four weeks before', () => {
    expect(isSurging({ recent: 10, before: 20 })).toBe(true)
    expect(isSurging({ recent: 9, before: 20 })).toBe(false)
    expect(isSurging({ recent: 4, before: 0 })).toBe(false)
    expect(isSurging({ recent: 5, before: 0 })).toBe(true)
    expect(isSurging({ recent: 9, before: 20 }, 150)).toBe(true)
  })

  test('by days in New York: seven for this week, and the twenty-eight before it for the average', async () => {
    const [ownId, otherId] = [client().id, client(1).id]
    await came('rising.example', 0, 3)
    await came('rising.example', 6, 3)
    await came('rising.example', 7, 12)
    await came('steady.example', 6, 6)
    await came('steady.example', 34, 13)
    await came('older.example', 1, 6)
    await came('older.example', 35, 90)
    await came('theirs.example', 1, 9, otherId)
    const { acme, brightside, root } = world.tree
    const domains = ['older.example', 'rising.example']
    expect(await surgesOf(client().user, ownId)).toEqual(domains)
    expect(await surgesOf(acme.owner, ownId)).toEqual(domains)
    expect(await surgesOf(acme.owner, acme.id)).toEqual(['theirs.example', ...domains])
    expect(await surgesOf(root.system, acme.id)).toEqual(['theirs.example', ...domains])
    expect(await surgesOf(brightside.owner, brightside.id)).toEqual([])
    expect(await surgesOf(client().user, ownId, 180)).toEqual([...domains, 'steady.example'])
    expect((await http.as(client().user).call(listSurges, { params: { companyID: otherId }, query: {} })).status).toBe(
      404,
    )
    for (const percent of [109, 1_001])
      expect(
        (await http.as(acme.owner).call(listSurges, { params: { companyID: ownId }, query: { percent } })).status,
      ).toBe(422)
  })

  test('and a campaign can take only people from such companies, by its own threshold', async () => {
    await came('calm.example', 2, 6)
    await came('calm.example', 20, 13)
    await came('keen.example', 2, 6)
    const settings = { companyWindow: 'none', onlySurging: true }
    const campaign = await makeB2bCampaign(world, settings)
    expect((await visitFrom(campaign, 'calm.example')).reason).toBe('company_calm')
    expect((await visitFrom(campaign, 'never.example')).reason).toBe('company_calm')
    expect(
      (await visitFrom(await makeB2bCampaign(world, { ...settings, surge_percent: 180 }), 'calm.example')).reason,
    ).toBe('lead')
    expect((await visitFrom(await makeB2bCampaign(world, { companyWindow: 'none' }), 'calm.example')).reason).toBe(
      'lead',
    )
    expect((await visitFrom(campaign, 'keen.example')).reason).toBe('lead')
    const { rows } = await world.db.adminPool.query('select id from lead where campaign_id = $1', [campaign.id])
    const scope = { kind: 'agency', rootId: world.tree.root.id, agencyId: campaign.agencyId } as const
    const trace = await inScope(world.db.appPool, scope, (tx) => explainLead(tx, campaign.agencyId, rows[0].id))
    expect(trace!.passed).toContainEqual({
      reason: 'company_calm',
      stage: 'The company is surging',
      detail: { text: 'At least {percent}% of the company’s usual week', values: { percent: 200 } },
    })
  })
})
