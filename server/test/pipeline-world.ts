import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll } from 'vitest'
import type { Reason } from '#contract/leads/reasons.ts'
import { resolveAgency } from '../areas/leads/resolve-agency.ts'
import { createStillClock } from '../platform/clock.ts'
import { inScope } from '../platform/database/scope.ts'
import { newId } from '../platform/ids.ts'
import { makeTree, type TestTree } from './factories.ts'
import { createTestDatabase, type TestDatabase } from './harness.ts'
import { createTestPlatform, type TestPlatform } from './platform.ts'

/** Noon in Chicago on a Monday outside daylight saving time: far from any boundary. */
export const start_ms = Date.UTC(2026, 0, 12, 18)

export interface PipelineCampaign {
  id: string
  clientId: string
  agencyId: string
}

export interface PipelinePerson {
  id: number
  email: string
}

export interface HitInput {
  hashes?: string[]
  visitorId?: string | null
  at_ms?: number
  kind?: string
  mark?: string | null
  value_cents?: number
  /** The company that the collector found for the visitor's IP address. */
  company?: string
  /** The name of an event. */
  event?: string
  /** The page's URL. */
  page?: string
  /** The host that linked to it. */
  referrer?: string
  /** What it was checked for, as the collector stores it. */
  consent?: string
}

interface VisitRead {
  id: string
  reason: Reason
  person_id: number | null
  match_key: string | null
  confidence: number | null
  lead_id: string | null
}

export interface PipelineWorld {
  db: TestDatabase
  platform: TestPlatform
  clock: ReturnType<typeof createStillClock>
  tree: TestTree
  close(): Promise<void>
  makeCampaign(
    settings?: Record<string, unknown>,
    client?: { agencyId: string; clientId: string },
  ): Promise<PipelineCampaign>
  makePerson(fields?: Record<string, string | null>): Promise<PipelinePerson>
  /** Creates a test lead of a campaign, of this person if one is given. Returns its id. */
  makeTestLead(campaign: PipelineCampaign, personId?: number): Promise<string>
  /** Writes a hit as the collector does, in its own transaction. Returns its id. */
  hit(campaign: PipelineCampaign, input?: HitInput): Promise<string>
  /** Resolves until nothing is pending. */
  resolve(campaign: { agencyId: string }): Promise<{ visits: number; leads: number }>
  /** Writes a hit, resolves it, and reads the outcome. */
  visit(campaign: PipelineCampaign, input?: HitInput): Promise<VisitRead>
  visits(campaign: PipelineCampaign): Promise<VisitRead[]>
  count(table: string, campaign: { agencyId: string }): Promise<number>
}

export const md5 = (email: string): string => createHash('md5').update(email).digest('hex')
export const sha1 = (email: string): string => createHash('sha1').update(email).digest('hex')
export const sha256 = (email: string): string => createHash('sha256').update(email).digest('hex')

/** For one test file: call it at the top; closed after the tests. */
export async function openPipelineWorld(): Promise<PipelineWorld> {
  const world = await createPipelineWorld()
  afterAll(() => world.close())
  return world
}

/** A tree of companies with what the pipeline reads: people, campaigns, hits; and a clock that the test moves. */
export async function createPipelineWorld(): Promise<PipelineWorld> {
  const db = await createTestDatabase({ app: 20 })
  const clock = createStillClock(start_ms)
  const platform = await createTestPlatform(db, { clock })
  const tree = await makeTree(db)
  // The clock can move anywhere, so one partition covers all days.
  await db.ownerPool.query('create table hit_of_tests partition of hit default')
  await db.ownerPool.query('create table visit_of_tests partition of visit default')
  await db.adminPool.query(
    `insert into resolve_watermark (agency_id, root_id) select agency_id, root_id from company where kind = 'agency'`,
  )
  const client = { agencyId: tree.acme.id, clientId: tree.acme.clients[0]!.id }
  const world: PipelineWorld = {
    db,
    platform,
    clock,
    tree,
    close: async () => {
      await platform.close()
      await db.drop()
    },
    makeCampaign: (settings = {}, of = client) => makeCampaign(world, settings, of),
    makePerson: (fields = {}) => makePerson(db, fields),
    makeTestLead: (campaign, personId) => makeTestLead(world, campaign, personId),
    hit: (campaign, input = {}) => writeHit(world, campaign, input),
    resolve: (campaign) => resolveAll(db, platform, campaign.agencyId),
    async visit(campaign, input) {
      const id = await world.hit(campaign, input)
      await world.resolve(campaign)
      return (await world.visits(campaign)).find((visit) => visit.id === id)!
    },
    visits: async (campaign) =>
      (
        await db.adminPool.query<VisitRead>(
          `select id, reason, person_id, match_key, confidence, lead_id from visit
            where agency_id = $1 and campaign_id = $2 order by id`,
          [campaign.agencyId, campaign.id],
        )
      ).rows,
    count: async (table, { agencyId }) =>
      (await db.adminPool.query(`select count(*)::int as n from ${table} where agency_id = $1`, [agencyId])).rows[0].n,
  }
  return world
}

/**
 * Resolves all hits, in one batch if they fit. Transactions of other tests on the same server hold hits back: what was
 * already let through would be a batch of its own, and a flood counts otherwise in parts. So it begins when none are held back.
 */
