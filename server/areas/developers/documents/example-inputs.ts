import { sandboxId } from '../sandbox/ids.ts'

/** What an example sends, by name. */
export interface ExampleInput {
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string | number>>
  body?: Readonly<Record<string, unknown>>
}

const ofCampaign = { params: { id: sandboxId('campaign', 0) } }
const ofWebhook = { params: { id: sandboxId('webhook', 0) } }

/** Lists show a few rows; only these need more. Ids are the sandbox's, so that an example runs unchanged. */
const special: Readonly<Record<string, ExampleInput>> = {
  getDeveloperCampaign: ofCampaign,
  createDeveloperCampaign: {
    body: {
      client_id: sandboxId('client', 0),
      name: 'Spring campaign',
      module: 'local',
      site_url: 'https://shop.example.com/',
      limit_leads: 20,
      limit_period: 'day',
    },
  },
  setDeveloperCampaignStatus: { ...ofCampaign, body: { status: 'pause' } },
  setDeveloperCampaignLimit: {
    ...ofCampaign,
    body: { limit_leads: 50, limit_period: 'day', month_cap_cents: 250_000, alert_shares: [50, 100] },
  },
  changeDeveloperLead: { params: { id: sandboxId('lead', 0) }, body: { status: 'contacted', tags: ['Urgent'] } },
  listDeveloperNotes: { params: { id: sandboxId('lead', 0) } },
  queueDeveloperCount: { body: { campaign_id: sandboxId('campaign', 1), keywords: ['roof repair', 'new roof'] } },
  addDeveloperExclusions: { body: { addresses: ['someone@example.com'] } },
  readDeveloperCampaignExclusions: ofCampaign,
  addDeveloperCampaignExclusions: { ...ofCampaign, body: { addresses: ['someone@example.com'] } },
  createEventWebhook: { body: { url: 'https://example.com/hooks', events: ['lead.created', 'delivery.failed'] } },
  changeEventWebhook: { ...ofWebhook, body: { enabled: false } },
  removeEventWebhook: ofWebhook,
  rotateEventSecret: ofWebhook,
  testEventWebhook: ofWebhook,
  listEventMessages: { ...ofWebhook, query: { limit: 5 } },
  replayEventMessages: { ...ofWebhook, body: { since: '2026-11-01T00:00:00Z' } },
  issueSsoToken: { body: { email: 'someone@example.com', subdomain: 'login.example.com' } },
  listCities: { params: { state: 'TX' } },
}

/** The input of an operation's example; lists use a small page. */
export const exampleInputOf = (name: string, queryNames: readonly string[]): ExampleInput =>
  special[name] ?? (queryNames.includes('limit') ? { query: { limit: 5 } } : {})
