import { beforeEach, describe, expect, test } from 'vitest'
import type { Condition } from '#contract/audiences/definition.ts'
import { simulateCampaign } from '#contract/leads/simulation.ts'
import { createTestApp } from '#server/test/app.ts'
import { setJob } from '#server/test/b2b-world.ts'
import { makeAudience } from '#server/test/make-audience.ts'
import { md5, sha1, type PipelineCampaign, type PipelinePerson } from '#server/test/pipeline-world.ts'
import { openSearchWorld } from '#server/test/search-world.ts'
import { explainLead } from '../explain-lead.ts'
import { inScope } from '#server/platform/database/scope.ts'

const day_ms = 86_400_000

const world = await openSearchWorld()
let person: PipelinePerson
beforeEach(async () => {
  person = await world.makePerson()
})

const client = () => ({ agencyId: world.tree.acme.id, clientId: world.tree.acme.clients[0]!.id })
const audience = (include: Condition[], name?: string): Promise<string> =>
  makeAudience({ db: world.db, rootId: world.tree.root.id }, client(), { include }, name)
const taking = async (...include: string[]): Promise<PipelineCampaign> =>
  world.makeCampaign({ include_audiences: include, reidentification: 'always' })
const withTrait = (
  trait: 'state' | 'city' | 'zip' | 'age' | 'industry' | 'company',
  ...values: string[]
): Condition => ({
  kind: 'trait',
  trait,
  values,
})
const visitsOf = (least = 1, page = '', within_days = 30): Condition => ({ kind: 'visited', page, least, within_days })
const reasonIn = async (campaign: PipelineCampaign, one = person): Promise<string> =>
  (await world.visit(campaign, { hashes: [md5(one.email)] })).reason

