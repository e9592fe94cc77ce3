import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { PlantableFault } from '#server/platform/planted-fault.ts'
import { verifyLedger } from '#server/areas/ledger/verify-ledger.ts'
import { setJob, makeB2bCampaign } from '#server/test/b2b-world.ts'
import { makeAudience } from '#server/test/make-audience.ts'
import {
  createPipelineWorld,
  md5,
  type PipelineCampaign,
  type PipelinePerson,
  type PipelineWorld,
} from '#server/test/pipeline-world.ts'
import { verifyLeads } from './verify-leads.ts'
import { resolveAgency } from './resolve-agency.ts'

// What the test suites guarantee, as checks that pass in the product and fail with the planted fault of that name.

let world: PipelineWorld
let campaign: PipelineCampaign
let person: PipelinePerson
beforeAll(async () => {
  world = await createPipelineWorld()
  return () => world.close()
})
beforeEach(async () => {
  campaign = await world.makeCampaign({ limit_leads: 2, limit_period: 'total' })
  person = await world.makePerson()
})
afterEach(() => vi.unstubAllEnvs())

const hit = (one: PipelinePerson = person): Promise<string> => world.hit(campaign, { hashes: [md5(one.email)] })
const leads = async (): Promise<number> =>
  (await world.db.adminPool.query('select from lead where campaign_id = $1', [campaign.id])).rowCount!

async function expectProved(): Promise<void> {
  const books = await verifyLedger(world.db.appPool, [verifyLeads])
  expect(books.flatMap(({ problems }) => problems)).toEqual([])
}

