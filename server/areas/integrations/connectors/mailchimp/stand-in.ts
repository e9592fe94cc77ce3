import { createHash } from 'node:crypto'
import { z } from 'zod'
import { startStandIn, type DemoStandIn, type ReceivedRequest, type StandIn, type StubResponse } from '../stand-in.ts'

interface Member {
  email: string
  status: string
  merge_fields: Record<string, unknown>
  tags: Set<string>
}

export interface MailchimpStandIn extends StandIn {
  /** Valid keys. */
  keys: Set<string>
  lists: Map<string, { name: string; fields: Map<string, string>; members: Map<string, Member> }>
  member(list: string, email: string): Member | undefined
  /** People who left for good: only they themselves can come back. */
  compliance: Set<string>
}

export const mailchimpKey = '0123456789abcdef0123456789abcdef-us19'
export const mailchimpLists = { newsletter: 'a1b2c3', events: 'd4e5f6' }

const put = z.strictObject({
  email_address: z.string(),
  status_if_new: z.enum(['subscribed', 'unsubscribed', 'cleaned', 'pending', 'transactional']),
  status: z.enum(['subscribed', 'unsubscribed', 'cleaned', 'pending', 'transactional']).optional(),
  merge_fields: z.record(z.string(), z.unknown()).optional(),
})
const address = z.strictObject({
  addr1: z.string().min(1),
  city: z.string().min(1),
  state: z.string().min(1),
  zip: z.string().min(1),
})
const tagsBody = z.strictObject({
  tags: z.array(z.strictObject({ name: z.string().min(1), status: z.enum(['active', 'inactive']) })),
})

const problem = (status: number, title: string, detail = title): StubResponse => ({
  status,
  body: { type: 'https://mailchimp.com/developer/', title, status, detail, instance: '' },
})

type State = Pick<MailchimpStandIn, 'lists' | 'compliance'>

/** Mailchimp: one key's data center, problem documents, members by the MD5 of their address, tags apart. */
export async function startMailchimp(options: { port?: number } = {}): Promise<MailchimpStandIn> {
  const list = (name: string) => ({
    name,
    fields: new Map([
      ['FNAME', 'text'],
      ['LNAME', 'text'],
      ['PHONE', 'phone'],
      ['ADDRESS', 'address'],
      ['CAMPAIGN', 'text'],
    ]),
    members: new Map<string, Member>(),
  })
  const lists: MailchimpStandIn['lists'] = new Map([
    [mailchimpLists.newsletter, list('Newsletter')],
    [mailchimpLists.events, list('Events')],
  ])
  const keys = new Set([mailchimpKey])
  const compliance = new Set<string>()
  const standIn = await startStandIn((request) => {
    if (!keys.has((request.headers.authorization ?? '').replace(/^Bearer /, ''))) return problem(401, 'API Key Invalid')
    const [, path] = /^\/us19\/3\.0(\/.*)$/.exec(request.url.pathname) ?? []
    return path === undefined
      ? problem(404, 'Resource Not Found')
      : route({ lists, compliance }, request, `${request.method} ${path}`)
  }, options)
  const hash = (email: string): string => createHash('md5').update(email.toLowerCase()).digest('hex')
  return Object.assign(standIn, {
    keys,
    lists,
    compliance,
    member: (id: string, email: string) => lists.get(id)?.members.get(hash(email)),
  })
}

function route(state: State, request: ReceivedRequest, path: string): StubResponse {
  const query = request.url.searchParams
  if (path === 'GET /') return { status: 200, body: { account_id: 'acc1', account_name: 'Demo audience' } }
  if (path === 'GET /lists') {
    const all = [...state.lists].map(([id, { name }]) => ({ id, name }))
    const offset = Number(query.get('offset') ?? 0)
    // A page holds fewer than were asked for, as at the end of a large account.
    const some = all.slice(offset, offset + Math.min(Number(query.get('count') ?? 10), 1))
    return { status: 200, body: { lists: some, total_items: all.length } }
  }
  const [, method, id, rest] = /^(\w+) \/lists\/([^/]+)\/(.+)$/.exec(path) ?? []
  const list = state.lists.get(id ?? '')
  if (!list || rest === undefined) return problem(404, 'Resource Not Found')
  if (method === 'GET' && rest === 'merge-fields')
    return {
      status: 200,
      body: { merge_fields: [...list.fields].map(([tag, type], n) => ({ merge_id: n, tag, name: tag, type })) },
    }
  const [, hash, part] = /^members\/([0-9a-f]{32})(\/tags)?$/.exec(rest) ?? []
  if (hash === undefined) return problem(404, 'Resource Not Found')
  if (part) return changeTags(list.members.get(hash), request)
  if (method === 'PUT') return putMember(state, list, hash, request)
  if (method !== 'DELETE') return problem(405, 'Method Not Allowed')
  const member = list.members.get(hash)
  if (!member || member.status === 'archived') return problem(405, 'Method Not Allowed')
  member.status = 'archived'
  return { status: 204 }
}

function changeTags(member: Member | undefined, { json }: ReceivedRequest): StubResponse {
  const body = tagsBody.safeParse(json)
  if (!member) return problem(404, 'Resource Not Found')
  if (!body.success) return problem(400, 'Invalid Resource')
  for (const { name, status } of body.data.tags)
    if (status === 'active') member.tags.add(name)
    else member.tags.delete(name)
  return { status: 204 }
}

type List = NonNullable<ReturnType<MailchimpStandIn['lists']['get']>>

/** An unknown merge field is ignored, an incomplete address is not. */
function putMember({ compliance }: State, list: List, hash: string, { json }: ReceivedRequest): StubResponse {
  const body = put.safeParse(json)
  if (!body.success) return problem(400, 'Invalid Resource', body.error.issues[0]!.message)
  const { email_address: email, status_if_new, status, merge_fields = {} } = body.data
  const isRight = createHash('md5').update(email.toLowerCase()).digest('hex') === hash
  if (!isRight || !/^[^@\s]+@[^@\s]+\.[a-z]+$/i.test(email)) return problem(400, 'Invalid Resource', 'looks fake')
  if (merge_fields['ADDRESS'] !== undefined && !address.safeParse(merge_fields['ADDRESS']).success)
    return problem(400, 'Invalid Resource', 'Your merge fields were invalid.')
  if (compliance.has(email.toLowerCase())) return problem(400, 'Member In Compliance State')
  const before = list.members.get(hash)
  const member = before ?? { email, status: status_if_new, merge_fields: {}, tags: new Set<string>() }
  if (status !== undefined || member.status === 'archived') member.status = status ?? status_if_new
  const knownFields = Object.entries(merge_fields).filter(([tag]) => list.fields.has(tag))
  Object.assign(member.merge_fields, Object.fromEntries(knownFields))
  list.members.set(hash, member)
  return { status: 200, body: { id: hash, email_address: email, status: member.status } }
}

declare module '../stand-in.ts' {
  interface StandIns {
    mailchimp: MailchimpStandIn
  }
}

export async function startDemo(): Promise<DemoStandIn<MailchimpStandIn>> {
  const standIn = await startMailchimp()
  return {
    standIn,
    settings: { MAILCHIMP_URL: `${standIn.url}/{dc}/3.0` },
    paste: { api_key: mailchimpKey },
    held: () =>
      [...standIn.lists.values()].flatMap(({ members }) =>
        [...members.values()].flatMap(({ email, status }) => (status === 'archived' ? [] : [email])),
      ),
  }
}
