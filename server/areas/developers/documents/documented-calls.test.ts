import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { sentences } from '#contract/core/sentences.ts'
import { addWebhook } from '#server/areas/integrations/connections/add-webhook.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { newId } from '#server/platform/ids.ts'
import { createTestApp, noLimits, type TestApp } from '#server/test/app.ts'
import { makeDeveloper, makeDeveloperKey } from '#server/test/developer-token.ts'
import { createSearchWorld, type SearchWorld } from '#server/test/search-world.ts'
import { describeDeveloperApi } from '../describe-api.ts'

// Sends every field of the document with every value it lists to the program: none may be rejected as unknown, and
// every response must match the document.

interface Schema {
  $ref?: string
  type?: string
  const?: unknown
  enum?: unknown[]
  format?: string
  anyOf?: Schema[]
  minimum?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
}
interface Described {
  method: string
  path: string
  operationId: string
  parameters: { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content: Record<string, { schema: Schema }> }>
}

const document = describeDeveloperApi('Acme', 'http://acme.localhost') as unknown as {
  paths: Record<string, Record<string, Omit<Described, 'method' | 'path'>>>
  components: { schemas: Record<string, Schema> }
}
/** Deletions run last: the other calls need the objects. */
const operations: readonly Described[] = Object.entries(document.paths)
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ ...described, path, method: method.toUpperCase() })),
  )
  .toSorted((one, other) => Number(one.method === 'DELETE') - Number(other.method === 'DELETE'))

let world: SearchWorld
let http: TestApp
let headers: { authorization: string }
/** Existing values, by the name of the field or path parameter. */
let examples: Record<string, readonly unknown[]>

beforeAll(async () => {
  world = await createSearchWorld()
  http = await createTestApp(world.db, { clock: world.clock, limiter: noLimits })
  const { acme } = world.tree
  headers = await makeDeveloper(world.db, http.platform, acme.owner)
  const key = await makeDeveloperKey(world.db, http.platform, acme.owner)
  const client = acme.clients[0]!
  const campaign = await world.makeSearchCampaign()
  await inScope(world.db.appPool, { kind: 'root', rootId: client.user.rootId }, (tx) =>
    addWebhook(
      tx,
      http.platform,
      { rootId: client.user.rootId, agencyId: acme.id, clientId: client.id, campaignId: campaign.id },
      'https://hooks.example.com/leads',
    ),
  )
  const person = await world.makePerson({})
  await world.search(person, { text: 'roof repair' })
  await world.outcomes(campaign)
  const { rows } = await world.db.adminPool.query('select id from lead where agency_id = $1', [acme.id])
  examples = {
    client_id: [client.id],
    company_id: [client.id, acme.id],
    campaign_id: [campaign.id],
    lead_id: [rows[0].id],
    leads: [rows[0].id],
    assignee_id: [client.user.id, null],
    assignee_email: [client.user.email],
    tags: [['Urgent']],
    note: ['Called by our dialer.'],
    credential: [key.name],
    secret_key: [key.secret],
    client_secret: [key.secret],
    campaigns: [campaign.id],
    state: ['TX'],
    states: [['TX']],
    cities: [['Austin TX']],
    zip_codes: [['78701']],
    keywords: [['roof repair', 'new roof']],
    addresses: [['someone@example.test']],
    report_recipients: [['reports@example.test']],
    name: ['Spring campaign'],
    site_url: ['https://shop.example.test/'],
    url: ['https://hooks.example.com/events'],
    time_zone: ['America/Chicago'],
    start_date: ['2027-01-01'],
    end_date: ['2027-02-01', null],
    from: [dayBefore(7)],
    to: [dayBefore(1)],
    operation: ['listDeveloperLeads'],
    scope: ['clients:read leads:read'],
    email: [client.user.email],
    subdomain: [client.user.host],
  }
  const create = operations.find(({ operationId }) => operationId === 'createEventWebhook')!
  examples = { ...examples, webhooks: [idIn(await send(create, { body: endpoint }))] }
  const tryIt = operations.find(({ operationId }) => operationId === 'testEventWebhook')!
  examples = { ...examples, message_id: [idIn(await send(tryIt, {}))] }
})
afterAll(async () => {
  await http.close()
  await world.close()
})

