import { describe, expect, test } from 'vitest'
import { modules } from '#contract/campaigns/modules.ts'
import { countedOnly, modulesOfReason, reasons, type Reason } from '#contract/leads/reasons.ts'
import { ownStagesOf, stagesOfModule } from '#server/areas/campaigns/modules/registry.ts'
import { setJob, storedProfile } from '#server/test/b2b-world.ts'
import { makeAudience } from '#server/test/make-audience.ts'
import {
  openPipelineWorld,
  md5,
  sha1,
  sha256,
  start_ms,
  type HitInput,
  type PipelineCampaign,
  type PipelinePerson,
} from '#server/test/pipeline-world.ts'
import { allStages } from './resolve/stages.ts'

const world = await openPipelineWorld()

interface Case {
  reason: Reason
  settings?: Record<string, unknown>
  person?: Record<string, string | null>
  hit?: HitInput | ((person: PipelinePerson) => HitInput)
  before?: (campaign: PipelineCampaign, person: PipelinePerson) => Promise<unknown>
}

const out = sha256('gone@example.com')
const byHash = ({ email }: PipelinePerson): HitInput => ({ hashes: [md5(email)] })
const exclude = async (
  campaign: PipelineCampaign,
  level: 'agency' | 'client' | 'campaign',
  hash: string,
): Promise<unknown> =>
  world.db.adminPool.query(
    `insert into exclusion (agency_id, root_id, client_id, campaign_id, level, hash, created_at)
     values ($1, $2, $3, $4, $5, decode($6, 'hex'), $7)`,
    [
      campaign.agencyId,
      world.tree.root.id,
      level === 'agency' ? null : campaign.clientId,
      level === 'campaign' ? campaign.id : null,
      level,
      hash,
      new Date(start_ms),
    ],
  )

