import type { DeveloperCampaignDetail } from '#contract/campaigns/developer-campaigns.ts'
import { moduleDefinitions } from '#contract/campaigns/modules.ts'
import type { AnswerOf } from '#contract/core/operation.ts'
import type { DeveloperRequest, DeveloperUsage } from '#contract/developers/requests.ts'
import type { listDeveloperClients } from '#contract/companies/developer-clients.ts'
import type { DeveloperDelivery } from '#contract/integrations/developer-deliveries.ts'
import type { EventEndpoint, EventMessage } from '#contract/developers/event-webhooks.ts'
import type { DeveloperCount } from '#contract/keywords/developer-counts.ts'
import type { DeveloperLead } from '#contract/leads/developer-leads.ts'
import { forLeadTexts } from '#contract/leads/lead-texts.ts'
import type { DeveloperVisit } from '#contract/leads/developer-visits.ts'
import type { listDeveloperBalances } from '#contract/wallet/developer-balances.ts'
import { sandboxId } from './ids.ts'

// A made-up agency: the same rows in every call and installation, generated from their number alone. Names, domains
// and phone numbers are reserved ones that nobody can have.

type Client = AnswerOf<typeof listDeveloperClients>['data'][number]
type Balance = AnswerOf<typeof listDeveloperBalances>['data'][number]

/** The latest moment of the sandbox. It is fixed, so that an example's response is stable. */
const newest_ms = Date.parse('2026-11-20T12:00:00Z')
const hour_ms = 3_600_000
const before = (hours: number): string => new Date(newest_ms - hours * hour_ms).toISOString()
const many = <Row>(count: number, make: (n: number) => Row): readonly Row[] =>
  Array.from({ length: count }, (_, n) => make(n))
const oneOf = <Value>(values: readonly Value[], n: number): Value => values[n % values.length]!

export const sandboxAgency = sandboxId('agency', 0)
const clientNames = ['Cedar & Stone Roofing', 'Harbor Dental', 'Northside Solar']
const campaignNames = ['Website visitors', 'Roof searches', 'Dental visitors', 'Solar visitors']

export const clients: readonly Client[] = clientNames.map((name, n) => ({
  id: sandboxId('client', n),
  agency_id: sandboxAgency,
  name,
  contact_name: `Sandbox Contact ${n + 1}`,
  contact_email: `contact${n + 1}@example.com`,
  status: 'active',
  time_zone: 'America/Chicago',
  created_at: before(2_000 + 24 * n),
}))

/** The second one is based on searches. */
export const campaigns: readonly DeveloperCampaignDetail[] = campaignNames.map((name, n) => ({
  id: sandboxId('campaign', n),
  client_id: clients[Math.max(0, n - 1)]!.id,
  name,
  module: n === 1 ? 'locator' : 'local',
  status: n === 3 ? 'pause' : 'active',
  site_url: `https://client${Math.max(1, n)}.example.com/`,
  time_zone: 'America/Chicago',
  start_date: '2026-09-01',
  end_date: null,
  limit_leads: 20,
  limit_period: 'day',
  month_cap_cents: 250_000,
  alert_shares: [80, 100],
  alert_cents: null,
  alert_payer: false,
  created_at: before(1_800 + 24 * n),
  updated_at: before(100 + n),
  pixel_key: `sandbox${n + 1}`,
  blockers: [],
}))

const firstNames = ['Avery', 'Blake', 'Casey', 'Devon', 'Emery', 'Finley', 'Gray', 'Harper', 'Indigo', 'Jules', 'Kai']
const lastNames = ['Sample', 'Example', 'Placeholder', 'Testcase', 'Fixture', 'Mockwell', 'Demoson']
const places = [
  { city: 'Austin', state: 'TX', zip: '78701' },
  { city: 'Chicago', state: 'IL', zip: '60601' },
  { city: 'Denver', state: 'CO', zip: '80202' },
]

export const leads: readonly DeveloperLead[] = many(120, (n) => {
  const campaign = oneOf(campaigns, n)
  return {
    id: sandboxId('lead', n),
    kind: n % 40 === 39 ? 'test' : 'lead',
    created_at: before(2 + 5 * n),
    client_id: campaign.client_id,
    client_name: clients.find(({ id }) => id === campaign.client_id)!.name,
    campaign_id: campaign.id,
    campaign_name: campaign.name,
    first_name: oneOf(firstNames, n),
    last_name: oneOf(lastNames, n),
    ...forLeadTexts(() => null),
    email: `person${n + 1}@example.com`,
    phone: n % 5 === 4 ? null : `+1512555${String(100 + n).padStart(4, '0')}`,
    street: `${100 + n} Sandbox Street`,
    ...oneOf(places, n),
    page_url: `${campaign.site_url}${oneOf(['', 'services', 'contact'], n)}`,
    match_key: moduleDefinitions[campaign.module].hasPixel ? oneOf(['cookie', 'md5'] as const, n) : 'signal',
    confidence: 0.8 + (n % 20) / 100,
    retail_price: oneOf([2, 1.5, 3.25], n),
    converted_at: n % 25 === 24 ? before(1 + 5 * n) : null,
    status: n % 25 === 24 ? 'won' : oneOf(['new', 'new', 'contacted', 'qualified', 'lost'], n),
    assignee_id: null,
    tags: n % 5 === 0 ? ['Urgent'] : [],
    value_cents: n % 25 === 24 ? 250_000 : null,
    searched_for: moduleDefinitions[campaign.module].hasPixel ? null : [oneOf(['roof repair', 'new roof'], n)],
    information: null,
  }
})

