import { startStandIn, type DemoStandIn, type ReceivedRequest, type StandIn, type StubResponse } from '../stand-in.ts'

interface KartraLead {
  fields: Record<string, string>
  lists: Set<string>
  tags: Set<string>
}

export interface KartraStandIn extends StandIn {
  leads: Map<string, KartraLead>
  lists: Set<string>
  tags: Set<string>
  keys: { api_key: string; api_password: string }
}

interface State {
  now: () => number
  leads: Map<string, KartraLead>
  lists: Set<string>
  tags: Set<string>
  keys: { api_key: string; api_password: string }
  window: { start: number; count: number }
}

type Outcome = { status: 'Success' | 'Error'; type?: string; message?: string }
const success: Outcome = { status: 'Success' }
const refuse = (type: string): Outcome => ({ status: 'Error', type, message: `refused (${type})` })

/** Kartra: one endpoint, PHP-style forms, errors inside a 200, 20 calls a second per app. */
export async function startKartra(now: () => number, options: { port?: number } = {}): Promise<KartraStandIn> {
  const state: State = {
    now,
    leads: new Map(),
    lists: new Set(['Newsletter', 'Webinar']),
    tags: new Set(['Website', 'Hot']),
    keys: { api_key: 'demo-key', api_password: 'demo-password' },
    window: { start: 0, count: 0 },
  }
  const standIn = await startStandIn((request) => answer(state, request), options)
  const { leads, lists, tags, keys } = state
  return Object.assign(standIn, { leads, lists, tags, keys })
}

function answer(state: State, request: ReceivedRequest): StubResponse {
  const start = Math.floor(state.now() / 1_000)
  state.window = state.window.start === start ? { start, count: state.window.count + 1 } : { start, count: 1 }
  if (state.window.count > 20) return { status: 429, body: { status: 'Error', message: 'Too many requests' } }
  const form = new URLSearchParams(request.text)
  const ok = (body: object): StubResponse => ({ status: 200, body })
  if (!form.get('app_id')) return ok(refuse('238'))
  if (form.get('api_key') !== state.keys.api_key || form.get('api_password') !== state.keys.api_password)
    return ok(refuse('203'))
  const actions = actionsIn(form)
  if (actions.length === 0) return ok(refuse('254'))
  const [first] = actions
  if (first!['cmd'] === 'retrieve_account_lists') return ok({ ...success, account_lists: [...state.lists] })
  if (first!['cmd'] === 'retrieve_account_tags') return ok({ ...success, account_tags: [...state.tags] })
  if (first!['cmd'] === 'retrieve_custom_fields')
    return ok({ ...success, custom_fields: [{ field_identifier: 'campaign' }] })
  const email = form.get('lead[email]')
  if (!email) return ok(refuse('206'))
  const outcomes = run(state, email, actions, form)
  return ok({
    ...(outcomes.every((one) => one.status === 'Success') ? success : refuse(outcomes.find(({ type }) => type)!.type!)),
    actions: outcomes,
  })
}

function actionsIn(form: URLSearchParams): Record<string, string>[] {
  const actions: Record<string, string>[] = []
  for (const [key, value] of form) {
    const [, at, name] = /^actions\[(\d+)\]\[(\w+)\]$/.exec(key) ?? []
    if (at !== undefined) (actions[Number(at)] ??= {})[name!] = value
  }
  return actions
}

/** Actions after a failed one are not run. */
function run(
  state: State,
  email: string,
  actions: readonly Record<string, string>[],
  form: URLSearchParams,
): Outcome[] {
  const outcomes: Outcome[] = []
  for (const action of actions) {
    const isStopped = outcomes.some(({ status }) => status === 'Error')
    outcomes.push(isStopped ? refuse('243') : runOne(state, email, action, form))
  }
  return outcomes
}

function runOne(state: State, email: string, action: Record<string, string>, form: URLSearchParams): Outcome {
  const lead = state.leads.get(email)
  const { cmd, list_name = '', tag_name = '' } = action
  if (cmd === 'create_lead') {
    if (lead) return refuse('244')
    state.leads.set(email, { fields: fieldsIn(form), lists: new Set(), tags: new Set() })
    return success
  }
  if (!lead) return refuse('243')
  if (cmd === 'edit_lead') Object.assign(lead.fields, fieldsIn(form))
  else if (cmd === 'subscribe_lead_to_list') {
    if (!state.lists.has(list_name)) return refuse('231')
    lead.lists.add(list_name)
  } else if (cmd === 'assign_tag') {
    if (!state.tags.has(tag_name)) return refuse('212')
    lead.tags.add(tag_name)
  } else if (cmd === 'unsubscribe_lead_from_list') lead.lists.delete(list_name)
  else if (cmd === 'unassign_tag') lead.tags.delete(tag_name)
  else return refuse('254')
  return success
}

const fieldsIn = (form: URLSearchParams): Record<string, string> =>
  Object.fromEntries(
    [...form].flatMap(([key, value]) => {
      const name = /^lead\[(\w+)\]$/.exec(key)?.[1]
      return name === undefined ? [] : [[name, value]]
    }),
  )

declare module '../stand-in.ts' {
  interface StandIns {
    kartra: KartraStandIn
  }
}

export async function startDemo(now: () => number): Promise<DemoStandIn<KartraStandIn>> {
  const standIn = await startKartra(now)
  return {
    standIn,
    settings: { KARTRA_URL: `${standIn.url}/api`, KARTRA_APP_ID: 'demo-app' },
    paste: standIn.keys,
    held: () => [...standIn.leads].filter(([, { lists, tags }]) => lists.size + tags.size > 0).map(([email]) => email),
  }
}
