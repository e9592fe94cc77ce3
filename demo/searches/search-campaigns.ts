import { keywordsOf } from '#contract/campaigns/keywords.ts'
import type { Module } from '#contract/campaigns/modules.ts'
import { saveReportRecipients } from '#server/areas/integrations/connections/save-report-recipients.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { World } from '../wide/world-size.ts'
import { demoId, demoPixelKey, pathOf } from '../world.ts'

interface DemoSearchCampaign {
  module: Module
  client: string
  name: string
  keywords: string
  contextual: string
  topics: readonly string[]
  states: readonly string[]
  leastSearches: number
  /** How much must be known about people besides their identity; null for no requirement. */
  leastKnown: number | null
  limitPerDay: number
  retail_e4: number
  recipients: readonly string[]
}

/** What the demo's clients look for among searches. */
export const searchCampaigns: readonly DemoSearchCampaign[] = [
  {
    module: 'locator',
    client: 'Plumbright',
    name: 'Emergency plumbing searches',
    keywords: 'emergency plumber\nleaking pipe\n"drain cleaning"\n-free\n-jobs',
    contextual: 'water heater',
    topics: ['plumbing', 'water-heaters'],
    states: [],
    leastSearches: 1,
    leastKnown: null,
    limitPerDay: 6,
    retail_e4: 30_000,
    recipients: ['client@plumbright.test'],
  },
  {
    module: 'locator',
    client: 'Solstice Solar',
    name: 'Solar shoppers',
    keywords: 'solar panels\nsolar installation\n-diy',
    contextual: 'solar tax credit',
    topics: ['solar-panels', 'home-batteries'],
    states: ['CA', 'TX', 'FL', 'NY', 'AZ', 'IL', 'PA', 'OH', 'MI', 'GA'],
    leastSearches: 2,
    leastKnown: null,
    limitPerDay: 4,
    retail_e4: 55_000,
    recipients: ['client@solstice.test'],
  },
  {
    module: 'enhance',
    client: 'Plumbright',
    name: 'Home owners with old water heaters',
    keywords: 'water heater\nplumber\n-free\n-jobs',
    contextual: 'water heater',
    topics: ['water-heaters'],
    states: [],
    leastSearches: 1,
    leastKnown: 5,
    limitPerDay: 6,
    retail_e4: 60_000,
    recipients: ['client@plumbright.test'],
  },
  {
    module: 'enhance',
    client: 'Solstice Solar',
    name: 'Solar buyers, known well',
    keywords: 'solar panels\nsolar installation\n-diy',
    contextual: 'solar tax credit',
    topics: ['solar-panels', 'home-batteries'],
    states: [],
    leastSearches: 1,
    leastKnown: 5,
    limitPerDay: 5,
    retail_e4: 75_000,
    recipients: ['client@solstice.test'],
  },
]

/** What differs, so that nobody is a lead of a client's two campaigns at one moment. */
const apart: Readonly<Record<string, Partial<DemoSearchCampaign>>> = {
  'Emergency plumbing searches': { contextual: '', topics: ['plumbing'] },
  'Home owners with old water heaters': { keywords: 'water heater\n-free\n-jobs' },
  'Solar shoppers': { keywords: 'solar panels\n-diy', contextual: '', topics: [], leastSearches: 1 },
  'Solar buyers, known well': { keywords: 'solar installation\n"home battery"', topics: ['home-batteries'] },
}

/** Those of the wide world, with limits above what most days bring, so that weekends and weeks differ. */
const wideSearchCampaigns: readonly DemoSearchCampaign[] = [
  ...searchCampaigns.map((each) => ({ ...each, ...apart[each.name], limitPerDay: each.limitPerDay * 3 })),
  wideSearch('Prairie Auto Group', 'Used car shoppers', 'used cars', 2.8),
  wideSearch('Copper Kettle Kitchens', 'Kitchen planners', 'kitchen remodel', 3.6),
  wideSearch('Goldfinch Music School', 'Future pianists', 'piano lessons', 1.9),
  wideSearch('Riverbend Veterinary', 'New dog owners', 'dog training', 2.1),
]

function wideSearch(client: string, name: string, keywords: string, retail_dollars: number): DemoSearchCampaign {
  return {
    module: 'locator',
    client,
    name,
    keywords: `${keywords}\n-free\n-jobs`,
    contextual: '',
    topics: [],
    states: [],
    leastSearches: 1,
    leastKnown: null,
    limitPerDay: 25,
    retail_e4: Math.round(retail_dollars * 10_000),
    recipients: [],
  }
}

export const searchCampaignsOf = ({ size }: World): readonly DemoSearchCampaign[] =>
  size === 'wide' ? wideSearchCampaigns : searchCampaigns

/** The operator's minimum of Enhance ID leads a day: low enough for the demo's small population. */
const fewestLeadsADay = 5

const day_ms = 86_400_000
const startedDaysAgo = 30

/** Creates the demo's search campaigns, which have been running for a month. */
export async function seedSearchCampaigns(tx: Tx, world: World, now_ms: number): Promise<void> {
  await tx.query(
    `update brand set min_lead_day_enhance = $1 where company_id in (select id from company where kind = 'root')`,
    [fewestLeadsADay],
  )
  for (const campaign of searchCampaignsOf(world)) {
    const isComplete = campaign.leastKnown !== null
    const { rootId, agencyId, clientId } = pathOf(campaign.client)
    const campaignId = demoId(`${campaign.client} ${campaign.name}`)
    const settings = {
      keywords: keywordsOf(campaign.keywords),
      contextual: keywordsOf(campaign.contextual),
      topics: campaign.topics,
      windowDays: 7,
      leastSearches: campaign.leastSearches,
      description: '',
      ...(isComplete && { leastKnown: campaign.leastKnown, information: [] }),
    }
    await tx.query(
      `insert into campaign (agency_id, id, root_id, client_id, module, module_settings, name, status, pixel_key, start_date,
         national_targeting, states, reidentification, limit_leads, limit_period, retail_price_e4, wholesale_price_e4,
         report_recipients, created_at, updated_at, require_phone, require_address)
       values ($1, $2, $3, $4, $15, $5, $6, 'active', $7, $8::date, $9, $10, '1 month', $11, 'day', $12, 15000, $13,
         $14, $14, $16, $16)`,
      [
        agencyId,
        campaignId,
        rootId,
        clientId,
        settings,
        campaign.name,
        demoPixelKey(campaign.name),
        new Date(now_ms - startedDaysAgo * day_ms),
        campaign.states.length === 0,
        campaign.states,
        campaign.limitPerDay,
        campaign.retail_e4,
        campaign.recipients,
        new Date(now_ms - startedDaysAgo * day_ms),
        campaign.module,
        isComplete,
      ],
    )
    const path = { rootId: rootId, agencyId: agencyId!, clientId: clientId!, campaignId }
    await saveReportRecipients(tx, path, now_ms, [...campaign.recipients])
  }
}