/** A real hit for each reason, with no other reason that applies. */
const cases: Case[] = [
  { reason: 'host_not_allowed', hit: (person) => ({ ...byHash(person), mark: 'host' }) },
  { reason: 'no_origin', hit: (person) => ({ ...byHash(person), mark: 'origin' }) },
  { reason: 'bot', hit: (person) => ({ ...byHash(person), mark: 'bot' }) },
  { reason: 'datacentre', hit: (person) => ({ ...byHash(person), mark: 'datacentre' }) },
  { reason: 'no_key', hit: {} },
  {
    reason: 'no_contact',
    settings: { module: 'b2b', module_settings: storedProfile() },
    hit: { company: 'nobody.example' },
  },
  { reason: 'no_match', hit: { hashes: [md5('nobody@example.com')] } },
  {
    reason: 'opted_out',
    before: (_campaign, { email }) =>
      world.db.adminPool.query(`insert into opt_out values (decode($1, 'hex'), 'asked', now())`, [sha256(email)]),
  },
  {
    reason: 'region_forbidden',
    person: { state: 'VT' },
    before: ({ agencyId }) =>
      world.db.adminPool.query(`update brand set forbidden_states = '{VT}' where company_id = $1`, [agencyId]),
  },
  { reason: 'email_missing', person: { email: null } },
  { reason: 'phone_missing', settings: { require_phone: true }, person: { phone_e164: null } },
  { reason: 'address_missing', settings: { require_address: true }, person: { street: null } },
  { reason: 'outside_target', settings: { national_targeting: false, states: ['TX'], zips: ['60602'] } },
  {
    reason: 'outside_audience',
    before: async (campaign) =>
      world.db.adminPool.query('update campaign set include_audiences = $2 where id = $1', [
        campaign.id,
        [
          await makeAudience({ db: world.db, rootId: world.tree.root.id }, campaign, {
            include: [{ kind: 'trait', trait: 'state', values: ['TX'] }],
          }),
        ],
      ]),
  },
  {
    reason: 'excluded_root',
    before: (_campaign, { email }) =>
      world.db.adminPool.query(`insert into root_exclusion values ($1, decode($2, 'hex'), now())`, [
        world.tree.root.id,
        sha1(email),
      ]),
  },
  { reason: 'excluded_agency', before: (campaign, { email }) => exclude(campaign, 'agency', sha256(email)) },
  { reason: 'excluded_client', before: (campaign, { email }) => exclude(campaign, 'client', sha1(email)) },
  { reason: 'excluded_campaign', before: (campaign, { email }) => exclude(campaign, 'campaign', md5(email)) },
  { reason: 'no_earlier_visit', hit: (person) => ({ ...byHash(person), kind: 'conversion' }) },
  {
    reason: 'converted',
    before: async (campaign, person) => {
      await world.hit(campaign, byHash(person))
      return world.hit(campaign, { ...byHash(person), kind: 'conversion' })
    },
  },
  { reason: 'returning', before: (campaign, person) => world.visit(campaign, byHash(person)) },
  {
    reason: 'company_returning',
    settings: { module: 'b2b', module_settings: storedProfile() },
    before: async (campaign, person) => {
      const colleague = await world.makePerson()
      for (const one of [person, colleague]) await setJob(world, one)
      return world.visit(campaign, byHash(colleague))
    },
  },
  { reason: 'not_started', settings: { start_date: '2026-01-13' } },
  { reason: 'ended', settings: { end_date: '2026-01-11' } },
  { reason: 'not_active', settings: { status: 'pause' } },
  { reason: 'outside_hours', settings: { active_hours: ['mon 13:00-24:00', 'tue 00:00-12:00'] } },
  {
    reason: 'limit_reached',
    settings: { limit_leads: 1 },
    before: async (campaign) => world.visit(campaign, byHash(await world.makePerson())),
  },
  {
    reason: 'cap_reached',
    // A lead costs $1.25.
    settings: { month_cap_cents: 249 },
    before: async (campaign) => world.visit(campaign, byHash(await world.makePerson())),
  },
  {
    reason: 'paced',
    settings: { limit_leads: 2, spreads_evenly: true },
    before: async (campaign) => world.visit(campaign, byHash(await world.makePerson())),
  },
  {
    reason: 'held',
    before: ({ agencyId, id, clientId }) =>
      world.db.adminPool.query('insert into lead_hold values ($1, $2, $3, $4, $5, 50)', [
        agencyId,
        id,
        world.tree.root.id,
        clientId,
        new Date(start_ms),
      ]),
  },
  {
    reason: 'no_funds',
    // Its leads are prepaid, and nothing has been bought yet.
    before: ({ id, agencyId, clientId }) =>
      world.db.adminPool.query(
        `insert into prepaid_balance (agency_id, id, root_id, client_id, campaign_id, leads_to_buy, updated_at)
         values ($1, $2, $3, $4, $2, 100, $5)`,
        [agencyId, id, world.tree.root.id, clientId, new Date(start_ms)],
      ),
  },
  { reason: 'lead' },
]

