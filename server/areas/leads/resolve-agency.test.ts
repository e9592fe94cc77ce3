import { describe, expect, test } from 'vitest'
import { inScope } from '#server/platform/database/scope.ts'
import { verifyLedger } from '#server/areas/ledger/verify-ledger.ts'
import { readTransfersOf } from '#server/areas/ledger/read-transfers.ts'
import { openPipelineWorld, md5, start_ms, type PipelineCampaign } from '#server/test/pipeline-world.ts'
import { newId } from '#server/platform/ids.ts'
import { verifyLeads } from './verify-leads.ts'
import { resolveAgency } from './resolve-agency.ts'

const day_ms = 86_400_000

const world = await openPipelineWorld()

const readLead = async (campaign: PipelineCampaign): Promise<Record<string, unknown>> =>
  (await world.db.adminPool.query('select * from lead where campaign_id = $1 order by id desc', [campaign.id])).rows[0]
const emailDestination = (campaign: PipelineCampaign): Promise<unknown> =>
  world.db.adminPool.query(
    `insert into destination (agency_id, id, root_id, client_id, campaign_id, kind, recipients, created_at)
     values ($1, uuidv7(), $2, $3, $4, 'email', '{leads@example.com}', now())`,
    [campaign.agencyId, world.tree.root.id, campaign.clientId, campaign.id],
  )
const expectProved = async (): Promise<void> => {
  const books = await verifyLedger(world.db.appPool, [verifyLeads])
  expect(books.length).toBeGreaterThan(0)
  expect(books.flatMap(({ problems }) => problems)).toEqual([])
}

describe('a lead', () => {
  test('has the person’s current data, with prices frozen and rounded half to even', async () => {
    const campaign = await world.makeCampaign({ retail_price_e4: 12_350, wholesale_price_e4: 4_250 })
    const person = await world.makePerson({ first_name: 'Grace', last_name: 'O’Hara "null" {}, \\' })
    const visit = await world.visit(campaign, { hashes: [md5(person.email)] })
    await world.db.adminPool.query('update campaign set retail_price_e4 = 1, wholesale_price_e4 = 1 where id = $1', [
      campaign.id,
    ])
    expect(await readLead(campaign)).toMatchObject({
      id: visit.lead_id,
      visit_id: visit.id,
      person_id: person.id,
      client_id: campaign.clientId,
      first_name: 'Grace',
      last_name: 'O’Hara "null" {}, \\',
      email: person.email,
      phone_e164: '+13125550142',
      zip: '60601',
      page_url: 'https://plumbright.test/pricing',
      retail_price_e4: 12_350,
      wholesale_price_e4: 4_250,
      created_at: new Date(world.clock.now()),
    })
  })

  test('is paid by two transfers in its agency’s book, the second of which no client sees', async () => {
    const campaign = await world.makeCampaign()
    const { email } = await world.makePerson()
    const { lead_id } = await world.visit(campaign, { hashes: [md5(email)] })
    const agency = { kind: 'agency', rootId: world.tree.root.id, agencyId: campaign.agencyId } as const
    const readTransfers = (scope: Parameters<typeof inScope>[1]) =>
      inScope(world.db.appPool, scope, (tx) => readTransfersOf(tx, campaign.agencyId, lead_id!))
    const transfers = await readTransfers(agency)
    expect(
      transfers.map(({ kind, debitKind, creditKind, amount_e4 }) => [kind, debitKind, creditKind, amount_e4]),
    ).toEqual([
      ['lead_retail', 'client_receivable', 'agency_revenue', 12_500],
      ['lead_wholesale', 'agency_payable', 'root_revenue', 5_000],
    ])
    const clientTransfers = await readTransfers({ ...agency, kind: 'client', clientId: campaign.clientId })
    expect(clientTransfers.map(({ kind }) => kind)).toEqual(['lead_retail'])
    await expectProved()
  })

  test('that costs nothing moves no money', async () => {
    const campaign = await world.makeCampaign({ retail_price_e4: 0, wholesale_price_e4: 0 })
    const { email } = await world.makePerson()
    const before = await world.count('ledger_transfer', campaign)
    expect((await world.visit(campaign, { hashes: [md5(email)] })).reason).toBe('lead')
    expect(await world.count('ledger_transfer', campaign)).toBe(before)
  })

  test('that costs a cent or less, even half a cent, is booked at its exact cost', async () => {
    const clients = world.tree.acme.clients
    const campaigns = [
      await world.makeCampaign(
        { retail_price_e4: 50, wholesale_price_e4: 25 },
        { agencyId: world.tree.acme.id, clientId: clients[0]!.id },
      ),
      await world.makeCampaign(
        { retail_price_e4: 1_250, wholesale_price_e4: 1_225 },
        { agencyId: world.tree.acme.id, clientId: clients[1]!.id },
      ),
    ]
    const balances = async () => {
      const { rows } = await world.db.adminPool.query<{ kind: string; client_id: string | null; e4: string }>(
        'select kind, client_id, balance_e4 as e4 from ledger_account where agency_id = $1',
        [world.tree.acme.id],
      )
      return (kind: string, clientId: string | null): number =>
        Number(rows.find((row) => row.kind === kind && row.client_id === clientId)?.e4 ?? 0)
    }
    const before = await balances()
    for (const campaign of campaigns) {
      for (let count = 0; count < 39; count++)
        await world.hit(campaign, { hashes: [md5((await world.makePerson()).email)] })
      expect(await world.resolve(campaign)).toMatchObject({ leads: 39 })
    }
    const after = await balances()
    const revenues = clients.map(({ id }) => after('agency_revenue', id) - before('agency_revenue', id))
    // $0.195 and $4.875.
    expect(revenues).toEqual([1_950, 48_750])
    expect(after('root_revenue', null) - before('root_revenue', null)).toBe(39 * (25 + 1_225))
    await expectProved()
  })

  test('is queued for each destination, and a returning visit is not', async () => {
    const campaign = await world.makeCampaign()
    await emailDestination(campaign)
    const { email } = await world.makePerson()
    const { lead_id } = await world.visit(campaign, { hashes: [md5(email)] })
    await world.visit(campaign, { hashes: [md5(email)] })
    const { rows } = await world.db.adminPool.query('select lead_id from delivery where campaign_id = $1', [
      campaign.id,
    ])
    expect(rows).toEqual([{ lead_id }])
  })

  test('is counted, with its cost', async () => {
    const campaign = await world.makeCampaign()
    for (const person of [await world.makePerson(), await world.makePerson()]) {
      await world.hit(campaign, { hashes: [md5(person.email)] })
    }
    await world.resolve(campaign)
    const { rows } = await world.db.adminPool.query(
      `select leads, tests, retail_e4, wholesale_e4 from lead_count where of_id = $1 and grain = 'ever'`,
      [campaign.id],
    )
    expect(rows).toEqual([{ leads: 2, tests: 0, retail_e4: 25_000, wholesale_e4: 10_000 }])
  })
})

