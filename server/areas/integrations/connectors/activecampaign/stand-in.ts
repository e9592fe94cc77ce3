import { z } from 'zod'
import { startStandIn, type DemoStandIn, type ReceivedRequest, type StandIn, type StubResponse } from '../stand-in.ts'

interface Contact {
  id: string
  fields: Record<string, unknown>
  values: Map<string, string>
  /** Tag ids by the id of the relation. */
  tags: Map<string, string>
}

export interface ActivecampaignStandIn extends StandIn {
  key: { current: string }
  /** By email address. */
  contacts: Map<string, Contact>
  /** Names by id. */
  tags: Map<string, string>
  fields: Map<string, string>
}

const sync = z.strictObject({
  contact: z.strictObject({
    email: z.string(),
    firstName: z.string().optional(),
    lastName: z.string().optional(),
    phone: z.string().optional(),
    fieldValues: z.array(z.strictObject({ field: z.string(), value: z.string() })).optional(),
  }),
})
const relation = z.strictObject({ contactTag: z.strictObject({ contact: z.string(), tag: z.string() }) })

const problem = (status: number, title: string): StubResponse => ({
  status,
  body: { errors: [{ title, detail: '', code: title, source: { pointer: '' } }] },
})

interface State extends Pick<ActivecampaignStandIn, 'contacts' | 'tags' | 'fields'> {
  made: number
}

/** ActiveCampaign: a key in a header, ids as texts, pages of twenty with a total that is a text, 5 requests a second. */
export async function startActivecampaign(
  now: () => number,
  options: { port?: number } = {},
): Promise<ActivecampaignStandIn> {
  const state: State = {
    contacts: new Map(),
    tags: new Map([
      ['1', 'Website'],
      ['2', 'Hot'],
      ...Array.from({ length: 118 }, (_, n) => [`${n + 3}`, `Tag ${n}`] as const),
    ]),
    fields: new Map([['1', 'Campaign']]),
    made: 1_000,
  }
  const key = { current: 'demo-api-token' }
  let window = { start: 0, count: 0 }
  const standIn = await startStandIn((request) => {
    if (request.headers['api-token'] !== key.current) return { status: 403, body: '<html>Forbidden</html>' }
    const start = Math.floor(now() / 10_000)
    window = window.start === start ? { start, count: window.count + 1 } : { start, count: 1 }
    if (window.count > 50) return { status: 429, headers: { 'retry-after': '1' } }
    const [, path] = /^\/api\/3(\/.*)$/.exec(request.url.pathname) ?? []
    return path === undefined ? { status: 404 } : route(state, request, `${request.method} ${path}`)
  }, options)
  const { contacts, tags, fields } = state
  return Object.assign(standIn, { key, contacts, tags, fields })
}

function route(state: State, request: ReceivedRequest, path: string): StubResponse {
  if (path === 'GET /users/me') return { status: 200, body: { user: { id: '1', username: 'demo' } } }
  if (path === 'GET /tags')
    return page(
      request,
      'tags',
      [...state.tags].map(([id, tag]) => ({ id, tag, tagType: 'contact' })),
    )
  if (path === 'GET /fields')
    return page(
      request,
      'fields',
      [...state.fields].map(([id, title]) => ({ id, title })),
    )
  if (path === 'POST /contact/sync') return syncContact(state, request)
  if (path === 'POST /contactTags') return tagContact(state, request)
  if (path === 'GET /contacts') {
    const match = state.contacts.get(request.url.searchParams.get('email') ?? '')
    return { status: 200, body: { contacts: match ? [{ id: match.id }] : [], meta: { total: match ? '1' : '0' } } }
  }
  const ofContact = /^GET \/contacts\/(\d+)\/contactTags$/.exec(path)?.[1]
  const contact = [...state.contacts.values()].find(({ id }) => id === ofContact)
  if (contact)
    return {
      status: 200,
      body: { contactTags: [...contact.tags].map(([id, tag]) => ({ id, tag, contact: ofContact })) },
    }
  const id = /^DELETE \/contactTags\/(\d+)$/.exec(path)?.[1] ?? ''
  const isGone = [...state.contacts.values()].some(({ tags }) => tags.delete(id))
  return isGone ? { status: 200, body: {} } : problem(404, 'No Result found')
}

function page({ url }: ReceivedRequest, name: string, items: readonly object[]): StubResponse {
  const limit = Math.min(100, Number(url.searchParams.get('limit') ?? 20))
  const offset = Number(url.searchParams.get('offset') ?? 0)
  return { status: 200, body: { [name]: items.slice(offset, offset + limit), meta: { total: String(items.length) } } }
}

function syncContact(state: State, { json }: ReceivedRequest): StubResponse {
  const body = sync.safeParse(json)
  if (!body.success) return problem(422, 'invalid')
  const { email, fieldValues = [], ...fields } = body.data.contact
  if (!/^[^@\s]+@[^@\s]+\.[a-z]+$/.test(email)) return problem(422, 'email_invalid')
  const before = state.contacts.get(email)
  const contact = before ?? { id: String(++state.made), fields: {}, values: new Map(), tags: new Map() }
  Object.assign(contact.fields, fields)
  // An unknown field is left out without a word.
  for (const { field, value } of fieldValues) if (state.fields.has(field)) contact.values.set(field, value)
  state.contacts.set(email, contact)
  return { status: before ? 200 : 201, body: { contact: { id: contact.id, email }, fieldValues: [] } }
}

function tagContact(state: State, { json }: ReceivedRequest): StubResponse {
  const body = relation.safeParse(json)
  if (!body.success) return problem(422, 'invalid')
  const { contact: contactId, tag } = body.data.contactTag
  const contact = [...state.contacts.values()].find(({ id }) => id === contactId)
  if (!contact) return problem(404, 'No Result found')
  if (!state.tags.has(tag)) return problem(422, 'related_missing')
  const id = String(++state.made)
  contact.tags.set(id, tag)
  return { status: 201, body: { contactTag: { id, contact: contactId, tag } } }
}

declare module '../stand-in.ts' {
  interface StandIns {
    activecampaign: ActivecampaignStandIn
  }
}

export async function startDemo(now: () => number): Promise<DemoStandIn<ActivecampaignStandIn>> {
  const standIn = await startActivecampaign(now)
  return {
    standIn,
    settings: {},
    paste: { api_url: standIn.url, api_key: standIn.key.current },
    held: () => [...standIn.contacts].filter(([, { tags }]) => tags.size > 0).map(([email]) => email),
  }
}
