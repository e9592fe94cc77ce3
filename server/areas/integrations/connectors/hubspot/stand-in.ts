import { z } from 'zod'
import { startStandIn, type DemoStandIn, type ReceivedRequest, type StandIn, type StubResponse } from '../stand-in.ts'
import { createStandInOauth, type GrantedAccess } from '../stand-in-oauth.ts'

interface HubspotContact {
  id: string
  properties: Record<string, string>
}

export interface HubspotStandIn extends StandIn, GrantedAccess {
  /** By email address. */
  contacts: Map<string, HubspotContact>
  lists: Map<string, { name: string; processingType: string; members: Set<string> }>
  /** The contacts' writable properties, by name. */
  properties: Set<string>
}

const app = { id: 'hubspot-app', secret: 'hubspot-secret' }
export const hubspotLists = { leads: '101', everyone: '102' }

/** The environment variables that point a program to this stand-in. */
export const hubspotEnv = (url: string) => ({
  HUBSPOT_URL: url,
  HUBSPOT_AUTHORIZE_URL: `${url}/oauth/authorize`,
  HUBSPOT_CLIENT_ID: app.id,
  HUBSPOT_CLIENT_SECRET: app.secret,
})

const upsertBody = z.strictObject({
  inputs: z
    .array(
      z.strictObject({
        id: z.string(),
        idProperty: z.literal('email'),
        properties: z.record(z.string(), z.string()),
      }),
    )
    .min(1)
    .max(100),
})
const readBody = z.strictObject({
  idProperty: z.literal('email'),
  inputs: z.array(z.strictObject({ id: z.string() })).max(100),
  properties: z.array(z.string()),
})
const searchBody = z.strictObject({
  objectTypeId: z.literal('0-1'),
  processingTypes: z.array(z.enum(['MANUAL', 'SNAPSHOT', 'DYNAMIC'])),
  query: z.string(),
  offset: z.number().int().min(0),
  count: z.number().int().min(1).max(500),
})
const members = z.array(z.string())

const standard = ['email', 'firstname', 'lastname', 'phone', 'address', 'city', 'state', 'zip', 'company', 'website']

const problem = (status: number, category: string, message: string, more: object = {}): StubResponse => ({
  status,
  body: { status: 'error', message, correlationId: '0', category, ...more },
})

interface State extends Pick<HubspotStandIn, 'contacts' | 'lists' | 'properties'> {
  made: number
}

/** HubSpot: consent, contacts upserted in batches with partial answers, lists, properties, 100 requests in 10 seconds. */
export async function startHubspot(now: () => number, options: { port?: number } = {}): Promise<HubspotStandIn> {
  const list = (name: string, processingType = 'MANUAL') => ({ name, processingType, members: new Set<string>() })
  const state: State = {
    contacts: new Map(),
    lists: new Map([
      [hubspotLists.leads, list('Website leads')],
      [hubspotLists.everyone, list('Everyone', 'DYNAMIC')],
    ]),
    properties: new Set([...standard, 'campaign_source', 'hs_lead_status']),
    made: 500,
  }
  const oauth = createStandInOauth({ now, clientId: app.id, life_s: 1_800 })
  let window = { start: 0, count: 0 }
  const standIn = await startStandIn((request) => {
    const path = `${request.method} ${request.url.pathname}`
    if (path === 'GET /oauth/authorize') return oauth.consent(request)
    if (path === 'POST /oauth/2026-03/token') {
      const form = new URLSearchParams(request.text)
      if (form.get('client_id') !== app.id || form.get('client_secret') !== app.secret)
        return { status: 401, body: { error: 'invalid_client' } }
      return oauth.grant(form, { hub_id: 4711, user_id: 1, scopes: [], token_use: 'access_token' })
    }
    const start = Math.floor(now() / 10_000)
    window = window.start === start ? { start, count: window.count + 1 } : { start, count: 1 }
    if (window.count > 100)
      return { status: 429, body: { errorType: 'RATE_LIMIT', policyName: 'TEN_SECONDLY_ROLLING', message: 'wait' } }
    if (!oauth.accepts(request)) return problem(401, 'EXPIRED_AUTHENTICATION', 'The token is expired')
    return route(state, request, path)
  }, options)
  const { contacts, lists, properties } = state
  return Object.assign(standIn, oauth, { contacts, lists, properties })
}

