import type { Platform } from '#server/platform/platform.ts'
import {
  brands,
  companies,
  users,
  wideBrands,
  wideCompanies,
  wideUsers,
  type DemoBrand,
  type DemoCompany,
  type DemoUser,
} from '../world.ts'
import { campaigns, type DemoCampaign } from '../world-campaigns.ts'
import { wideAgencies } from './wide-agencies.ts'
import { wideCampaigns } from './wide-campaigns.ts'

/**
 * `small` is what journeys and tests count the rows of: two agencies and six clients. `wide`, which `npm start` makes,
 * adds six agencies and 34 clients, and what fills every list.
 */
export type WorldSize = Platform['config']['DEMO_WORLD']

export interface World {
  size: WorldSize
  companies: readonly DemoCompany[]
  users: readonly DemoUser[]
  brands: readonly DemoBrand[]
  campaigns: readonly DemoCampaign[]
  /** How busy a campaign's site was this many days before the demo began, with 1 for then. */
  trendOf: (campaign: DemoCampaign, daysAgo: number) => number
}

/** A site that was rebuilt without its pixel: nothing has come from it for days. */
const silent = { campaign: 'Unit finder', days: 9 } as const

/** Most sites double over three months, or more, with waves of some weeks; every fifth shrinks. */
function growth({ name }: DemoCampaign, daysAgo: number): number {
  if (name === silent.campaign && daysAgo < silent.days) return 0
  const luck = name.length + name.charCodeAt(0)
  const slope = luck % 5 === 0 ? -0.002 : 0.0055 + (luck % 3) * 0.001
  return (1 - slope * daysAgo) * (1 + 0.12 * Math.sin(daysAgo / (9 + (luck % 7)) + luck))
}

export const worlds = {
  small: { size: 'small', companies, users, brands, campaigns, trendOf: () => 1 },
  wide: {
    size: 'wide',
    companies: wideCompanies,
    users: wideUsers,
    brands: wideBrands,
    campaigns: wideCampaigns,
    trendOf: growth,
  },
} as const satisfies Record<WorldSize, World>

/** The world that this database has, whatever the setting says now. */
export async function readWorld({ appPool }: Pick<Platform, 'appPool'>): Promise<World> {
  const { rowCount } = await appPool.query('select from demo_history where agency = $1', [wideAgencies[0]!.company])
  return worlds[rowCount === 0 ? 'small' : 'wide']
}
