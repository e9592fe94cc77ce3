import { z } from 'zod'
import { newId } from '#server/platform/ids.ts'
import { startStandIn, type DemoStandIn, type ReceivedRequest, type StandIn, type StubResponse } from '../stand-in.ts'

interface SendgridContact {
  id: string
  fields: Record<string, unknown>
  lists: Set<string>
}

export interface SendgridStandIn extends StandIn {
  /** Valid API keys; delete one to revoke it. */
  keys: Set<string>
  lists: Map<string, string>
  contacts: Map<string, SendgridContact>
  /** How many polls of a job return `pending` first; its contacts appear only after that. */
  jobs: { pendingPolls: number }
  /** Processes all pending jobs. */
  finishJobs(): void
}

const contact = z.strictObject({
  email: z.string().min(3),
  first_name: z.string().max(50).optional(),
  last_name: z.string().max(50).optional(),
  address_line_1: z.string().max(100).optional(),
  address_line_2: z.string().max(100).optional(),
  city: z.string().max(60).optional(),
  state_province_region: z.string().max(50).optional(),
  postal_code: z.string().max(60).optional(),
  country: z.string().max(50).optional(),
  phone_number: z.string().optional(),
  custom_fields: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
})
const upsert = z.strictObject({
  list_ids: z.array(z.uuid()).optional(),
  contacts: z.array(contact).min(1).max(30_000),
})

const errors = (status: number, message: string, field: string | null = null): StubResponse => ({
  status,
  body: { errors: [{ field, message }] },
})

export const sendgridCustomField = { id: 'w1', name: 'Campaign name', field_type: 'Text' }

interface State {
  now: () => number
  keys: Set<string>
  lists: Map<string, string>
  contacts: Map<string, SendgridContact>
  jobs: Map<string, { polls: number; run: () => void }>
  settings: { pendingPolls: number }
  window: { start_s: number; count: number }
}

/** SendGrid Marketing Contacts: keys, paged lists, asynchronous upserts, jobs, search and rate limits. */
export async function startSendgrid(now: () => number, options: { port?: number } = {}): Promise<SendgridStandIn> {
  const state: State = {
    now,
    keys: new Set(['SG.stand-in-key']),
    lists: new Map(),
    contacts: new Map(),
    jobs: new Map(),
    settings: { pendingPolls: 0 },
    window: { start_s: 0, count: 0 },
  }
  const standIn = await startStandIn((request) => answer(state, request), options)
  const { keys, lists, contacts, settings, jobs } = state
  const finishJobs = (): void => {
    for (const job of jobs.values()) if (job.polls > 0) job.run()
    for (const job of jobs.values()) job.polls = 0
  }
  return Object.assign(standIn, { keys, lists, contacts, jobs: settings, finishJobs })
}

function answer(state: State, request: ReceivedRequest): StubResponse {
  const key = (request.headers.authorization ?? '').replace(/^Bearer /, '')
  if (!state.keys.has(key)) return errors(401, 'authorization required')
  const now_s = Math.floor(state.now() / 1_000)
  const headers = { 'x-ratelimit-reset': String(now_s + 1), 'x-ratelimit-remaining': '10' }
  const { window } = state
  state.window = window.start_s === now_s ? { start_s: now_s, count: window.count + 1 } : { start_s: now_s, count: 1 }
  if (state.window.count > 200) return { ...errors(429, 'too many requests'), headers }
  return { ...route(state, request), headers }
}

function route(state: State, request: ReceivedRequest): StubResponse {
  const path = `${request.method} ${request.url.pathname}`
  if (path === 'GET /v3/marketing/lists') return page(state, request)
  if (path === 'PUT /v3/marketing/contacts') return put(state, request)
  if (path === 'POST /v3/marketing/contacts/search/emails') return search(state, request)
  if (path === 'GET /v3/marketing/field_definitions') return fields
  const job = /^GET \/v3\/marketing\/contacts\/imports\/([^/]+)$/.exec(path)
  if (job) return readJob(state, job[1]!)
  const list = /^DELETE \/v3\/marketing\/lists\/([^/]+)\/contacts$/.exec(path)
  return list ? removeFromList(state, request, list[1]!) : errors(404, 'not found')
}

const fields: StubResponse = {
  status: 200,
  body: {
    custom_fields: [sendgridCustomField],
    reserved_fields: ['first_name', 'last_name', 'email', 'city'].map((name, n) => ({
      id: `_rf${n}_T`,
      name,
      field_type: 'Text',
    })),
  },
}