async function resolveAll(
  db: TestDatabase,
  platform: TestPlatform,
  agencyId: string,
): Promise<{ visits: number; leads: number }> {
  const sum = { visits: 0, leads: 0 }
  for (;;) {
    while (await holdsBack(db, agencyId)) await sleep(5)
    const { visits, leads, more } = await resolveAgency(platform, agencyId)
    sum.visits += visits
    sum.leads += leads
    if (!more) return sum
  }
}

/** Whether hits wait for a transaction that still runs, anywhere on the server. Asked as superuser: the owner sees no hits. */
export async function holdsBack({ adminPool }: TestDatabase, agencyId: string): Promise<boolean> {
  const { rows } = await adminPool.query<{ waits: boolean }>(
    `select coalesce(max(tx) >= pg_snapshot_xmin(pg_current_snapshot())::text::bigint, false) as waits
       from hit where agency_id = $1`,
    [agencyId],
  )
  return rows[0]!.waits
}

async function makeCampaign(
  world: PipelineWorld,
  settings: Record<string, unknown>,
  of: { agencyId: string; clientId: string },
): Promise<PipelineCampaign> {
  const id = newId(start_ms)
  const columns: Record<string, unknown> = {
    agency_id: of.agencyId,
    id,
    root_id: world.tree.root.id,
    client_id: of.clientId,
    module: 'local',
    name: 'Winter visitors',
    status: 'active',
    pixel_key: id.replaceAll('-', '').slice(-16),
    start_date: '2026-01-01',
    retail_price_e4: 12_500,
    wholesale_price_e4: 5_000,
    limit_leads: 10_000,
    created_at: new Date(start_ms),
    updated_at: new Date(start_ms),
    ...settings,
  }
  const names = Object.keys(columns)
  await world.db.adminPool.query(
    `insert into campaign (${names.join()}) values (${names.map((_, at) => `$${at + 1}`).join()})`,
    Object.values(columns),
  )
  await world.db.adminPool.query(
    `insert into pixel (key, root_id, agency_id, client_id, campaign_id, site_hosts, active, updated_at)
     select pixel_key, root_id, agency_id, client_id, id, site_hosts, true, updated_at from campaign where id = $1`,
    [id],
  )
  return { id, clientId: of.clientId, agencyId: of.agencyId }
}

let persons = 0

async function makePerson(db: TestDatabase, fields: Record<string, string | null>): Promise<PipelinePerson> {
  const email = `person${++persons}@example.com`
  const person = {
    first_name: 'Ada',
    last_name: 'Lovelace',
    email,
    phone_e164: '+13125550142',
    street: '12 Analytical Way',
    city: 'Chicago',
    state: 'IL',
    zip: '60601',
    source: 'tests',
    updated_at: new Date(start_ms),
    ...fields,
  }
  const names = Object.keys(person)
  const { rows } = await db.adminPool.query<{ id: number }>(
    `insert into person (${names.join()}) values (${names.map((_, at) => `$${at + 1}`).join()}) returning id`,
    Object.values(person),
  )
  const id = rows[0]!.id
  for (const hash of [md5(email), sha1(email), sha256(email)]) {
    await db.adminPool.query(`insert into person_key values (decode($1, 'hex'), $2)`, [hash, id])
  }
  return { id, email }
}

async function makeTestLead(world: PipelineWorld, campaign: PipelineCampaign, personId?: number): Promise<string> {
  const id = newId(world.clock.now())
  await world.db.adminPool.query(
    `insert into lead (agency_id, id, root_id, client_id, campaign_id, kind, person_id, created_at, first_name, last_name,
            wholesale_price_e4, retail_price_e4)
     values ($1, $2, $3, $4, $5, 'test', $6, $7, 'Test', 'Lead', 0, 0)`,
    [
      campaign.agencyId,
      id,
      world.tree.root.id,
      campaign.clientId,
      campaign.id,
      personId ?? null,
      new Date(world.clock.now()),
    ],
  )
  return id
}

async function writeHit(world: PipelineWorld, campaign: PipelineCampaign, input: HitInput): Promise<string> {
  const at_ms = input.at_ms ?? world.clock.now()
  const id = newId(at_ms)
  const scope = { kind: 'agency', rootId: world.tree.root.id, agencyId: campaign.agencyId } as const
  await inScope(world.db.appPool, scope, (tx) =>
    tx.query(
      `insert into hit (agency_id, id, root_id, client_id, campaign_id, received_at, kind, page_url, page_host, title,
              visitor_id, session_id, hashes, event_value_cents, mark, company_domain, event_name, referrer_host, consent)
       values ($1, $2, $3, $4, $5, $6, $7, $14, 'plumbright.test', 'Pricing', $8, $9,
              $10::bytea[], $11, $12, $13, $15, $16, $17)`,
      [
        campaign.agencyId,
        id,
        world.tree.root.id,
        campaign.clientId,
        campaign.id,
        new Date(at_ms),
        input.kind ?? 'view',
        input.visitorId === undefined ? newId(at_ms) : input.visitorId,
        newId(at_ms),
        input.hashes?.map((hash) => Buffer.from(hash, 'hex')) ?? null,
        input.value_cents ?? null,
        input.mark ?? null,
        input.company ?? null,
        input.page ?? 'https://plumbright.test/pricing',
        input.event ?? null,
        input.referrer ?? null,
        input.consent ?? null,
      ],
    ),
  )
  return id
}