describe('A campaign with audiences', () => {
  test('takes people in an included audience, and nobody in an excluded one', async () => {
    const illinois = await audience([withTrait('state', 'IL', 'WI')])
    const chicago = await audience([withTrait('city', 'CHICAGO')])
    const texas = await audience([withTrait('state', 'TX')])
    expect(await reasonIn(await taking(illinois))).toBe('lead')
    expect(await reasonIn(await taking(texas))).toBe('outside_audience')
    expect(await reasonIn(await taking(texas, illinois))).toBe('lead')
    const without = await world.makeCampaign({ exclude_audiences: [chicago] })
    expect(await reasonIn(without)).toBe('outside_audience')
    expect(await reasonIn(await world.makeCampaign({ exclude_audiences: [texas] }))).toBe('lead')
    const both = await world.makeCampaign({ include_audiences: [illinois], exclude_audiences: [chicago] })
    expect(await reasonIn(both)).toBe('outside_audience')
    expect(await reasonIn(both, await world.makePerson({ city: 'Peoria' }))).toBe('lead')
  })

  test('matches all or any of an audience’s conditions, and excludes those who meet its exclusions', async () => {
    const make = (parts: Parameters<typeof makeAudience>[2]) =>
      makeAudience({ db: world.db, rootId: world.tree.root.id }, client(), parts)
    const [here, there] = [withTrait('state', 'IL'), withTrait('zip', '53703')]
    expect(await reasonIn(await taking(await make({ include: [here, there] })))).toBe('outside_audience')
    expect(await reasonIn(await taking(await make({ include: [here, there], match: 'any' })))).toBe('lead')
    expect(await reasonIn(await taking(await make({ include: [here], exclude: [there] })))).toBe('lead')
    expect(await reasonIn(await taking(await make({ exclude: [here] })))).toBe('outside_audience')
    const notBoth = await make({ exclude: [here, there], excludeMatch: 'all' })
    expect(await reasonIn(await taking(notBoth))).toBe('lead')
  })

  test('uses age, industry, and company from identity data', async () => {
    await setJob(world, person, { company_domain: 'www.Works.example', industry: 'Construction' })
    await world.db.adminPool.query(`insert into trait values ($1, 'age_band', '41')`, [person.id])
    for (const [condition, reason] of [
      [withTrait('age', '35-44'), 'lead'],
      [withTrait('age', '45-54', '65+'), 'outside_audience'],
      [withTrait('industry', 'construction'), 'lead'],
      [withTrait('industry', 'retail'), 'outside_audience'],
      [withTrait('company', 'works.example'), 'lead'],
    ] as const)
      expect([condition, await reasonIn(await taking(await audience([condition])))]).toEqual([condition, reason])
  })

  test('counts page views in order, within the days and for the address, including the current one', async () => {
    const twice = await taking(await audience([visitsOf(2, '/PRICING', 7)]))
    expect(await reasonIn(twice)).toBe('outside_audience')
    expect(await reasonIn(twice)).toBe('lead')
    world.clock.advance(8 * day_ms)
    expect(await reasonIn(twice)).toBe('outside_audience')
    const elsewhere = await taking(await audience([visitsOf(1, '/careers')]))
    expect(await reasonIn(elsewhere)).toBe('outside_audience')
    // Regardless of how the two are split into batches.
    const otherPerson = await world.makePerson()
    for (let at = 0; at < 2; at++) {
      world.clock.advance(1_000)
      await world.hit(twice, { hashes: [md5(otherPerson.email)] })
    }
    await world.resolve(twice)
    const reasons = (await world.visits(twice)).filter(({ person_id }) => person_id === otherPerson.id)
    expect(reasons.map(({ reason }) => reason)).toEqual(['outside_audience', 'lead'])
  })

  test('counts neither a bot’s visit nor a conversion as a page view', async () => {
    const twice = await taking(await audience([visitsOf(2)]))
    const hashes = [md5(person.email)]
    await world.visit(twice, { hashes, mark: 'bot' })
    await world.visit(twice, { hashes, kind: 'conversion' })
    expect(await reasonIn(twice)).toBe('outside_audience')
  })

  test('knows who is already a lead, who bought, and who is on the client’s exclusion list', async () => {
    const hashes = [md5(person.email)]
    const lead = await world.makeCampaign({
      exclude_audiences: [await audience([{ kind: 'lead', organization_id: '', within_days: 30 }])],
    })
    const buyers = await audience([{ kind: 'converted', within_days: 30 }])
    const excludedAudience = await audience([{ kind: 'excluded' }])
    expect(await reasonIn(lead)).toBe('lead')
    expect(await reasonIn(lead)).toBe('outside_audience')
    const upsell = await taking(buyers)
    expect(await reasonIn(upsell)).toBe('outside_audience')
    await world.visit(lead, { hashes, kind: 'conversion' })
    expect(await reasonIn(upsell)).toBe('lead')
    const ofList = await taking(excludedAudience)
    expect(await reasonIn(ofList)).toBe('outside_audience')
    await world.db.adminPool.query(
      `insert into exclusion (agency_id, root_id, client_id, level, hash, created_at) values ($1, $2, $3, 'client', decode($4, 'hex'), now())`,
      [client().agencyId, world.tree.root.id, client().clientId, sha1(person.email)],
    )
    // In the audience, but excluded by the client.
    expect(await reasonIn(ofList)).toBe('excluded_client')
  })

  test('takes searchers, and knows what they searched for', async () => {
    const roofs = await audience([{ kind: 'searched', phrase: 'ROOF', within_days: 7 }])
    const pools = await audience([{ kind: 'searched', phrase: 'pool', within_days: 7 }])
    const searching = await world.makeSearchCampaign({ keyword: 'roof repair' }, { include_audiences: [roofs] })
    const elsewhere = await world.makeSearchCampaign({ keyword: 'roof repair' }, { include_audiences: [pools] })
    await world.search(person, { text: 'roof repair' })
    expect(await world.outcomes(searching)).toEqual(['lead'])
    expect(await world.outcomes(elsewhere)).toEqual(['outside_audience'])
  })

  test('shows on a lead’s page which audiences decided it, by their names at that time', async () => {
    const [near, far] = [
      await audience([withTrait('state', 'IL')], 'Near'),
      await audience([withTrait('state', 'TX')], 'Far'),
    ]
    const campaign = await world.makeCampaign({ include_audiences: [near], exclude_audiences: [far] })
    const { lead_id } = await world.visit(campaign, { hashes: [md5(person.email)] })
    await world.db.adminPool.query(`update audience set name = 'Renamed' where id = $1`, [near])
    const scope = { kind: 'agency', rootId: world.tree.root.id, agencyId: campaign.agencyId } as const
    const trace = await inScope(world.db.appPool, scope, (tx) => explainLead(tx, campaign.agencyId, lead_id!))
    const stage = trace!.passed.find(({ reason }) => reason === 'outside_audience')
    expect(stage).toMatchObject({
      stage: 'In the audiences of the campaign',
      detail: { text: 'In at least one of: {list}. In none of: {without}', values: { list: 'Near', without: 'Far' } },
    })
  })

  test('excludes people outside them in a simulation', async () => {
    const http = await createTestApp(world.db, { clock: world.clock })
    const campaign = await world.makeCampaign()
    for (const state of ['IL', 'TX'])
      await world.visit(campaign, { hashes: [md5((await world.makePerson({ state })).email)] })
    const near = await audience([withTrait('state', 'IL')])
    await world.db.adminPool.query('update campaign set include_audiences = $2 where id = $1', [campaign.id, [near]])
    const { body } = await http
      .as(world.tree.acme.owner)
      .call(simulateCampaign, { params: { id: campaign.id, days: '7' } })
    await http.close()
    expect(body.data.reasons).toEqual([
      { reason: 'outside_audience', count: 1 },
      { reason: 'lead', count: 1 },
    ])
  })
})