const checks: Partial<Record<PlantableFault, () => Promise<void>>> = {
  'skip-opt-out': async () => {
    await world.db.adminPool.query(`insert into opt_out values (decode($1, 'hex'), 'asked', now())`, [
      md5(person.email),
    ])
    await hit()
    await world.resolve(campaign)
    expect(await leads()).toBe(0)
  },
  'skip-region-rules': async () => {
    await world.db.adminPool.query(`update brand set forbidden_states = '{IL}' where company_id = $1`, [
      campaign.agencyId,
    ])
    await hit()
    await world.resolve(campaign)
    await world.db.adminPool.query(`update brand set forbidden_states = '{}' where company_id = $1`, [
      campaign.agencyId,
    ])
    expect(await leads()).toBe(0)
  },
  'skip-hours': async () => {
    const closedCampaign = await world.makeCampaign({ active_hours: ['sun 00:00-24:00'] })
    await world.hit(closedCampaign, { hashes: [md5(person.email)] })
    await world.resolve(closedCampaign)
    const { rowCount } = await world.db.adminPool.query('select from lead where campaign_id = $1', [closedCampaign.id])
    expect(rowCount).toBe(0)
  },
  'skip-cap': async () => {
    // A lead costs $1.25.
    const cappedCampaign = await world.makeCampaign({ month_cap_cents: 249 })
    for (const one of [person, await world.makePerson()]) await world.hit(cappedCampaign, { hashes: [md5(one.email)] })
    await world.resolve(cappedCampaign)
    const { rowCount } = await world.db.adminPool.query('select from lead where campaign_id = $1', [cappedCampaign.id])
    expect(rowCount).toBe(1)
  },
  'skip-pace': async () => {
    // At noon: of two leads a day the second is due in the afternoon, and only one unused lead carries over.
    const even = await world.makeCampaign({ limit_leads: 2, spreads_evenly: true, active_hours: ['mon 11:00-24:00'] })
    for (const one of [person, await world.makePerson()]) await world.hit(even, { hashes: [md5(one.email)] })
    await world.resolve(even)
    const { rowCount } = await world.db.adminPool.query('select from lead where campaign_id = $1', [even.id])
    expect(rowCount).toBe(1)
  },
  'skip-pages': async () => {
    const blog = await world.makeCampaign({ module_settings: { includePages: ['/blog/*'] } })
    await world.hit(blog, { hashes: [md5(person.email)] })
    await world.resolve(blog)
    expect(await world.visits(blog)).toEqual([expect.objectContaining({ reason: 'page_excluded' })])
  },
  'skip-exclusions': async () => {
    const excludedPeople = await Promise.all([1, 2, 3, 4].map(() => world.makePerson()))
    const [ofRoot, ...others] = excludedPeople.map(({ email }) => md5(email))
    await world.db.adminPool.query(`insert into root_exclusion values ($1, decode($2, 'hex'), now())`, [
      world.tree.root.id,
      ofRoot,
    ])
    await world.db.adminPool.query(
      `insert into exclusion (agency_id, root_id, client_id, campaign_id, level, hash, created_at)
       select $1, $2, case level when 'agency' then null else $3::uuid end,
              case level when 'campaign' then $4::uuid end, level, decode(hash, 'hex'), now()
         from unnest($5::text[], $6::text[]) as listed (level, hash)`,
      [campaign.agencyId, world.tree.root.id, campaign.clientId, campaign.id, ['agency', 'client', 'campaign'], others],
    )
    for (const one of excludedPeople) await hit(one)
    await world.resolve(campaign)
    expect(await leads()).toBe(0)
  },
  'skip-audiences': async () => {
    const buyers = await makeAudience({ db: world.db, rootId: world.tree.root.id }, campaign, {
      include: [{ kind: 'converted', within_days: 30 }],
    })
    await world.db.adminPool.query('update campaign set include_audiences = $2 where id = $1', [campaign.id, [buyers]])
    await hit()
    await world.resolve(campaign)
    expect(await leads()).toBe(0)
  },
  'drop-reidentification': async () => {
    await hit()
    await hit()
    await world.resolve(campaign)
    expect(await leads()).toBe(1)
  },
  'skip-limit': async () => {
    for (const one of [person, await world.makePerson(), await world.makePerson()]) await hit(one)
    await world.resolve(campaign)
    expect(await leads()).toBe(2)
  },
  'skip-employer': async () => {
    const wanting = await makeB2bCampaign(world)
    await world.hit(wanting, { hashes: [md5(person.email)] })
    await world.resolve(wanting)
    expect(await world.visits(wanting)).toEqual([expect.objectContaining({ reason: 'no_employer' })])
  },
  'skip-excluded-companies': async () => {
    const wanting = await makeB2bCampaign(world, { excludedDomains: ['northwind.example'] })
    await setJob(world, person)
    await world.hit(wanting, { hashes: [md5(person.email)] })
    await world.resolve(wanting)
    expect(await world.visits(wanting)).toEqual([expect.objectContaining({ reason: 'company_excluded' })])
  },
  'skip-profile': async () => {
    const wanting = await makeB2bCampaign(world, { seniorities: ['owner'] })
    await setJob(world, person)
    await world.hit(wanting, { hashes: [md5(person.email)] })
    await world.resolve(wanting)
    expect(await world.visits(wanting)).toEqual([expect.objectContaining({ reason: 'profile_missed' })])
  },
  'skip-surge': async () => {
    const wanting = await makeB2bCampaign(world, { onlySurging: true })
    await setJob(world, person, { company_domain: 'calm.example' })
    await world.hit(wanting, { hashes: [md5(person.email)] })
    await world.resolve(wanting)
    expect(await world.visits(wanting)).toEqual([expect.objectContaining({ reason: 'company_calm' })])
  },
  'suggest-anybody': async () => {
    const wanting = await makeB2bCampaign(world, { titles: ['Gardener'] })
    await setJob(world, person, { company_domain: 'strangers.example' })
    await world.hit(wanting, { company: 'strangers.example' })
    await world.resolve(wanting)
    expect(await world.visits(wanting)).toEqual([expect.objectContaining({ reason: 'no_contact' })])
  },
  'skip-company-window': async () => {
    const wanting = await makeB2bCampaign(world)
    for (const one of [person, await world.makePerson()]) {
      await setJob(world, one)
      await world.hit(wanting, { hashes: [md5(one.email)] })
    }
    await world.resolve(wanting)
    const reasons = (await world.visits(wanting)).map(({ reason }) => reason)
    expect(reasons.toSorted()).toEqual(['company_returning', 'lead'])
  },
  'charge-outside-transaction': async () => {
    await world.db.adminPool.query('alter table lead_count add constraint break_off check (false) not valid')
    await hit()
    await world.resolve(campaign).catch(() => {})
    await world.db.adminPool.query('alter table lead_count drop constraint break_off')
    await expectProved()
  },
  'leave-the-mark': async () => {
    await hit()
    await resolveUntilVisited()
    expect((await resolveAgency(world.platform, campaign.agencyId)).visits).toBe(0)
  },
  'resolve-running-transactions': async () => {
    const slow = await world.db.adminPool.connect()
    await slow.query('begin; select pg_current_xact_id()')
    await hit()
    await resolveAgency(world.platform, campaign.agencyId)
    await slow.query(
      `insert into hit (agency_id, id, root_id, client_id, campaign_id, received_at, kind, page_url, page_host)
       select agency_id, uuidv7(), root_id, client_id, campaign_id, received_at, kind, page_url, page_host
         from hit where campaign_id = $1`,
      [campaign.id],
    )
    await slow.query('commit')
    slow.release()
    await world.resolve(campaign)
    expect(await world.visits(campaign)).toHaveLength(2)
  },
}

async function resolveUntilVisited(): Promise<void> {
  while ((await world.visits(campaign)).length === 0) await resolveAgency(world.platform, campaign.agencyId)
}

describe.each(Object.entries(checks))('the check against the planted fault %s', (fault, check) => {
  test('passes without it', () => check())

  test('fails with it', async () => {
    vi.stubEnv('PLANTED_FAULT', fault)
    await expect(check()).rejects.toThrow()
    vi.unstubAllEnvs()
    // What a fault left behind must not affect the next check.
    await world.close()
    world = await createPipelineWorld()
  })
})