/** Two of five visits become leads. */
export const visits: readonly DeveloperVisit[] = many(300, (n) => {
  const lead = n % 5 < 2 ? (leads[Math.floor(n / 5) * 2 + (n % 5)] ?? null) : null
  const campaign = lead ? campaigns.find(({ id }) => id === lead.campaign_id)! : oneOf(campaigns, n)
  return {
    id: sandboxId('visit', n),
    at: before(2 + 2 * n),
    client_id: campaign.client_id,
    campaign_id: campaign.id,
    kind: moduleDefinitions[campaign.module].hasPixel ? 'visit' : 'search',
    page_url: campaign.site_url,
    referrer_host: oneOf(['', 'search.example.com', 'news.example.com'], n),
    match_key: lead?.match_key ?? null,
    confidence: lead?.confidence ?? null,
    reason: lead ? 'lead' : oneOf(['no_match', 'bot', 'outside_target'] as const, n),
    lead_id: lead?.id ?? null,
  }
})

export const deliveries: readonly DeveloperDelivery[] = leads.map((lead, n) => {
  const isDead = n % 30 === 29
  return {
    id: sandboxId('delivery', n),
    created_at: lead.created_at,
    client_id: lead.client_id,
    campaign_id: lead.campaign_id,
    lead_id: lead.id,
    destination_id: sandboxId(
      'destination',
      campaigns.findIndex(({ id }) => id === lead.campaign_id),
    ),
    kind: 'webhook',
    status: isDead ? 'dead' : 'delivered',
    attempts: isDead ? 10 : 1,
    next_attempt_at: null,
    delivered_at: isDead ? null : lead.created_at,
    cause: isDead ? 'receiver_error' : null,
  }
})

export const counts: readonly DeveloperCount[] = many(6, (n) => ({
  id: sandboxId('count', n),
  client_id: campaigns[1]!.client_id,
  campaign_id: campaigns[1]!.id,
  keywords: [oneOf(['roof repair', 'new roof', 'hail damage'], n)],
  target_location: 'National Targeting',
  states: [],
  cities: [],
  zip_codes: [],
  status: n === 0 ? 'pending' : 'done',
  failure: null,
  nationwide_count: n === 0 ? null : 400 * n,
  count: n === 0 ? null : 400 * n,
  created_at: before(1 + 30 * n),
}))

export const balances: readonly Balance[] = [
  { kind: 'data_wallet' as const, client_id: null, balance: 250 },
  { kind: 'agency_owes' as const, client_id: null, balance: -37.5 },
  ...clients.map(({ id }, n) => ({ kind: 'client_owes' as const, client_id: id, balance: -12.25 * (n + 1) })),
].map((balance, n) => ({ id: sandboxId('balance', n), ...balance, created_at: before(1_500 + n) }))

export const webhooks: readonly EventEndpoint[] = many(2, (n) => ({
  id: sandboxId('webhook', n),
  url: `https://example.com/hooks/${n + 1}`,
  events: n === 0 ? ['lead.created', 'campaign.status_changed'] : ['delivery.failed'],
  status: 'ok',
  cause: null,
  failing_since: null,
  previous_secret_until: null,
  created_at: before(900 + n),
}))

export const messages: readonly EventMessage[] = leads.slice(0, 40).map((lead, n) => ({
  id: sandboxId('message', n),
  type: 'lead.created',
  data: { id: lead.id, client_id: lead.client_id, campaign_id: lead.campaign_id },
  status: n % 20 === 19 ? 'dead' : 'delivered',
  next_attempt_at: null,
  created_at: lead.created_at,
  delivered_at: n % 20 === 19 ? null : lead.created_at,
  attempts: [
    n % 20 === 19
      ? { at: lead.created_at, outcome: 'failed', cause: 'receiver_error', http_status: 500, duration_ms: 180 }
      : { at: lead.created_at, outcome: 'delivered', cause: null, http_status: 200, duration_ms: 60 },
  ],
}))

export const requests: readonly DeveloperRequest[] = many(60, (n) => ({
  request_id: sandboxId('request', n),
  created_at: before(1 + n),
  client_id: null,
  operation: oneOf(['listDeveloperLeads', 'listDeveloperVisits', 'listDeveloperCampaigns'], n),
  status: n % 15 === 14 ? 429 : 200,
  code: n % 15 === 14 ? 'too_many' : null,
  duration_ms: 5 + (n % 30),
}))

export const usage: readonly DeveloperUsage['data'][number][] = many(14, (n) => ({
  date: before(24 * (13 - n)).slice(0, 10),
  operation: 'listDeveloperLeads',
  status: 200,
  calls: 80 + 7 * (n % 5),
}))
