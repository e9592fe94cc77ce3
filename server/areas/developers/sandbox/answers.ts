import type { createDeveloperCampaign, DeveloperCampaignDetail } from '#contract/campaigns/developer-campaigns.ts'
import { moduleDefinitions } from '#contract/campaigns/modules.ts'
import type { BodyOf, QueryOf } from '#contract/core/operation.ts'
import type { readDeveloperUsage } from '#contract/developers/requests.ts'
import { sentences } from '#contract/core/sentences.ts'
import type { createEventWebhook, replayEventMessages } from '#contract/developers/event-webhooks.ts'
import type { queueDeveloperCount } from '#contract/keywords/developer-counts.ts'
import type { DeveloperExclusions } from '#contract/exclusions/developer-exclusions.ts'
import { checkDeveloperCampaign } from '#server/areas/campaigns/changes/change-developer-campaign.ts'
import { addressesIn } from '#server/areas/identity/read-addresses.ts'
import { assertReplayable } from '../webhooks/messages.ts'
import { reachable } from '#server/areas/integrations/connections/add-webhook.ts'
import { readDeveloperCount } from '#server/areas/keywords/developer-counts.ts'
import { invalid, notFound } from '#server/platform/failure.ts'
import { uuidOf } from '#server/platform/ids.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { limits, usageDays } from '../read-usage.ts'
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

const findIn = <Row extends { id: string }>(rows: readonly Row[], id: unknown): Row => {
  const row = rows.find((one) => one.id === id)
  if (!row) throw notFound()
  return row
}

/** The id a write would have created: the same for the same call, so that an example's response is stable. */
const madeId = (name: string, body: unknown): string => uuidOf(['sandbox', name, JSON.stringify(body)])
const madeAt = '2026-11-20T12:00:00.000Z'
/** Not a real signing secret: the sandbox sends nothing. */
const secret = `whsec_${Buffer.from('sandbox-sandbox-sandbox-sandbox-').toString('base64')}`

const withChange = (id: unknown, change: Partial<DeveloperCampaignDetail>): DeveloperCampaignDetail => ({
  ...findIn(campaigns, id),
  ...change,
  updated_at: madeAt,
})

/** What a new campaign of the made-up clients gets for what a call leaves out. */
const usual: Parameters<typeof checkDeveloperCampaign>[2] & { limitLeads: number } = {
  timeZone: 'America/Chicago',
  startDate: '2026-11-20',
  endDate: null,
  limitLeads: 20,
  limitPeriod: 'day',
  spreadsEvenly: false,
  states: [],
  zips: [],
}

const madeCampaign: Answer = async ({ body }, call) => {
  const request = body as BodyOf<typeof createDeveloperCampaign>
  const client = findIn(clients, request.client_id)
  await call.inScope((tx) => checkDeveloperCampaign(tx, request, usual))
  return {
    ...findIn(campaigns, campaigns[0]!.id),
    time_zone: usual.timeZone,
    site_url: '',
    start_date: usual.startDate,
    limit_leads: usual.limitLeads,
    limit_period: usual.limitPeriod,
    month_cap_cents: null,
    alert_shares: [80, 100],
    alert_cents: null,
    alert_payer: false,
    ...body,
    end_date: request.end_date ?? null,
    client_id: client.id,
    id: madeId('campaign', body),
    status: 'draft',
    created_at: madeAt,
    updated_at: madeAt,
  }
}

const madeCount: Answer = async ({ body }, call) => {
  const campaign = findIn(campaigns, body['campaign_id'])
  if (moduleDefinitions[campaign.module].hasPixel) throw invalid('campaign_id', sentences.otherProduct)
  const count = await call.inScope((tx) => readDeveloperCount(tx, body as BodyOf<typeof queueDeveloperCount>))
  return {
    ...counts[0]!,
    ...count,
    campaign_id: campaign.id,
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
  next_cursor: null,
})

const readWebhook = (
  { url, events, ...rest }: Partial<BodyOf<typeof createEventWebhook>>,
  { platform }: SignedInCall,
) => ({
  ...rest,
  ...(url !== undefined && { url: reachable(platform, url) }),
  ...(events !== undefined && { events: [...new Set(events)] }),
})

/** Only the first webhook has any. Throws `not_found` for an unknown one. */
const messagesOf = (webhookId: unknown) => (findIn(webhooks, webhookId).id === webhooks[0]!.id ? messages : [])

