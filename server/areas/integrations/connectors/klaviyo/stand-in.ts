import { z } from 'zod'
import { startStandIn, type DemoStandIn, type ReceivedRequest, type StandIn, type StubResponse } from '../stand-in.ts'
import { createStandInOauth, type GrantedAccess } from '../stand-in-oauth.ts'

interface Profile {
  id: string
  attributes: Record<string, unknown>
}

export interface KlaviyoStandIn extends StandIn, GrantedAccess {
  /** By email address. */
  profiles: Map<string, Profile>
  lists: Map<string, { name: string; members: Set<string> }>
}

const app = { id: 'klaviyo-app', secret: 'klaviyo-secret' }
export const klaviyoLists = { newsletter: 'LIST01', vip: 'LIST12' }

/** The environment variables that point a program to this stand-in. */
export const klaviyoEnv = (url: string) => ({
  KLAVIYO_URL: url,
  KLAVIYO_AUTHORIZE_URL: `${url}/oauth/authorize`,
  KLAVIYO_CLIENT_ID: app.id,
  KLAVIYO_CLIENT_SECRET: app.secret,
})

const text = z.string().optional()
const importBody = z.strictObject({
  data: z.strictObject({
    type: z.literal('profile'),
    attributes: z.strictObject({
      email: text,
      phone_number: text,
      first_name: text,
      last_name: text,
      organization: text,
      location: z.strictObject({ address1: text, city: text, region: text, zip: text, country: text }).optional(),
      properties: z.record(z.string(), z.unknown()).optional(),
    }),
  }),
})
const members = z.strictObject({
  data: z.array(z.strictObject({ type: z.literal('profile'), id: z.string() })).max(1_000),
})

const mediaType = 'application/vnd.api+json'
const pageSize = 10

const problem = (status: number, code: string, pointer?: string, meta?: object): StubResponse => ({
  status,
  body: {
    errors: [{ id: '0', status, code, title: code, detail: code, ...(pointer && { source: { pointer } }), meta }],
  },
})

/** Klaviyo: consent with PKCE, JSON:API with a revision, ten lists a page, no two profiles with one phone number. */
export async function startKlaviyo(now: () => number, options: { port?: number } = {}): Promise<KlaviyoStandIn> {
  const profiles = new Map<string, Profile>()
  const rows = Array.from({ length: 12 }, (_, n) => {
    const id = `LIST${String(n + 1).padStart(2, '0')}`
    const name = id === klaviyoLists.newsletter ? 'Newsletter' : `List ${n + 1}`
    return [id, { name, members: new Set<string>() }] as const
  })
  const lists = new Map(rows)
  const oauth = createStandInOauth({ now, clientId: app.id, life_s: 3_600, needsChallenge: true })
  const standIn = await startStandIn((request) => {
    const path = `${request.method} ${request.url.pathname}`
    if (path === 'GET /oauth/authorize') return oauth.consent(request)
    if (path === 'POST /oauth/token') {
      const basic = Buffer.from(`${app.id}:${app.secret}`).toString('base64')
      if (request.headers.authorization !== `Basic ${basic}`) return { status: 401, body: { error: 'invalid_client' } }
      return oauth.grant(new URLSearchParams(request.text))
    }
    if (!oauth.accepts(request)) return problem(401, 'not_authenticated')
    if (request.headers['revision'] !== '2026-07-15') return problem(410, 'gone')
    if (request.headers.accept !== mediaType) return problem(406, 'not_acceptable')
    if (request.text !== '' && request.headers['content-type'] !== mediaType) return problem(415, 'unsupported')
    return route({ profiles, lists }, request, path)
  }, options)
  return Object.assign(standIn, oauth, { profiles, lists })
}

type State = Pick<KlaviyoStandIn, 'profiles' | 'lists'>

function route(state: State, { method, url, json }: ReceivedRequest, path: string): StubResponse {
  if (path === 'GET /api/accounts')
    return {
      status: 200,
      body: {
        data: [
          { type: 'account', id: 'AbC123', attributes: { contact_information: { organization_name: 'Demo shop' } } },
        ],
      },
    }
  if (path === 'GET /api/lists') {
    const start = Number(url.searchParams.get('page[cursor]') ?? 0)
    const some = [...state.lists].slice(start, start + pageSize)
    const isLast = start + pageSize >= state.lists.size
    const next = isLast ? null : `https://a.klaviyo.com/api/lists?page%5Bcursor%5D=${start + pageSize}`
    return {
      status: 200,
      body: { data: some.map(([id, { name }]) => ({ type: 'list', id, attributes: { name } })), links: { next } },
    }
  }
  if (path === 'GET /api/profiles') {
    const email = /^equals\(email,"(.+)"\)$/.exec(url.searchParams.get('filter') ?? '')?.[1]
    if (email === undefined) return problem(400, 'invalid', undefined)
    const match = state.profiles.get(email)
    return { status: 200, body: { data: match ? [{ type: 'profile', id: match.id, attributes: {} }] : [] } }
  }
  if (path === 'POST /api/profile-import') return importProfile(state, json)
  const id = /^\/api\/lists\/(\w+)\/relationships\/profiles$/.exec(url.pathname)?.[1]
  const list = state.lists.get(id ?? '')
  const body = members.safeParse(json)
  if (!list) return problem(404, 'not_found')
  if (!body.success) return problem(400, 'invalid', '/data')
  for (const one of body.data.data)
    if (method === 'POST') list.members.add(one.id)
    else list.members.delete(one.id)
  return { status: 204 }
}

function importProfile({ profiles }: State, json: unknown): StubResponse {
  const body = importBody.safeParse(json)
  if (!body.success) return problem(400, 'invalid', '/data')
  const { attributes } = body.data.data
  const { email = '', phone_number } = attributes
  if (!/^[^@\s]+@[^@\s]+\.[a-z]+$/.test(email)) return problem(400, 'invalid', '/data/attributes/email')
  if (phone_number !== undefined && !/^\+[1-9]\d{7,14}$/.test(phone_number))
    return problem(400, 'invalid', '/data/attributes/phone_number')
  const other = [...profiles].find(
    ([key, one]) => key !== email && phone_number !== undefined && one.attributes['phone_number'] === phone_number,
  )
  if (other) return problem(409, 'duplicate_profile', '/data/attributes', { duplicate_profile_id: other[1].id })
  const before = profiles.get(email)
  const profile = before ?? { id: `01PROFILE${profiles.size + 1}`, attributes: {} }
  Object.assign(profile.attributes, attributes)
  profiles.set(email, profile)
  return { status: before ? 200 : 201, body: { data: { type: 'profile', id: profile.id, attributes } } }
}

declare module '../stand-in.ts' {
  interface StandIns {
    klaviyo: KlaviyoStandIn
  }
}

export async function startDemo(now: () => number): Promise<DemoStandIn<KlaviyoStandIn>> {
  const standIn = await startKlaviyo(now)
  const emailOf = (id: string): string[] =>
    [...standIn.profiles].flatMap(([email, one]) => (one.id === id ? [email] : []))
  return {
    standIn,
    settings: klaviyoEnv(standIn.url),
    paste: {},
    held: () => [...standIn.lists.values()].flatMap(({ members }) => [...members].flatMap(emailOf)),
  }
}
