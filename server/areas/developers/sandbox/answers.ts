import { developerLimits } from '#contract/core/developer-list.ts'
import { developerFieldOf } from '#contract/campaigns/developer-codec.ts'
import type { createDeveloperCampaign, DeveloperCampaignDetail } from '#contract/campaigns/developer-campaigns.ts'
import { moduleDefinitions } from '#contract/campaigns/modules.ts'
import { problemOfDays } from '#contract/campaigns/running-days.ts'
import type { BodyOf } from '#contract/core/operation.ts'
import { sentences } from '#contract/core/sentences.ts'
import type { DeveloperExclusions } from '#contract/exclusions/developer-exclusions.ts'
import { addressesIn } from '#server/areas/identity/public.ts'
import { invalid, notFound } from '#server/platform/failure.ts'
import { uuidOf } from '#server/platform/ids.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { listOf, type ListOptions } from './list-of.ts'
import {
  balances,
  campaigns,
  clients,
  counts,
  deliveries,
  leads,
  messages,
  requests,
  usage,
  visits,
  webhooks,
} from './world.ts'

/** The input of a call, already parsed by its contract. */
export interface SandboxInput {
  params: Record<string, string>
  query: ListOptions
  body: Record<string, unknown>
}
type Answer = (input: SandboxInput, call: SignedInCall) => unknown

const found = <Row extends { id: string }>(rows: readonly Row[], id: unknown): Row => {
  const row = rows.find((one) => one.id === id)
  if (!row) throw notFound()
  return row
}

/** The id a write would have created: the same for the same call, so that an example's response is stable. */
const madeId = (name: string, body: unknown): string => uuidOf(['sandbox', name, JSON.stringify(body)])
const madeAt = '2026-11-20T12:00:00.000Z'
/** Not a real signing secret: the sandbox sends nothing. */
const secret = `whsec_${Buffer.from('sandbox-sandbox-sandbox-sandbox-').toString('base64')}`

const changed = (id: unknown, change: Partial<DeveloperCampaignDetail>): DeveloperCampaignDetail => ({
  ...found(campaigns, id),
  ...change,
  updated_at: madeAt,
})

/** Rejects what a live key's campaign would be rejected for, as far as that follows from what is sent. */
const madeCampaign: Answer = ({ body }) => {
  const { client_id, module, keywords, start_date, end_date } = body as BodyOf<typeof createDeveloperCampaign>
  const client = found(clients, client_id)
  const days = { start_date: start_date ?? '2026-11-20', end_date: end_date ?? null }
  const problem = problemOfDays({ startDate: days.start_date, endDate: days.end_date })
  if (problem) throw invalid(developerFieldOf(problem.field), problem.message)
  if (keywords && moduleDefinitions[module].hasPixel) throw invalid('keywords', sentences.otherProduct)
  return {
    ...found(campaigns, campaigns[0]!.id),
    time_zone: 'America/Chicago',
    site_url: '',
    limit_leads: 20,
    limit_period: 'day',
    month_cap_cents: null,
    alert_shares: [80, 100],
    alert_cents: null,
    alert_payer: false,
    ...body,
    ...days,
    client_id: client.id,
    id: madeId('campaign', body),
    status: 'draft',
    created_at: madeAt,
    updated_at: madeAt,
  }
}

const madeCount: Answer = ({ body }) => {
  const campaign = found(campaigns, body['campaign_id'])
  if (moduleDefinitions[campaign.module].hasPixel) throw invalid('campaign_id', sentences.otherProduct)
  return {
    ...counts[0]!,
    target_location: 'National Targeting',
    ...body,
    client_id: campaign.client_id,
    id: madeId('count', body),
    created_at: madeAt,
  }
}

const madeExclusions = (of: unknown, { addresses }: Record<string, unknown>): { id: string } => {
  addressesIn(addresses as string[])
  return { id: madeId('exclusions', of) }
}

