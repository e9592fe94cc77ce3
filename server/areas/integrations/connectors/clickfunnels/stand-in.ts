import { z } from 'zod'
import { startStandIn, type DemoStandIn, type ReceivedRequest, type StandIn, type StubResponse } from '../stand-in.ts'

interface FunnelContact {
  id: number
  fields: Record<string, unknown>
  /** Tag ids by the id of the applied tag. */
  applied: Map<number, number>
}

export interface ClickfunnelsStandIn extends StandIn {
  contacts: Map<string, FunnelContact>
  tags: Map<number, string>
  tokens: Set<string>
  workspace: { name: string; subdomain: string }
}

const upsert = z.strictObject({
  contact: z.strictObject({
    email_address: z.string(),
    first_name: z.string().optional(),
    last_name: z.string().optional(),
    phone_number: z.string().optional(),
    website_url: z.string().optional(),
    custom_attributes: z.record(z.string(), z.string()).optional(),
  }),
})

interface State {
  contacts: Map<string, FunnelContact>
  tags: Map<number, string>
  tokens: Set<string>
  workspace: { name: string; subdomain: string }
  made: number
}

const error = (status: number, text: string): StubResponse => ({ status, body: { error: text } })
const pageSize = 20
const workspaceId = 4711

/** ClickFunnels 2.0: requires a User-Agent, pages of 20 with a cursor header, tags applied one by one. */
export async function startClickfunnels(options: { port?: number } = {}): Promise<ClickfunnelsStandIn> {
  const state: State = {
    contacts: new Map(),
    tags: new Map([
      [1, 'Website'],
      [2, 'Hot'],
    ]),
    tokens: new Set(['demo-token']),
    workspace: { name: 'Demo funnels', subdomain: 'demo' },
    made: 100,
  }
  const standIn = await startStandIn((request) => answer(state, request), options)
  const { contacts, tags, tokens, workspace } = state
  return Object.assign(standIn, { contacts, tags, tokens, workspace })
}

function answer(state: State, request: ReceivedRequest): StubResponse {
  if (!request.headers['user-agent']) return error(403, 'User-Agent is required')
  if (!state.tokens.has((request.headers.authorization ?? '').replace(/^Bearer /, '')))
    return error(401, 'unauthorized')
  const [, host, rest] = /^\/([^/]+)\/api\/v2(\/.*)$/.exec(request.url.pathname) ?? []
  if (host !== state.workspace.subdomain) return error(404, 'not found')
  return route(state, request, `${request.method} ${rest}`)
}

function route(state: State, request: ReceivedRequest, path: string): StubResponse {
  const ofWorkspace = `/workspaces/${workspaceId}/contacts`
  if (path === 'GET /teams') return { status: 200, body: [{ id: 7 }] }
  if (path === 'GET /teams/7/workspaces') return { status: 200, body: [{ id: workspaceId, ...state.workspace }] }
  if (path === `GET ${ofWorkspace}/tags`)
    return page(
      [...state.tags].map(([id, name]) => ({ id, name })),
      request,
    )
  if (path === `POST ${ofWorkspace}/tags`) {
    const { name } = z.object({ contacts_tag: z.object({ name: z.string() }) }).parse(request.json).contacts_tag
    const id = ++state.made
    state.tags.set(id, name)
    return { status: 201, body: { id, name } }
  }
  if (path === `POST ${ofWorkspace}/upsert`) return put(state, request)
  if (path === `GET ${ofWorkspace}`) {
    const email = request.url.searchParams.get('filter[email_address]') ?? ''
    // An empty filter is no filter.
    const matches = [...state.contacts].filter(([key]) => email === '' || key === email)
    return page(
      matches.map(([, { id }]) => ({ id })),
      request,
    )
  }
  const [, method, id] = /^(\w+) \/contacts\/(\d+)\/applied_tags$/.exec(path) ?? []
  const contact = [...state.contacts.values()].find((one) => one.id === Number(id))
  if (contact) return method === 'GET' ? listApplied(contact) : apply(state, contact, request)
  const tagId = /^DELETE \/contacts\/applied_tags\/(\d+)$/.exec(path)?.[1]
  for (const one of state.contacts.values()) one.applied.delete(Number(tagId))
  return tagId === undefined ? error(404, 'not found') : { status: 204 }
}

function page(items: readonly { id: number }[], { url }: ReceivedRequest): StubResponse {
  const after = Number(url.searchParams.get('after') ?? 0)
  const later = items.filter(({ id }) => id > after)
  const pageItems = later.slice(0, pageSize)
  const next: Record<string, string> =
    later.length > pageItems.length ? { 'pagination-next': String(pageItems.at(-1)!.id) } : {}
  return { status: 200, body: pageItems, headers: next }
}

function put(state: State, { json }: ReceivedRequest): StubResponse {
  const body = upsert.safeParse(json)
  if (!body.success) return error(422, body.error.issues[0]!.message)
  const { email_address: email, ...fields } = body.data.contact
  if (!email.includes('@')) return error(422, 'Email address is invalid')
  const before = state.contacts.get(email)
  const contact = before ?? { id: ++state.made, fields: {}, applied: new Map<number, number>() }
  Object.assign(contact.fields, fields)
  state.contacts.set(email, contact)
  return { status: before ? 200 : 201, body: { id: contact.id } }
}

const listApplied = ({ applied }: FunnelContact): StubResponse => ({
  status: 200,
  body: [...applied].map(([id, tag_id]) => ({ id, tag_id })),
})

function apply(state: State, contact: FunnelContact, { json }: ReceivedRequest): StubResponse {
  const { tag_id } = z
    .object({ contacts_applied_tag: z.object({ tag_id: z.number() }) })
    .parse(json).contacts_applied_tag
  if (!state.tags.has(tag_id)) return error(404, 'not found')
  if ([...contact.applied.values()].includes(tag_id)) return error(422, 'Tag has already been taken')
  const id = ++state.made
  contact.applied.set(id, tag_id)
  return { status: 201, body: { id, contact_id: contact.id, tag_id } }
}

declare module '../stand-in.ts' {
  interface StandIns {
    clickfunnels: ClickfunnelsStandIn
  }
}

export async function startDemo(): Promise<DemoStandIn<ClickfunnelsStandIn>> {
  const standIn = await startClickfunnels()
  return {
    standIn,
    settings: { CLICKFUNNELS_URL: `${standIn.url}/{workspace}/api/v2` },
    paste: { workspace: 'demo', api_key: 'demo-token' },
    held: () => [...standIn.contacts].filter(([, { applied }]) => applied.size > 0).map(([email]) => email),
  }
}