describe('a conversion', () => {
  test('marks the person’s lead of the last 30 days with its value, and is not itself a lead', async () => {
    const campaign = await world.makeCampaign({ reidentification: 'always' })
    const { email } = await world.makePerson()
    await world.visit(campaign, { hashes: [md5(email)] })
    const at_ms = start_ms + 30 * day_ms
    const visit = await world.visit(campaign, { hashes: [md5(email)], kind: 'conversion', value_cents: 9_900, at_ms })
    expect(visit.reason).toBe('converted')
    expect(await readLead(campaign)).toMatchObject({ converted_at: new Date(at_ms), conversion_value_cents: 9_900 })
    // Only the first one counts.
    await world.visit(campaign, { hashes: [md5(email)], kind: 'conversion', value_cents: 1, at_ms: at_ms + 1 })
    expect(await readLead(campaign)).toMatchObject({ conversion_value_cents: 9_900 })
  })

  test('does not mark an older lead, but still prevents another lead of that person', async () => {
    const campaign = await world.makeCampaign({ reidentification: 'always' })
    const { email } = await world.makePerson()
    await world.visit(campaign, { hashes: [md5(email)] })
    const at_ms = start_ms + 30 * day_ms + 1
    await world.visit(campaign, { hashes: [md5(email)], kind: 'conversion', at_ms })
    expect(await readLead(campaign)).toMatchObject({ converted_at: null })
    expect((await world.visit(campaign, { hashes: [md5(email)], at_ms })).reason).toBe('converted')
  })

  test('also marks its lead if both are in one batch', async () => {
    const campaign = await world.makeCampaign()
    const { email } = await world.makePerson()
    await world.hit(campaign, { hashes: [md5(email)] })
    await world.hit(campaign, { hashes: [md5(email)], kind: 'conversion', value_cents: 500 })
    expect(await world.resolve(campaign)).toEqual({ visits: 2, leads: 1 })
    expect(await readLead(campaign)).toMatchObject({ conversion_value_cents: 500 })
  })

  test('applies only to its campaign', async () => {
    const [one, two] = [await world.makeCampaign(), await world.makeCampaign()]
    const { email } = await world.makePerson()
    await world.visit(one, { hashes: [md5(email)], kind: 'conversion' })
    expect((await world.visit(two, { hashes: [md5(email)] })).reason).toBe('lead')
  })

  test('from a bot or somebody who opted out is ignored', async () => {
    const campaign = await world.makeCampaign()
    const [person, shy] = [await world.makePerson(), await world.makePerson()]
    await world.db.adminPool.query(`insert into opt_out values (decode($1, 'hex'), 'asked', now())`, [md5(shy.email)])
    await world.visit(campaign, { hashes: [md5(person.email)], kind: 'conversion', mark: 'bot' })
    await world.visit(campaign, { hashes: [md5(shy.email)], kind: 'conversion' })
    expect(
      (await world.db.adminPool.query('select from conversion where campaign_id = $1', [campaign.id])).rowCount,
    ).toBe(0)
    expect((await world.visit(campaign, { hashes: [md5(person.email)] })).reason).toBe('lead')
  })
})

