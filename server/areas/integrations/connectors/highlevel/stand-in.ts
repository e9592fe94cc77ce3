import { z } from 'zod'
import { newToken } from '#server/platform/ids.ts'
import { startStandIn, type DemoStandIn, type ReceivedRequest, type StandIn, type StubResponse } from '../stand-in.ts'

interface HighlevelContact {
  id: string
  fields: Record<string, unknown>
  tags: Set<string>
}

export interface HighlevelStandIn extends StandIn {
  contacts: Map<string, HighlevelContact>
  tags: Set<string>
  /** Revokes access, as when the app is uninstalled. */
  revoke(): void
  /** Expires only the access token, early. */
  expire(): void
  /** How many refresh tokens were used. */
  refreshes(): number
  /** Accepts the last used refresh token again, like services with a grace period. */
  beLenient(isLenient: boolean): void
}

const customField = z.strictObject({ id: z.string(), field_value: z.string() })
const upsert = z.strictObject({
  locationId: z.string(),
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  email: z.string().optional(),
  phone: z.string().optional(),
  address1: z.string().optional(),
  city: z.string().optional(),
  state: z.string().optional(),
  postalCode: z.string().optional(),
  companyName: z.string().optional(),
  website: z.string().optional(),
  source: z.string().optional(),
  customFields: z.array(customField).optional(),
})
const tagBody = z.strictObject({ tags: z.array(z.string()).min(1) })

export const highlevelLocation = 've9EPM428h8vShlRW1KT'
export const highlevelField = { id: 'fld_campaign', name: 'Campaign' }
const app = { id: 'highlevel-app', secret: 'highlevel-secret' }
/** The environment variables that point a program to this stand-in. */
export const highlevelEnv = (url: string) => ({
  HIGHLEVEL_URL: url,
  HIGHLEVEL_AUTHORIZE_URL: `${url}/v2/oauth/chooselocation`,
  HIGHLEVEL_CLIENT_ID: app.id,
  HIGHLEVEL_CLIENT_SECRET: app.secret,
})

interface State {
  now: () => number
  codes: Set<string>
  access: { token: string; expires_ms: number } | null
  refresh: string | null
  usedLast: string | null
  isLenient: boolean
  refreshes: number
  contacts: Map<string, HighlevelContact>
  tags: Set<string>
  window: { start: number; count: number }
}

const unauthorizedAnswer: StubResponse = {
  status: 401,
  body: { statusCode: 401, message: 'Invalid token: access token is invalid', error: 'Unauthorized' },
}
const bad = (message: string): StubResponse => ({ status: 400, body: { statusCode: 400, message } })
const unprocessable = (message: string): StubResponse => ({
  status: 422,
  body: { statusCode: 422, message: [message], error: 'Unprocessable Entity' },
})

/** HighLevel: consent, single-use refresh tokens, a burst limit, contacts, tags and fields of one location. */
export async function startHighlevel(now: () => number, options: { port?: number } = {}): Promise<HighlevelStandIn> {
  const state: State = {
    now,
    codes: new Set(),
    access: null,
    refresh: null,
    usedLast: null,
    isLenient: false,
    refreshes: 0,
    contacts: new Map(),
    tags: new Set(['Hot lead', 'Website']),
    window: { start: 0, count: 0 },
  }
  const standIn = await startStandIn((request) => answer(state, request), options)
  return Object.assign(standIn, {
    contacts: state.contacts,
    tags: state.tags,
    revoke: () => void Object.assign(state, { access: null, refresh: null, usedLast: null }),
    expire: () => void (state.access = null),
    refreshes: () => state.refreshes,
    beLenient: (isLenient: boolean) => void (state.isLenient = isLenient),
  })
}

function answer(state: State, request: ReceivedRequest): StubResponse {
  const path = `${request.method} ${request.url.pathname}`
  if (path === 'GET /v2/oauth/chooselocation') return consent(state, request)
  if (path === 'POST /oauth/token') return token(state, new URLSearchParams(request.text))
  const limit = countBurst(state)
  const headers = { 'x-ratelimit-interval-milliseconds': '10000', 'x-ratelimit-remaining': String(100 - limit) }
  if (limit > 100) return { status: 429, body: { statusCode: 429, message: 'Too Many Requests' }, headers }
  const bearer = (request.headers.authorization ?? '').replace(/^Bearer /, '')
  if (!state.access || bearer !== state.access.token || state.access.expires_ms <= state.now())
    return unauthorizedAnswer
  if (request.headers['version'] !== '2021-07-28') return bad('version header was not found.')
  return { ...route(state, request, path), headers }
}

function countBurst(state: State): number {
  const start = Math.floor(state.now() / 10_000)
  state.window = state.window.start === start ? { start, count: state.window.count + 1 } : { start, count: 1 }
  return state.window.count
}