/** Values that the schema lists, or existing ones if it lists none. */
function valuesOf(operation: Described, name: string, schema: Schema): readonly unknown[] {
  if (schema.const !== undefined) return [schema.const]
  if (schema.enum) return schema.enum
  const isCredential = name === 'client_id' && schema.format !== 'uuid'
  const isLeadStatus = operation.operationId === 'changeDeveloperLead' && name === 'status'
  const there = isLeadStatus ? ['contacted'] : examples[isCredential ? 'credential' : name]
  if (there) return there
  if (schema.anyOf) return schema.anyOf.flatMap((one) => valuesOf(operation, name, one))
  if (schema.type === 'null') return [null]
  if (schema.type === 'boolean') return [false, true]
  if (schema.type === 'integer') return [Math.max(schema.minimum ?? 1, 1), (schema.minimum ?? 0) + 50]
  if (schema.type === 'array') return [valuesOf(operation, name, schema.items!)]
  if (schema.format === 'date-time') return ['2026-11-01T00:00:00Z']
  throw new Error(
    `${operation.operationId} has a field ${name} of which nobody knows a value: ${JSON.stringify(schema)}`,
  )
}

interface Sent {
  query?: Record<string, unknown>
  body?: Record<string, unknown>
}

async function send(operation: Described, { query = {}, body }: Sent) {
  const path = fill(operation)
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  const answer = await http.anonymous('acme.localhost').inject({
    method: operation.method as 'GET',
    url: `${path}${search.size > 0 ? `?${search.toString()}` : ''}`,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { payload: JSON.stringify(body) }),
  })
  return { status: answer.statusCode, type: String(answer.headers['content-type']), json: answer.json() as unknown }
}

const endpoint = { url: 'https://hooks.example.com/events', events: ['lead.created'] }
const idIn = ({ json }: { json: unknown }): string => {
  const { id, message_id } = z.object({ id: z.string(), message_id: z.string() }).partial().parse(json)
  return (id ?? message_id)!
}
const dayBefore = (days: number): string => new Date(world.clock.now() - days * 86_400_000).toISOString().slice(0, 10)

const fill = ({ path }: Described): string => {
  const kind = /\/(\w+)\/\{id\}/.exec(path)?.[1] ?? ''
  return path.replace('{id}', String(examples[kind]?.[0])).replace('{state}', 'TX')
}

const checkers = new Map<Schema, z.ZodType>()
function checkerOf(schema: Schema): z.ZodType {
  const definition = schema.$ref ? document.components.schemas[schema.$ref.split('/').at(-1)!]! : schema
  const checker = checkers.get(definition) ?? z.fromJSONSchema(definition as Parameters<typeof z.fromJSONSchema>[0])
  checkers.set(definition, checker)
  return checker
}

/** How a response differs from the document; null if it matches. */
function wrongIn(operation: Described, { status, type, json }: Awaited<ReturnType<typeof send>>): string | null {
  const content = operation.responses[String(status)]?.content
  if (!content) return `${status} is not documented: ${JSON.stringify(json)}`
  const documentedType = content[type.split(';')[0]!]
  if (!documentedType) return `${status} as ${type} is not documented`
  const reading = checkerOf(documentedType.schema).safeParse(json)
  return reading.success ? null : `${status}: ${z.prettifyError(reading.error)}`
}

const isDone = ({ status }: { status: number }): boolean => status < 300
const saysUnknown = ({ json }: { json: unknown }): boolean => JSON.stringify(json).includes(sentences.unknownField)

/** A rejection names a field of the call. */
function namesUnknown(operation: Described, { json }: { json: unknown }): boolean {
  const { field } = z.object({ field: z.string().optional() }).loose().parse(json)
  const names = [...Object.keys(bodyOf(operation)?.properties ?? {}), ...operation.parameters.map(({ name }) => name)]
  return field !== undefined && !names.includes(field.split('.')[0]!)
}

const queryOf = (operation: Described) => operation.parameters.filter((parameter) => parameter.in === 'query')
const bodyOf = ({ requestBody }: Described): Schema | undefined => requestBody?.content['application/json']?.schema

