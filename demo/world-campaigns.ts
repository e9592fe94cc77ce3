import type { Module } from '#contract/campaigns/modules.ts'

export interface DemoCampaign {
  client: string
  name: string
  status: 'draft' | 'active' | 'pause'
  siteHost: string
  /** Whether the client has installed the pixel on the site yet. */
  hasPixel: boolean
  /** How many days before the demo the campaign started, and ended. */
  startedDaysAgo: number
  endedDaysAgo: number | null
  states: readonly string[]
  reidentification: string
  /** Null for one in total that it does not reach. */
  limitPerDay: number | null
  requirePhone: boolean
  requireAddress: boolean
  retail_e4: number
  wholesale_e4: number
  recipients: readonly string[]
  /** Approximate visitors a day in the weeks before the demo began. */
  visitors: number
  module: Module
  /** Settings that depend on its module. */
  moduleSettings: object
  /** The share of its visitors who sit in the offices of known companies, from 0 to 1. */
  fromCompanies: number
}

export const campaign = (
  client: string,
  name: string,
  siteHost: string,
  more: Partial<DemoCampaign>,
): DemoCampaign => ({
  client,
  name,
  siteHost,
  status: 'active',
  hasPixel: true,
  startedDaysAgo: 30,
  endedDaysAgo: null,
  states: [],
  reidentification: '1 month',
  limitPerDay: null,
  requirePhone: false,
  requireAddress: false,
  retail_e4: 25_000,
  wholesale_e4: 12_500,
  recipients: [],
  visitors: 0,
  module: 'local',
  moduleSettings: {},
  fromCompanies: 0,
  ...more,
})

export const campaigns: readonly DemoCampaign[] = [
  campaign('Plumbright', 'Emergency plumbing site', 'plumbright.localhost', {
    limitPerDay: 50,
    recipients: ['client@plumbright.test'],
    visitors: 28,
  }),
  campaign('Plumbright', 'Water heater landing page', 'heaters.plumbright.localhost', {
    status: 'pause',
    visitors: 3,
  }),
  campaign('Harbor Realty', 'Listings site', 'harborrealty.localhost', {
    startedDaysAgo: 95,
    states: ['IL', 'WI', 'IN', 'MI', 'CA', 'TX', 'FL', 'NY'],
    requirePhone: true,
    retail_e4: 48_000,
    wholesale_e4: 21_000,
    recipients: ['client@harborrealty.test'],
    visitors: 24,
  }),
  campaign('Harbor Realty', 'Open house weekends', 'openhouse.harborrealty.localhost', {
    endedDaysAgo: 6,
    retail_e4: 48_000,
    wholesale_e4: 21_000,
    visitors: 6,
  }),
  campaign('Harbor Realty', 'Office space', 'offices.harborrealty.localhost', {
    module: 'b2b',
    moduleSettings: {
      match: 'least',
      least: 2,
      industries: ['information', 'finance', 'professional'],
      sizes: ['11-50', '51-200', '201-500'],
      seniorities: ['owner', 'executive', 'vice_president', 'director'],
      departments: ['operations'],
      titles: ['Office Manager', 'Facilities Manager'],
      states: [],
      excludedDomains: ['sundialstaffing.example'],
      companyWindow: '1 week',
      suggestsContacts: true,
      information: [],
    },
    fromCompanies: 0.5,
    retail_e4: 95_000,
    wholesale_e4: 40_000,
    recipients: ['client@harborrealty.test'],
    visitors: 14,
  }),
  campaign('Cedar Dental', 'New patients', 'cedardental.localhost', {
    startedDaysAgo: 16,
    reidentification: '3 months',
    requireAddress: true,
    retail_e4: 31_250,
    visitors: 12,
  }),
  campaign('Atlas Fitness', 'January offer', 'atlasfitness.localhost', { status: 'draft', hasPixel: false }),
  campaign('Solstice Solar', 'Solar savings calculator', 'solstice.localhost', {
    retail_e4: 62_000,
    wholesale_e4: 30_000,
    limitPerDay: 8,
    recipients: ['client@solstice.test'],
    visitors: 22,
  }),
  campaign('Juniper Home Care', 'Care finder', 'juniper.localhost', { reidentification: '6 months', visitors: 12 }),
]
