import { createHash } from 'node:crypto'
import { z } from 'zod'
import { startStandIn, type DemoStandIn, type ReceivedRequest, type StandIn, type StubResponse } from '../stand-in.ts'

export interface MetaaudiencesStandIn extends StandIn {
  token: { current: string }
  /** The digests of email addresses, by audience. */
  audiences: Map<string, { name: string; subtype: string; people: Set<string> }>
  holds(audience: string, email: string): boolean
}

export const metaAudiences = { website: '2384001', lookalike: '2384002' }
export const metaKeys = { api_key: 'EAADemoSystemUserToken', account_id: 'act_1001' }

const schemas = ['EMAIL', 'PHONE', 'FN', 'LN', 'CT', 'ST', 'ZIP', 'COUNTRY'] as const
const payload = z
  .strictObject({
    schema: z.array(z.enum(schemas)).min(1),
    data: z.array(z.array(z.string())).min(1).max(10_000),
  })
  .refine(({ schema, data }) => data.every((row) => row.length === schema.length))
const uploadSession = z.strictObject({
  session_id: z.number().int().positive(),
  batch_seq: z.number().int().min(1),
  last_batch_flag: z.boolean(),
  estimated_num_total: z.number().int().optional(),
})

const problem = (code: number, message: string, status = 400): StubResponse => ({
  status,
  body: { error: { message, type: 'OAuthException', code, fbtrace_id: 'x' } },
})
const isDigest = (text: string): boolean => /^[0-9a-f]{64}$/.test(text)
const pageSize = 1

type State = Pick<MetaaudiencesStandIn, 'audiences' | 'token'>

/** Meta's Custom Audiences: digests in, nothing out; rows that are not valid are counted in a success. */
export async function startMetaaudiences(options: { port?: number } = {}): Promise<MetaaudiencesStandIn> {
  const audiences: MetaaudiencesStandIn['audiences'] = new Map([
    [metaAudiences.lookalike, { name: 'Lookalike', subtype: 'LOOKALIKE', people: new Set() }],
    [metaAudiences.website, { name: 'Website leads', subtype: 'CUSTOM', people: new Set() }],
  ])
  const token = { current: metaKeys.api_key }
  const standIn = await startStandIn((request) => answer({ audiences, token }, request), options)
  const digest = (email: string): string => createHash('sha256').update(email.toLowerCase()).digest('hex')
  return Object.assign(standIn, {
    token,
    audiences,
    holds: (audience: string, email: string) => audiences.get(audience)!.people.has(digest(email)),
  })
}

function answer({ audiences, token }: State, request: ReceivedRequest): StubResponse {
  if (request.headers.authorization !== `Bearer ${token.current}`) return problem(190, 'Error validating access token')
  const { method, url } = request
  if (method === 'GET' && url.pathname === '/v25.0/act_1001')
    return { status: 200, body: { id: 'act_1001', name: 'Demo ads' } }
  if (method === 'GET' && url.pathname === '/v25.0/act_1001/customaudiences') {
    const start = Number(url.searchParams.get('after') ?? 0)
    const data = [...audiences].slice(start, start + pageSize)
    const isLast = start + pageSize >= audiences.size
    const cursors = { after: String(start + pageSize) }
    return {
      status: 200,
      body: {
        data: data.map(([id, { name, subtype }]) => ({ id, name, subtype })),
        paging: { cursors, ...(!isLast && { next: 'https://graph.facebook.com/next' }) },
      },
    }
  }
  const [, id] = /^\/v25\.0\/(\d+)\/users$/.exec(url.pathname) ?? []
  const audience = audiences.get(id ?? '')
  if (!audience) return problem(100, 'Unsupported request: object does not exist, cannot be loaded')
  return changeUsers(audience.people, id!, request)
}

function changeUsers(people: Set<string>, id: string, { method, text }: ReceivedRequest): StubResponse {
  const form = new URLSearchParams(text)
  const body = payload.safeParse(parse(form.get('payload')))
  if (!body.success) return problem(100, 'Invalid parameter')
  const session = form.get('session')
  if (session !== null && !uploadSession.safeParse(parse(session)).success) return problem(100, 'Invalid session')
  const { schema, data } = body.data
  const at = schema.indexOf('EMAIL')
  const good = data.filter((row) => row.some(isDigest) && row.every((cell) => cell === '' || isDigest(cell)))
  for (const row of good)
    if (method === 'POST') people.add(row[at] ?? '')
    else people.delete(row[at] ?? '')
  return {
    status: 200,
    body: {
      audience_id: id,
      session_id: '1',
      num_received: data.length,
      num_invalid_entries: data.length - good.length,
      invalid_entry_samples: {},
    },
  }
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '') as unknown
  } catch {
    return null
  }
}

declare module '../stand-in.ts' {
  interface StandIns {
    metaaudiences: MetaaudiencesStandIn
  }
}

/** It holds digests of addresses only. */
export async function startDemo(): Promise<DemoStandIn<MetaaudiencesStandIn>> {
  const standIn = await startMetaaudiences()
  return {
    standIn,
    settings: { META_URL: `${standIn.url}/v25.0` },
    paste: metaKeys,
    held: () => [...standIn.audiences.values()].flatMap(({ people }) => [...people]),
  }
}
