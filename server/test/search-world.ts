import { keywordsOf } from '#contract/campaigns/keywords.ts'
import type { SignalKind } from '#contract/leads/search.ts'
import { writeSignals } from '#server/areas/identity/public.ts'
import { matchSignals } from '#server/areas/leads/public.ts'
import {
  createPipelineWorld,
  type PipelineCampaign,
  type PipelinePerson,
  type PipelineWorld,
} from './pipeline-world.ts'

interface SearchInput {
  text?: string
  kind?: SignalKind
  at_ms?: number
  zip?: string
}

export interface SearchWorld extends PipelineWorld {
  makeSearchCampaign(
    own?: { keyword?: string; contextual?: string; topics?: string[]; windowDays?: number; leastSearches?: number },
    settings?: Record<string, unknown>,
  ): Promise<PipelineCampaign>
  search(person: PipelinePerson, input?: SearchInput): Promise<void>
  /** Matches, resolves, and reads each visit of the campaign. */
  outcomes(campaign: PipelineCampaign): Promise<string[]>
}

/** The pipeline's world with campaigns that look for searches. */
export async function createSearchWorld(): Promise<SearchWorld> {
  const world = await createPipelineWorld()
  await world.db.ownerPool.query('create table signal_of_tests partition of signal default')
  return {
    ...world,
    makeSearchCampaign: (own = {}, settings = {}) =>
      world.makeCampaign({
        module: 'locator',
        name: 'Roof repair seekers',
        module_settings: {
          keywords: keywordsOf(own.keyword ?? 'roof repair'),
          contextual: keywordsOf(own.contextual ?? ''),
          topics: own.topics ?? [],
          windowDays: own.windowDays ?? 7,
          leastSearches: own.leastSearches ?? 1,
          description: '',
        },
        ...settings,
      }),
    async search(person, { text = 'roof repair', kind = 'search', at_ms = world.clock.now(), zip } = {}) {
      const client = await world.db.adminPool.connect()
      try {
        await writeSignals(client, [{ personId: person.id, text, kind, at_ms, zip: zip ?? null }])
      } finally {
        client.release()
      }
    },
    async outcomes(campaign) {
      await matchSignals(world.platform)
      await world.resolve(campaign)
      return (await world.visits(campaign)).map(({ reason }) => reason)
    },
  }
}