/** The page where the owner chooses a location; here everyone consents. */
function consent(state: State, { url }: ReceivedRequest): StubResponse {
  const to = url.searchParams.get('redirect_uri')
  if (to === null || url.searchParams.get('client_id') !== app.id) return bad('unknown app')
  const code = newToken()
  state.codes.add(code)
  const back = new URL(to)
  back.searchParams.set('code', code)
  back.searchParams.set('state', url.searchParams.get('state') ?? '')
  return { status: 302, headers: { location: back.href } }
}

/** A used refresh token is invalid, and so is a used code. */
function token(state: State, form: URLSearchParams): StubResponse {
  if (form.get('client_id') !== app.id || form.get('client_secret') !== app.secret) return unauthorizedAnswer
  if (form.get('grant_type') === 'authorization_code') {
    if (!state.codes.delete(form.get('code') ?? '')) return { status: 400, body: { error: 'invalid_grant' } }
  } else {
    const refreshToken = form.get('refresh_token')
    const isTaken =
      refreshToken !== null && (refreshToken === state.refresh || (state.isLenient && refreshToken === state.usedLast))
    if (!isTaken) return { status: 400, body: { error: 'invalid_grant' } }
    state.usedLast = refreshToken
    state.refreshes++
  }
  state.access = { token: newToken(), expires_ms: state.now() + 86_399_000 }
  state.refresh = newToken()
  return {
    status: 200,
    body: {
      access_token: state.access.token,
      token_type: 'Bearer',
      expires_in: 86_399,
      refresh_token: state.refresh,
      scope: 'contacts.readonly contacts.write',
      userType: 'Location',
      locationId: highlevelLocation,
    },
  }
}

function route(state: State, request: ReceivedRequest, path: string): StubResponse {
  if (path === `GET /locations/${highlevelLocation}/tags`) {
    const tags = [...state.tags].map((name, n) => ({ id: `tag${n}`, name, locationId: highlevelLocation }))
    return { status: 200, body: { tags } }
  }
  if (path === `GET /locations/${highlevelLocation}/customFields`)
    return { status: 200, body: { customFields: [highlevelField] } }
  if (path === 'POST /contacts/upsert') return put(state, request)
  if (path === 'GET /contacts/search/duplicate') {
    const email = request.url.searchParams.get('email') ?? ''
    if (email === '') return bad('email or number is required')
    const contact = state.contacts.get(email)
    return { status: 200, body: { contact: contact ? { id: contact.id } : null } }
  }
  const [, id, part] = /^\w+ \/contacts\/([^/]+)(\/tags)?$/.exec(path) ?? []
  const contact = [...state.contacts.values()].find((one) => one.id === id)
  if (!contact) return { status: 404, body: { statusCode: 404, message: 'Not found' } }
  if (part) return changeTags(contact, request)
  if (request.method !== 'PUT') return bad('unknown')
  Object.assign(contact.fields, request.json)
  return { status: 200, body: { succeded: true, contact: { id } } }
}

function put(state: State, { json }: ReceivedRequest): StubResponse {
  const body = upsert.safeParse(json)
  if (!body.success) return unprocessable(body.error.issues[0]!.message)
  const { locationId, ...fields } = body.data
  const { email, phone } = fields
  if (locationId !== highlevelLocation) return { status: 403, body: { statusCode: 403, message: 'Forbidden' } }
  if (email !== undefined && !/^[^@\s]+@[^@\s]+$/.test(email)) return unprocessable('email must be an email')
  const key = email ?? phone
  if (key === undefined) return unprocessable('email or phone is required')
  const before = state.contacts.get(key)
  const contact = before ?? { id: `c${state.contacts.size + 1}`, fields: {}, tags: new Set<string>() }
  Object.assign(contact.fields, fields)
  state.contacts.set(key, contact)
  return { status: 200, body: { new: before === undefined, contact: { id: contact.id } } }
}

function changeTags(contact: HighlevelContact, { method, json }: ReceivedRequest): StubResponse {
  const body = tagBody.safeParse(json)
  if (!body.success) return unprocessable('tags must be an array')
  for (const tag of body.data.tags)
    if (method === 'DELETE') contact.tags.delete(tag)
    else contact.tags.add(tag)
  return { status: method === 'DELETE' ? 200 : 201, body: { tags: [...contact.tags] } }
}

declare module '../stand-in.ts' {
  interface StandIns {
    highlevel: HighlevelStandIn
  }
}

export async function startDemo(now: () => number): Promise<DemoStandIn<HighlevelStandIn>> {
  const standIn = await startHighlevel(now)
  return {
    standIn,
    settings: highlevelEnv(standIn.url),
    paste: {},
    held: () => [...standIn.contacts].filter(([, { fields }]) => fields['dnd'] !== true).map(([email]) => email),
  }
}