describe('a hit is resolved', () => {
  test.each(cases)('as $reason', async ({ reason, settings, person: fields, hit, before }) => {
    const campaign = await world.makeCampaign(settings)
    const person = await world.makePerson(fields)
    await before?.(campaign, person)
    const input = typeof hit === 'function' ? hit(person) : (hit ?? byHash(person))
    const visit = await world.visit(campaign, input)
    expect(visit.reason).toBe(reason)
    expect(visit.lead_id === null).toBe(reason !== 'lead' && reason !== 'returning')
    const { rows } = await world.db.adminPool.query(
      'select count::int from visit_count where campaign_id = $1 and reason = $2',
      [campaign.id, reason],
    )
    expect(rows[0].count).toBeGreaterThan(0)
  })

  test('with every reason that the pipeline can give', () => {
    // Privacy signals are counted by the collector.
    const ofOneModule = modules.flatMap((module) => Object.keys(ownStagesOf(module))) as Reason[]
    const elsewhere: Reason[] = [...countedOnly, ...ofOneModule]
    expect(cases.map(({ reason }) => reason)).toEqual(reasons.filter((reason) => !elsewhere.includes(reason)))
  })

  test.each(modules)('by every stage of its module: %s', (module) => {
    const ownReasons = Object.keys(ownStagesOf(module)) as Reason[]
    const allReasons: Reason[] = [...allStages.map(({ reason }) => reason), ...ownReasons, ...countedOnly, 'lead']
    expect(stagesOfModule(module).filter((reason) => !allReasons.includes(reason))).toEqual([])
    expect(ownReasons.filter((reason) => !stagesOfModule(module).includes(reason))).toEqual([])
    expect(ownReasons.filter((reason) => !modulesOfReason(reason)?.includes(module))).toEqual([])
  })

  test('at the first stage that stops it, in the order of the contract', async () => {
    expect([...allStages.map(({ reason }) => reason), 'lead']).toEqual(cases.map(({ reason }) => reason))
    const campaign = await world.makeCampaign({ status: 'pause', require_phone: true, end_date: '2026-01-02' })
    const person = await world.makePerson({ phone_e164: null })
    expect((await world.visit(campaign, byHash(person))).reason).toBe('phone_missing')
    expect((await world.visit(campaign, { ...byHash(person), mark: 'bot' })).reason).toBe('bot')
  })

  test.each<[string, (person: PipelinePerson, visitorId: string) => HitInput[]]>([
    ['beside a hash that somebody has', ({ email }) => [{ hashes: [out, md5(email)] }]],
    [
      'with a cookie linked earlier',
      ({ email }, visitorId) => [
        { hashes: [md5(email)], visitorId },
        { hashes: [out], visitorId },
      ],
    ],
  ])('as opted_out when an unknown hash that opted out came %s', async (_how, hitsOf) => {
    await world.db.adminPool.query(
      `insert into opt_out values (decode($1, 'hex'), 'asked', now()) on conflict do nothing`,
      [out],
    )
    for (const inOneBatch of [true, false]) {
      const campaign = await world.makeCampaign({ reidentification: 'always' })
      const hits = hitsOf(await world.makePerson(), crypto.randomUUID())
      const ids: string[] = []
      for (const hit of hits) {
        ids.push(await world.hit(campaign, hit))
        if (!inOneBatch) await world.resolve(campaign)
      }
      await world.resolve(campaign)
      const last = (await world.visits(campaign)).find(({ id }) => id === ids.at(-1))
      expect(last).toMatchObject({ reason: 'opted_out', person_id: null })
    }
  })

  test('without storing anything about a person who opted out', async () => {
    const campaign = await world.makeCampaign()
    const person = await world.makePerson()
    await world.db.adminPool.query(`insert into opt_out values (decode($1, 'hex'), 'asked', now())`, [
      md5(person.email),
    ])
    const visitorId = crypto.randomUUID()
    const visit = await world.visit(campaign, { hashes: [sha256(person.email)], visitorId })
    expect(visit).toMatchObject({ reason: 'opted_out', person_id: null, match_key: null, confidence: null })
    const { rowCount } = await world.db.adminPool.query('select from device_link where visitor_id = $1', [visitorId])
    expect(rowCount).toBe(0)
  })

  test('without storing anything about people in states where the agency forbids identification', async () => {
    const campaign = await world.makeCampaign()
    const [hiddenPerson, visiblePerson] = [await world.makePerson({ state: 'VT' }), await world.makePerson()]
    await world.db.adminPool.query(`update brand set forbidden_states = '{CA,VT}' where company_id = $1`, [
      campaign.agencyId,
    ])
    const visitorId = crypto.randomUUID()
    for (const kind of ['view', 'conversion'])
      expect(await world.visit(campaign, { ...byHash(hiddenPerson), kind, visitorId })).toMatchObject({
        reason: 'region_forbidden',
        person_id: null,
        match_key: null,
      })
    expect(await world.visit(campaign, byHash(visiblePerson))).toMatchObject({ reason: 'lead' })
    for (const table of ['device_link where visitor_id', 'conversion where campaign_id'])
      expect(
        (await world.db.adminPool.query(`select from ${table} = any($1)`, [[visitorId, campaign.id]])).rowCount,
      ).toBe(0)
    const { rows } = await world.db.adminPool.query('select rules from campaign_rules where campaign_id = $1', [
      campaign.id,
    ])
    expect(rows.at(-1).rules.forbiddenStates).toEqual(['CA', 'VT'])
  })
})