const exclusionsOf = (level: DeveloperExclusions['level']): DeveloperExclusions => ({
  level,
  addresses: 3,
  changes: [
    {
      id: madeId('exclusion', level),
      kind: 'upload',
      addresses: 3,
      credited_leads: 0,
      created_at: madeAt,
      done_at: madeAt,
      undone_at: null,
    },
  ],
})

/** Each operation's sandbox response. Writes are validated and answered, but nothing is stored. */
export const sandboxAnswers: Readonly<Record<string, Answer>> = {
  listDeveloperClients: listOf(
    'clients',
    clients,
    ({ created_at }) => created_at,
    ({ id }) => id,
  ),
  listDeveloperCampaigns: listOf('campaigns', campaigns, ({ created_at }) => created_at),
  getDeveloperCampaign: ({ params }) => found(campaigns, params['id']),
  createDeveloperCampaign: madeCampaign,
  setDeveloperCampaignStatus: ({ params, body }) => changed(params['id'], body),
  setDeveloperCampaignLimit: ({ params, body }) => changed(params['id'], body),
  listDeveloperLeads: listOf('leads', leads, ({ created_at }) => created_at),
  listDeveloperVisits: listOf('visits', visits, ({ at }) => at),
  listDeveloperDeliveries: listOf('deliveries', deliveries, ({ created_at }) => created_at),
  listDeveloperCounts: listOf('keyword-counts', counts, ({ created_at }) => created_at),
  queueDeveloperCount: madeCount,
  readDeveloperExclusions: () => exclusionsOf('agency'),
  addDeveloperExclusions: ({ body }) => madeExclusions(body, body),
  readDeveloperCampaignExclusions: ({ params }) => found(campaigns, params['id']) && exclusionsOf('campaign'),
  addDeveloperCampaignExclusions: ({ params, body }) =>
    found(campaigns, params['id']) && madeExclusions([params, body], body),
  listDeveloperBalances: listOf('balances', balances, ({ created_at }) => created_at),
  listEventWebhooks: () => ({ data: webhooks }),
  createEventWebhook: ({ body }) => ({
    ...webhooks[0]!,
    ...body,
    id: madeId('webhook', body),
    created_at: madeAt,
    secret,
  }),
  changeEventWebhook: ({ params, body: { enabled, ...change } }) => ({
    ...found(webhooks, params['id']),
    ...change,
    ...(enabled !== undefined && { status: enabled ? 'ok' : 'disabled' }),
  }),
  removeEventWebhook: ({ params }) => ({ id: found(webhooks, params['id']).id }),
  rotateEventSecret: ({ params }) => ({
    ...found(webhooks, params['id']),
    previous_secret_until: '2026-11-21T12:00:00.000Z',
    secret,
  }),
  testEventWebhook: ({ params }) => ({ message_id: madeId('message', found(webhooks, params['id']).id) }),
  listEventMessages: (input, call) => {
    const own = input.params['id'] === webhooks[0]!.id ? messages : []
    return found(webhooks, input.params['id']) && listOf('messages', own, ({ created_at }) => created_at)(input, call)
  },
  replayEventMessages: ({ params }) => found(webhooks, params['id']) && { count: 1 },
  listDeveloperRequests: listOf(
    'requests',
    requests.map((request) => ({ ...request, id: request.request_id })),
    ({ created_at }) => created_at,
  ),
  listStates: () => ({
    data: [
      { code: 'IL', name: 'Illinois' },
      { code: 'TX', name: 'Texas' },
    ],
  }),
  listCities: ({ params }) => ({ data: params['state'] === 'TX' ? [{ city: 'Austin', zips: 42 }] : [] }),
  readDeveloperUsage: () => ({
    from: usage[0]!.date,
    to: usage.at(-1)!.date,
    data: usage,
    limits: developerLimits.map(({ count, perSeconds }) => ({
      applies_to: 'key',
      requests: count,
      per_seconds: perSeconds,
    })),
  }),
}