const replayAnswer: Answer = ({ params, body }) => {
  const { message_id, since } = body as BodyOf<typeof replayEventMessages>
  assertReplayable({ message_id, since })
  const ownMessages = messagesOf(params['id'])
  if (since === undefined) return { count: findIn(ownMessages, message_id) && 1 }
  const isMeant = ({ status, created_at }: (typeof ownMessages)[number]): boolean =>
    status === 'dead' && Date.parse(created_at) >= Date.parse(since)
  return { count: ownMessages.filter(isMeant).length }
}

/** Each operation's sandbox response. Writes are validated and answered, but nothing is stored. */
export const sandboxAnswers: Readonly<Record<string, Answer>> = {
  listDeveloperClients: listOf(
    'clients',
    clients,
    ({ created_at }) => created_at,
    ({ id }) => id,
  ),
  listDeveloperCampaigns: listOf('campaigns', campaigns, ({ created_at }) => created_at),
  getDeveloperCampaign: ({ params }) => findIn(campaigns, params['id']),
  createDeveloperCampaign: madeCampaign,
  setDeveloperCampaignStatus: ({ params, body }) => withChange(params['id'], body),
  setDeveloperCampaignLimit: ({ params, body }) => withChange(params['id'], body),
  listDeveloperLeads: listOf('leads', leads, ({ created_at }) => created_at),
  changeDeveloperLead: ({ params, body: { note, assignee_email: _email, ...change } }) => {
    const { id, client_id, status, assignee_id, value_cents, tags } = findIn(leads, params['id'])
    const note_id = note === undefined ? null : madeId('note', [params, note])
    return { id, client_id, status, assignee_id, value_cents, tags, ...change, note_id }
  },
  listDeveloperNotes: ({ params }) => {
    const { id, created_at } = findIn(leads, params['id'])
    const note = { id: madeId('note', [id]), at: created_at, text: 'Asked for a call.', author_id: null, by_api: true }
    return { data: [{ ...note, edited_at: null }] }
  },
  listDeveloperVisits: listOf('visits', visits, ({ at }) => at),
  listDeveloperDeliveries: listOf('deliveries', deliveries, ({ created_at }) => created_at),
  listDeveloperCounts: listOf('keyword-counts', counts, ({ created_at }) => created_at),
  queueDeveloperCount: madeCount,
  readDeveloperExclusions: () => exclusionsOf('agency'),
  addDeveloperExclusions: ({ body }) => madeExclusions(body, body),
  readDeveloperCampaignExclusions: ({ params }) => findIn(campaigns, params['id']) && exclusionsOf('campaign'),
  addDeveloperCampaignExclusions: ({ params, body }) =>
    findIn(campaigns, params['id']) && madeExclusions([params, body], body),
  listDeveloperBalances: listOf('balances', balances, ({ created_at }) => created_at),
  listEventWebhooks: () => ({ data: webhooks }),
  createEventWebhook: ({ body }, call) => ({
    ...webhooks[0]!,
    ...readWebhook(body, call),
    id: madeId('webhook', body),
    created_at: madeAt,
    secret,
  }),
  changeEventWebhook: ({ params, body: { enabled, ...change } }, call) => ({
    ...findIn(webhooks, params['id']),
    ...readWebhook(change, call),
    ...(enabled !== undefined && { status: enabled ? 'ok' : 'disabled' }),
  }),
  removeEventWebhook: ({ params }) => ({ id: findIn(webhooks, params['id']).id }),
  rotateEventSecret: ({ params }) => ({
    ...findIn(webhooks, params['id']),
    previous_secret_until: '2026-11-21T12:00:00.000Z',
    secret,
  }),
  testEventWebhook: ({ params }) => ({ message_id: madeId('message', findIn(webhooks, params['id']).id) }),
  listEventMessages: (input, call) =>
    listOf('messages', messagesOf(input.params['id']), ({ created_at }) => created_at)(input, call),
  replayEventMessages: replayAnswer,
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
  readDeveloperUsage: ({ query }) => {
    const { from, to } = usageDays(query as QueryOf<typeof readDeveloperUsage>, Date.parse(usage.at(-1)!.date))
    return { from, to, data: usage.filter(({ date }) => date >= from && date <= to), limits }
  },
}
