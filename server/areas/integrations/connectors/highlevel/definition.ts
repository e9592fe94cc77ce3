import { z } from 'zod'
import { requestTokens } from '../request-tokens.ts'
import type { Answer } from '../connector.ts'
import { mappedFields, ownFields, previewOf, type FieldNames } from '../map-fields.ts'
import { headerOf, readJson, readStatus } from '../read-status.ts'
import { withQuery } from '../with-query.ts'
import { success, type Credential, type SentLead, type Service, type ServiceAnswer, type Session } from '../service.ts'
import { accountOf, readMessage } from './read-message.ts'

const names: FieldNames = {
  first_name: 'firstName',
  last_name: 'lastName',
  email: 'email',
  phone: 'phone',
  street: 'address1',
  city: 'city',
  state: 'state',
  zip: 'postalCode',
  company_name: 'companyName',
  company_domain: 'website',
}

const scopes = [
  'contacts.readonly',
  'contacts.write',
  'locations/tags.readonly',
  'locations/tags.write',
  'locations/customFields.readonly',
]

const tokens = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.number(),
  locationId: z.string().optional(),
})
const tags = z.object({ tags: z.array(z.object({ name: z.string() })) })
const customFields = z.object({ customFields: z.array(z.object({ id: z.string(), name: z.string() })) })
const contact = z.object({ contact: z.object({ id: z.string() }) })
const duplicate = z.object({ contact: z.object({ id: z.string() }).nullish() })

const urlOf = ({ config }: Session, path: string): string => `${config.HIGHLEVEL_URL}${path}`
const locationOf = ({ credential }: Session): string => encodeURIComponent(credential['location_id'] ?? '')

/** Requests tokens. A refresh token works once: the response contains the next one. */
async function ask(session: Session, form: Readonly<Record<string, string>>): Promise<Credential> {
  const { config } = session
  const answer = await requestTokens(session, {
    url: urlOf(session, '/oauth/token'),
    form: {
      client_id: config.HIGHLEVEL_CLIENT_ID ?? '',
      client_secret: config.HIGHLEVEL_CLIENT_SECRET ?? '',
      user_type: 'Location',
      ...form,
    },
  })
  const { access_token, refresh_token, expires_in, locationId } = readJson(tokens, answer)
  return {
    access_token,
    refresh_token,
    expires_at: String(session.now_ms() + expires_in * 1_000),
    ...(locationId !== undefined && { location_id: locationId }),
  }
}

/** HighLevel API version 2: contacts of a location, with tags. */
export const definition: Service = {
  headersOf: (credential) => ({ authorization: `Bearer ${credential['access_token']}`, version: '2021-07-28' }),
  pace: { count: 100, perSeconds: 10, of: 'connection' },
  overwrites: true,
  batch: 1,
  readFailure,
  readMessage,
  oauth: {
    isConfigured: ({ HIGHLEVEL_CLIENT_ID, HIGHLEVEL_CLIENT_SECRET }) =>
      HIGHLEVEL_CLIENT_ID !== undefined && HIGHLEVEL_CLIENT_SECRET !== undefined,
    authorizeUrl: (config, { redirectUri, state }) =>
      withQuery(config.HIGHLEVEL_AUTHORIZE_URL, {
        response_type: 'code',
        redirect_uri: redirectUri,
        client_id: config.HIGHLEVEL_CLIENT_ID ?? '',
        scope: scopes.join(' '),
        state,
      }),
    exchange: (session, { code, redirectUri }) =>
      ask(session, { grant_type: 'authorization_code', code, redirect_uri: redirectUri }),
    refresh: async (session, credential) => ({
      ...credential,
      ...(await ask(session, { grant_type: 'refresh_token', refresh_token: credential['refresh_token'] ?? '' })),
    }),
  },
  async findAccount(session) {
    await session.request({ method: 'GET', url: urlOf(session, `/locations/${locationOf(session)}/tags`) })
    return { account: accountOf(session.credential['location_id']) }
  },
  async tags(session) {
    const answer = await session.request({
      method: 'GET',
      url: urlOf(session, `/locations/${locationOf(session)}/tags`),
    })
    // The API identifies tags by name.
    return readJson(tags, answer).tags.map(({ name }) => ({ id: name, name }))
  },
  async fields(session) {
    const url = urlOf(session, `/locations/${locationOf(session)}/customFields`)
    return readJson(customFields, await session.request({ method: 'GET', url })).customFields.map(({ id, name }) => ({
      id,
      name,
      custom: true,
    }))
  },
  preview: (lead, details) => [
    ...previewOf(lead, details, names),
    ...(details.tags ?? []).map((tag) => ({ target: 'tags', value: tag })),
  ],
  async send(session, leads, { details }) {
    const answers: Answer[] = []
    for (const { lead } of leads) {
      const id = await upsert(session, lead, details)
      // Tags in an upsert would replace the contact's other tags, so add them separately.
      if (details.tags?.length) await tag(session, id, details.tags)
      answers.push(success)
    }
    return answers
  },
  async takeBack(session, { email }, { details }) {
    const query = new URLSearchParams({ locationId: session.credential['location_id'] ?? '', email })
    const answer = await session.request({ method: 'GET', url: urlOf(session, `/contacts/search/duplicate?${query}`) })
    const id = readJson(duplicate, answer).contact?.id
    if (id === undefined) return 'done'
    const url = urlOf(session, `/contacts/${encodeURIComponent(id)}`)
    if (details.tags?.length)
      await session.request({ method: 'DELETE', url: `${url}/tags`, json: { tags: details.tags } }, [404])
    // The contact may be older than our lead, so mark it and let its owner decide.
    await session.request({ method: 'PUT', url, json: { dnd: true } }, [404])
    return 'done'
  },
}

async function upsert(session: Session, lead: SentLead, details: Parameters<Service['preview']>[1]): Promise<string> {
  const custom = mappedFields(lead, details).map(({ target, value }) => ({ id: target, field_value: value }))
  const answer = await session.request({
    method: 'POST',
    url: urlOf(session, '/contacts/upsert'),
    json: {
      locationId: session.credential['location_id'],
      ...ownFields(lead, names),
      ...(custom.length > 0 && { customFields: custom }),
      ...(lead.campaignName !== '' && { source: lead.campaignName }),
    },
  })
  return readJson(contact, answer).contact.id
}

const tag = (session: Session, id: string, tagNames: readonly string[]): Promise<ServiceAnswer> =>
  session.request({
    method: 'POST',
    url: urlOf(session, `/contacts/${encodeURIComponent(id)}/tags`),
    json: { tags: tagNames },
  })

/** A 429 names the length of its window. A used-up daily limit lasts until the day ends. */
function readFailure(answer: ServiceAnswer, now_ms: number): Answer | null {
  const usual = readStatus(answer, now_ms)
  if (answer.status !== 429) return usual
  // Resets on its own, so it isn't a `quota` failure, which would pause the campaign.
  if (headerOf(answer, 'x-ratelimit-daily-remaining') === '0') return { ...usual, retryAfter_ms: 3_600_000 }
  const interval_ms = Number(headerOf(answer, 'x-ratelimit-interval-milliseconds') ?? 0)
  return { ...usual, retryAfter_ms: Math.max(usual.retryAfter_ms ?? 0, interval_ms || 0) }
}
