import type { Pool } from 'pg'
import { afterAll, expect, vi } from 'vitest'
import { keywordsOf } from '#contract/campaigns/keywords.ts'
import type { SignalKind } from '#contract/leads/search.ts'
import { writeSignals, type NewSignal } from '#server/areas/identity/signals/write-signals.ts'
import { matchSignals } from '#server/areas/leads/match/match-signals.ts'
import {
  createPipelineWorld,
  type PipelineCampaign,
  type PipelinePerson,
  type PipelineWorld,
} from './pipeline-world.ts'

interface SearchSettings {
  keyword?: string
  contextual?: string
  topics?: string[]
  windowDays?: number
  leastSearches?: number
}

interface SearchInput {
  text?: string
  kind?: SignalKind
  at_ms?: number
  zip?: string
}

export interface SearchWorld extends PipelineWorld {
  makeSearchCampaign(
    own?: SearchSettings,
    settings?: Record<string, unknown>,
    client?: { agencyId: string; clientId: string },
  ): Promise<PipelineCampaign>
  /** The same for Enhance ID: it accepts complete records with at least five known kinds of information. */
  makeEnhanceCampaign(
    own?: SearchSettings & { leastKnown?: number; information?: string[] },
    settings?: Record<string, unknown>,
  ): Promise<PipelineCampaign>
  /** Somebody whom Enhance ID accepts: recently verified, with these kinds of information. */
  makeCompletePerson(fields?: Record<string, string | Date | null>, kinds?: readonly string[]): Promise<PipelinePerson>
  search(person: PipelinePerson, input?: SearchInput): Promise<void>
  /** In one transaction, so that they are matched in one batch whatever other transactions are open. */
  searchTogether(searches: readonly (readonly [person: PipelinePerson, input?: SearchInput])[]): Promise<void>
  /** Matches, resolves, and reads each visit of the campaign. */
  outcomes(campaign: PipelineCampaign): Promise<string[]>
}

const fiveKinds = ['age_band', 'gender', 'home', 'income_band', 'interests'] as const

const storedSearches = (search: SearchSettings): object => ({
  keywords: keywordsOf(search.keyword ?? 'roof repair'),
  contextual: keywordsOf(search.contextual ?? ''),
  topics: search.topics ?? [],
  windowDays: search.windowDays ?? 7,
  leastSearches: search.leastSearches ?? 1,
  description: '',
})

/** For one test file: call it at the top; closed after the tests. */
export async function openSearchWorld(): Promise<SearchWorld> {
  const world = await createSearchWorld()
  afterAll(() => world.close())
  return world
}

/** The pipeline's world with search campaigns. */
export async function createSearchWorld(): Promise<SearchWorld> {
  const world = await createPipelineWorld()
  await world.db.ownerPool.query('create table signal_of_tests partition of signal default')
  const signalOf = (
    { id: personId }: PipelinePerson,
    { text = 'roof repair', kind = 'search', at_ms = world.clock.now(), zip }: SearchInput = {},
  ): NewSignal => ({ personId, text, kind, at_ms, zip: zip ?? null })
  const searchTogether: SearchWorld['searchTogether'] = async (searches) => {
    const client = await world.db.adminPool.connect()
    try {
      await writeSignals(
        client,
        searches.map(([person, input]) => signalOf(person, input)),
      )
    } finally {
      client.release()
    }
  }
  return {
    ...world,
    makeSearchCampaign: (search = {}, settings = {}, client) =>
      world.makeCampaign(
        { module: 'locator', name: 'Roof repair seekers', module_settings: storedSearches(search), ...settings },
        client,
      ),
    makeEnhanceCampaign: ({ leastKnown = 5, information = [], ...search } = {}, settings = {}) =>
      world.makeCampaign({
        module: 'enhance',
        name: 'Home owners with leaking roofs',
        require_email: true,
        require_phone: true,
        require_address: true,
        module_settings: { ...storedSearches(search), leastKnown, information },
        ...settings,
      }),
    async makeCompletePerson(fields = {}, kinds = fiveKinds) {
      const person = await world.makePerson(fields as Record<string, string | null>)
      await world.db.adminPool.query(
        `insert into trait (person_id, name, value) select $1, name, 'Known ' || name from unnest($2::text[]) name`,
        [person.id, kinds],
      )
      return person
    },
    search: (person, input) => searchTogether([[person, input]]),
    searchTogether,
    async outcomes(campaign) {
      await vi.waitFor(() => assertReadable(world.db.adminPool), 20_000)
      await matchSignals(world.platform)
      await world.resolve(campaign)
      return (await world.visits(campaign)).map(({ reason }) => reason)
    },
  }
}

/**
 * Searches are read once no older transaction runs anywhere on the server, of other tests too: until then a run would see
 * some of a test's searches without the others.
 */
async function assertReadable(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ waits: boolean }>(
    'select exists (select from signal where tx >= pg_snapshot_xmin(pg_current_snapshot())::text::bigint) as waits',
  )
  expect(rows[0]?.waits).toBe(false)
}