/** Other fields that a field requires, besides those every call requires. */
const besides: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'replayEventMessages ': { since: '2026-11-01T00:00:00Z' },
  'createDeveloperCampaign keywords': { module: 'locator' },
  'queueDeveloperCount target_location State': { states: ['TX'] },
  'queueDeveloperCount target_location Zip Code': { zip_codes: ['78701'] },
  'queueDeveloperCount states': { target_location: 'State' },
  'queueDeveloperCount cities': { target_location: 'State', states: ['TX'] },
  'queueDeveloperCount zip_codes': { target_location: 'Zip Code' },
}
const besideOf = ({ operationId }: Described, field: string, value?: unknown): object => ({
  // The key may be sent as a header as well.
  ...(operationId === 'issueOauthToken' && {
    client_id: examples['credential']![0],
    client_secret: examples['secret_key']![0],
  }),
  ...besides[`${operationId} ${field}`],
  ...besides[`${operationId} ${field} ${String(value)}`],
})

/** The call with its required fields, then with each further field and each of its values. */
function callsOf(operation: Described): { field: string; sent: Sent }[] {
  const body = bodyOf(operation)
  const firstOf = (name: string, schema: Schema): unknown => valuesOf(operation, name, schema)[0]
  const requiredParts = Object.fromEntries(
    (body?.required ?? []).map((name) => [name, firstOf(name, body!.properties![name]!)] as const),
  )
  const least: Sent = body ? { body: { ...requiredParts, ...besideOf(operation, '') } } : {}
  const filters = queryOf(operation).flatMap(({ name, schema }) =>
    name === 'cursor'
      ? []
      : valuesOf(operation, name, schema).map((value) => ({
          field: name,
          sent: { ...least, query: { [name]: value } },
        })),
  )
  const fields = Object.entries(body?.properties ?? {}).flatMap(([name, schema]) =>
    valuesOf(operation, name, schema).map((value) => ({
      field: name,
      sent: { body: { ...requiredParts, ...besideOf(operation, name, value), [name]: value } },
    })),
  )
  return [{ field: '', sent: least }, ...filters, ...fields]
}

test.each(operations.filter((operation) => queryOf(operation).some(({ name }) => name === 'cursor')))(
  '$operationId continues at its cursor',
  async (operation) => {
    const page = await send(operation, { query: { limit: 1 } })
    const { next_cursor } = z.object({ next_cursor: z.string().nullable() }).loose().parse(page.json)
    const next = await send(operation, { query: { limit: 1, ...(next_cursor !== null && { cursor: next_cursor }) } })
    expect([next.status, wrongIn(operation, next)]).toEqual([200, null])
  },
)

/** Everything named by an id: in the path, in a filter or in the body. */
const idsOf = (operation: Described): { place: 'path' | 'query' | 'body'; name: string }[] => [
  ...operation.parameters.flatMap(({ name, in: place, schema }) =>
    schema.format === 'uuid' && place !== 'header' ? [{ place, name }] : [],
  ),
  ...Object.entries(bodyOf(operation)?.properties ?? {}).flatMap(([name, { format }]) =>
    format === 'uuid' ? [{ place: 'body' as const, name }] : [],
  ),
]

test.each(
  operations.flatMap((operation) =>
    idsOf(operation).map(({ place, name }) => [operation.operationId, name, place, operation] as const),
  ),
)('%s responds as documented when this %s does not exist', async (_name, name, place, operation) => {
  const nothing = newId(world.clock.now())
  const calls = callsOf(operation)
  const { sent } = calls.find(({ field }) => field === name) ?? calls[0]!
  const answer = await send(
    place === 'path' ? { ...operation, path: operation.path.replace(`{${name}}`, nothing) } : operation,
    place === 'path' ? sent : { ...sent, [place]: { ...sent[place], [name]: nothing } },
  )
  // A lead can be erased here because it was never delivered.
  const empty = name === 'lead_id' ? 200 : 404
  expect([answer.status, wrongIn(operation, answer)]).toEqual([empty, null])
})

test.each(operations.map((operation) => [operation.operationId, operation] as const))(
  '%s accepts everything that is documented and responds as documented',
  async (_name, operation) => {
    const problems: unknown[] = []
    const fieldsDone = new Set<string>()
    const calls = callsOf(operation)
    for (const { field, sent } of calls) {
      const answer = await send(operation, sent)
      const fault = wrongIn(operation, answer)
      if (fault !== null || saysUnknown(answer) || namesUnknown(operation, answer))
        problems.push([sent, fault ?? answer.json])
      if (isDone(answer)) fieldsDone.add(field)
    }
    expect(problems).toEqual([])
    expect(calls.map(({ field }) => field).filter((field) => !fieldsDone.has(field))).toEqual([])
  },
)