/** An upsert by lowercase address: adds to lists, never removes, and runs as a job. */
function put({ now, lists, contacts, jobs, settings }: State, request: ReceivedRequest): StubResponse {
  const body = upsert.safeParse(request.json)
  if (!body.success) {
    const issue = body.error.issues[0]!
    return errors(400, issue.message, issue.path.join('.'))
  }
  const { list_ids = [], contacts: contactsSent } = body.data
  if (list_ids.some((id) => !lists.has(id))) return errors(400, 'one or more list ids were not found', 'list_ids')
  const unknownField = contactsSent
    .flatMap(({ custom_fields = {} }) => Object.keys(custom_fields))
    .find((id) => id !== sendgridCustomField.id)
  if (unknownField) return errors(400, `unknown custom field ${unknownField}`, 'contacts.custom_fields')
  const hasInvalidEmail = contactsSent.some(({ email }) => !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email))
  if (hasInvalidEmail) return errors(400, 'email is invalid', 'contacts.email')
  const run = (): void => {
    for (const { email, ...more } of contactsSent) {
      const key = email.toLowerCase()
      const before = contacts.get(key) ?? { id: newId(now()), fields: {}, lists: new Set<string>() }
      contacts.set(key, {
        ...before,
        fields: { ...before.fields, ...more, email: key },
        lists: new Set([...before.lists, ...list_ids]),
      })
    }
  }
  const id = newId(now())
  jobs.set(id, { polls: settings.pendingPolls, run })
  if (settings.pendingPolls === 0) run()
  return { status: 202, body: { job_id: id } }
}

function page({ lists }: State, { url }: ReceivedRequest): StubResponse {
  const size = Number(url.searchParams.get('page_size') ?? 100)
  const from = Number(url.searchParams.get('page_token') ?? 0)
  const all = [...lists]
  const next =
    from + size < all.length
      ? `https://api.sendgrid.com/v3/marketing/lists?page_size=${size}&page_token=${from + size}`
      : undefined
  return {
    status: 200,
    body: {
      result: all.slice(from, from + size).map(([id, name]) => ({ id, name, contact_count: 0 })),
      _metadata: { count: all.length, ...(next && { next }) },
    },
  }
}

function readJob({ jobs }: State, id: string): StubResponse {
  const job = jobs.get(id)
  if (!job) return errors(404, 'not found')
  const isPending = job.polls > 0
  if (isPending && --job.polls === 0) job.run()
  return { status: 200, body: { id, status: isPending ? 'pending' : 'completed', results: { errored_count: 0 } } }
}

function search({ contacts }: State, { json }: ReceivedRequest): StubResponse {
  const { emails } = z.strictObject({ emails: z.array(z.string()).min(1).max(100) }).parse(json)
  const matches = emails.flatMap((email) => {
    const one = contacts.get(email.toLowerCase())
    return one ? [[email, { contact: { id: one.id, email } }] as const] : []
  })
  return matches.length === 0
    ? errors(404, 'not found')
    : { status: 200, body: { result: Object.fromEntries(matches) } }
}

function removeFromList({ now, lists, contacts }: State, { url }: ReceivedRequest, list: string): StubResponse {
  if (!lists.has(list)) return errors(404, 'not found')
  const ids = new Set((url.searchParams.get('contact_ids') ?? '').split(','))
  for (const one of contacts.values()) if (ids.has(one.id)) one.lists.delete(list)
  return { status: 202, body: { job_id: newId(now()) } }
}

declare module '../stand-in.ts' {
  interface StandIns {
    sendgrid: SendgridStandIn
  }
}

/** The lists of the demo's account, by name. */
export const demoLists = {
  Newsletter: '5f0c6a1e-4d3b-4a57-9c1e-2b7d8e9f0a11',
  'New leads': '5f0c6a1e-4d3b-4a57-9c1e-2b7d8e9f0a12',
  'Winter offer': '5f0c6a1e-4d3b-4a57-9c1e-2b7d8e9f0a13',
}

export async function startDemo(now: () => number): Promise<DemoStandIn<SendgridStandIn>> {
  const standIn = await startSendgrid(now)
  const key = 'SG.demo-key'
  standIn.keys.clear()
  standIn.keys.add(key)
  for (const [name, id] of Object.entries(demoLists)) standIn.lists.set(id, name)
  return {
    standIn,
    settings: { SENDGRID_URL: `${standIn.url}/v3` },
    paste: { api_key: key },
    held: () => [...standIn.contacts].filter(([, { lists }]) => lists.size > 0).map(([email]) => email),
  }
}