function route(state: State, { url, json }: ReceivedRequest, path: string): StubResponse {
  if (path === 'POST /crm/objects/2026-03/contacts/batch/upsert') return upsert(state, json)
  if (path === 'POST /crm/objects/2026-03/contacts/batch/read') {
    const body = readBody.parse(json)
    const results = body.inputs.flatMap(({ id }) => state.contacts.get(id.toLowerCase()) ?? [])
    return { status: results.length < body.inputs.length ? 207 : 200, body: batchOf(results) }
  }
  if (path === 'POST /crm/lists/2026-03/search') return search(state, json)
  if (path === 'GET /crm/properties/2026-03/contacts') {
    const results = [...state.properties].map((name) => ({ name, label: name, type: 'string', fieldType: 'text' }))
    const score = { name: 'hs_score', label: 'Score', calculated: true, modificationMetadata: { readOnlyValue: true } }
    return { status: 200, body: { results: [...results, score] } }
  }
  const [, id, change] = /^\/crm\/lists\/2026-03\/(\d+)\/memberships\/(add|remove)$/.exec(url.pathname) ?? []
  const list = state.lists.get(id ?? '')
  if (!path.startsWith('PUT ') || !list) return problem(404, 'OBJECT_NOT_FOUND', 'List does not exist.')
  if (list.processingType === 'DYNAMIC') return problem(400, 'VALIDATION_ERROR', 'List is dynamic')
  for (const one of members.parse(json))
    if (change === 'add') list.members.add(one)
    else list.members.delete(one)
  return { status: 200, body: { recordsIdsAdded: [], recordIdsRemoved: [], recordIdsMissing: [] } }
}

const batchOf = (results: readonly HubspotContact[]): object => ({
  status: 'COMPLETE',
  results,
  startedAt: '2026-01-01T00:00:00Z',
  completedAt: '2026-01-01T00:00:00Z',
})

/** An unknown property or the same person twice fails the request; a bad address only its own part. */
function upsert(state: State, json: unknown): StubResponse {
  const body = upsertBody.safeParse(json)
  if (!body.success) return problem(400, 'VALIDATION_ERROR', 'Invalid input JSON')
  const { inputs } = body.data
  if (new Set(inputs.map(({ id }) => id)).size < inputs.length)
    return problem(400, 'VALIDATION_ERROR', 'Duplicate IDs found in batch input')
  const strangeName = inputs
    .flatMap(({ properties }) => Object.keys(properties))
    .find((name) => !state.properties.has(name))
  if (strangeName !== undefined)
    return problem(400, 'VALIDATION_ERROR', 'Property values were not valid', {
      errors: [{ message: `Property "${strangeName}" does not exist`, code: 'PROPERTY_DOESNT_EXIST' }],
    })
  const good = inputs.filter(({ id }) => /^[^@\s]+@[^@\s]+\.[a-z]+$/.test(id))
  const results = good.map(({ id, properties }) => {
    const before = state.contacts.get(id)
    const contact = before ?? { id: String(++state.made), properties: {} }
    Object.assign(contact.properties, properties)
    state.contacts.set(id, contact)
    return { ...contact, new: !before }
  })
  if (good.length === inputs.length) return { status: 200, body: batchOf(results) }
  const errors = inputs
    .filter((one) => !good.includes(one))
    .map(({ id }) => ({
      status: 'error',
      category: 'VALIDATION_ERROR',
      message: 'Email address is invalid',
      context: { email: [id] },
      errors: [],
      links: {},
    }))
  return { status: 207, body: { ...batchOf(results), numErrors: errors.length, errors } }
}

function search(state: State, json: unknown): StubResponse {
  const { processingTypes, offset, count } = searchBody.parse(json)
  const all = [...state.lists]
    .filter(([, { processingType }]) => (processingTypes as string[]).includes(processingType))
    .map(([listId, { name, processingType }]) => ({ listId, name, processingType }))
  // Pages are smaller than what was asked for.
  const lists = all.slice(offset, offset + Math.min(count, 2))
  const end = offset + lists.length
  return { status: 200, body: { lists, hasMore: end < all.length, offset: end, total: all.length } }
}

declare module '../stand-in.ts' {
  interface StandIns {
    hubspot: HubspotStandIn
  }
}

export async function startDemo(now: () => number): Promise<DemoStandIn<HubspotStandIn>> {
  const standIn = await startHubspot(now)
  const emailOf = (id: string): string[] =>
    [...standIn.contacts].flatMap(([email, contact]) => (contact.id === id ? [email] : []))
  return {
    standIn,
    settings: hubspotEnv(standIn.url),
    paste: {},
    held: () => [...standIn.lists.values()].flatMap(({ members }) => [...members].flatMap(emailOf)),
  }
}