describe('resolving', () => {
  // A lead costs $1.25.
  test.each([
    ['limit', { limit_leads: 25, limit_period: 'total' }],
    ['spend cap', { month_cap_cents: 32_00 }],
  ])('by sixteen workers creates one visit per hit and one lead per person, up to the %s', async (_of, most) => {
    const campaign = await world.makeCampaign(most)
    await emailDestination(campaign)
    const people = await Promise.all(Array.from({ length: 40 }, () => world.makePerson()))
    for (const { email } of [...people, ...people]) await world.hit(campaign, { hashes: [md5(email)] })
    let visits = 0
    const work = async (): Promise<void> => {
      for (let round = 0; round < 12; round++) {
        const outcome = await resolveAgency(world.platform, campaign.agencyId, 7)
        visits += outcome.visits
      }
    }
    await Promise.all(Array.from({ length: 16 }, work))
    visits += (await world.resolve(campaign)).visits
    expect(visits).toBe(80)
    const count = async (table: string, what = '*'): Promise<number> =>
      (
        await world.db.adminPool.query(
          `select count(${what})::int as count from ${table} where agency_id = $1 and campaign_id = $2`,
          [campaign.agencyId, campaign.id],
        )
      ).rows[0].count
    expect([await count('visit'), await count('lead'), await count('delivery')]).toEqual([80, 25, 25])
    expect(await count('lead', 'distinct person_id')).toBe(25)
    await expectProved()
  })

  // Where a batch can fail: after the leads, after the money, at the very end.
  test.each(['ledger_transfer', 'delivery', 'lead_count', 'resolve_watermark'])(
    'that fails at %s leaves nothing behind, and the next attempt succeeds',
    async (table) => {
      const campaign = await world.makeCampaign({ limit_leads: 5 })
      await emailDestination(campaign)
      const { email } = await world.makePerson()
      await world.resolve(campaign)
      const tables = ['visit', 'lead', 'ledger_transfer', 'delivery', 'device_link']
      const counts = () => Promise.all(tables.map((name) => world.count(name, campaign)))
      const before = await counts()
      await world.hit(campaign, { hashes: [md5(email)] })
      // A constraint instead of a trigger, because distributed tables of a cluster can't have triggers.
      await world.db.adminPool.query(`alter table ${table} add constraint break_off check (false) not valid`)
      await expect(world.resolve(campaign)).rejects.toThrow('break_off')
      await world.db.adminPool.query(`alter table ${table} drop constraint break_off`)
      expect(await counts()).toEqual(before)
      expect(await world.resolve(campaign)).toEqual({ visits: 1, leads: 1 })
      expect(await counts()).toEqual(before.map((count, at) => count + (tables[at] === 'ledger_transfer' ? 2 : 1)))
      await expectProved()
    },
  )

  test('skips no hit whose transaction began earlier and ended later', async () => {
    const campaign = await world.makeCampaign({ reidentification: 'always' })
    const { email } = await world.makePerson()
    const slow = await world.db.adminPool.connect()
    // A transaction begins where it first writes: in a cluster, on the agency's node.
    const write = () =>
      slow.query(
        `insert into hit (agency_id, id, root_id, client_id, campaign_id, received_at, kind, page_url, page_host, hashes)
         values ($1, $2, $3, $4, $5, now(), 'view', 'https://plumbright.test/', 'plumbright.test', $6)`,
        [
          campaign.agencyId,
          newId(world.clock.now()),
          world.tree.root.id,
          campaign.clientId,
          campaign.id,
          [Buffer.from(md5(email), 'hex')],
        ],
      )
    try {
      await slow.query('begin')
      await write()
      await world.hit(campaign, { hashes: [md5(email)] })
      expect(await resolveAgency(world.platform, campaign.agencyId)).toEqual({ visits: 0, leads: 0, more: true })
      await write()
      await slow.query('commit')
    } finally {
      slow.release(true)
    }
    expect((await world.resolve(campaign)).visits).toBe(3)
  })

  test('does nothing for an agency without a watermark', async () => {
    expect(await resolveAgency(world.platform, world.tree.root.id)).toEqual({ visits: 0, leads: 0, more: false })
  })
})
