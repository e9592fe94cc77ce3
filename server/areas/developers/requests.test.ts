import { beforeAll, describe, expect, test } from 'vitest'
import { listDeveloperRequests, readDeveloperUsage, requestRetention_days } from '#contract/developers/requests.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { retentions } from '#server/retention/lines.ts'
import { noLimits } from '#server/test/app.ts'
import { createDeveloperCaller, type DeveloperCaller } from '#server/test/developer-caller.ts'
import { openTree } from '#server/test/open-tree.ts'

// What developers see of their own calls: a log, and counts by day.

let acme: DeveloperCaller
let brightside: DeveloperCaller
let operator: DeveloperCaller
const clock = createStillClock(Date.parse('2026-11-22T10:00:00Z'))

const { db, http, tree } = await openTree({ clock, limiter: noLimits })
beforeAll(async () => {
  acme = await createDeveloperCaller(db, http, tree.acme.owner)
  brightside = await createDeveloperCaller(db, http, tree.brightside.owner)
  operator = await createDeveloperCaller(db, http, tree.root.system)
  // Three calls at different times, the last one on the next day.
  await acme.get('clients?limit=7')
  clock.advance(60_000)
  await acme.get('leads?cursor=AAAA')
  clock.advance(24 * 3_600_000)
  await acme.get('clients')
  clock.advance(60_000)
  await brightside.get('leads')
  await operator.get(`clients?company_id=${tree.acme.id}`)
  await http.callLog.flush()
})

const tell = (rows: Record<string, unknown>[]): unknown[] =>
  rows
    .filter(({ operation }) => operation !== 'listDeveloperRequests' && operation !== 'readDeveloperUsage')
    .map(({ operation, status, code }) => [operation, status, code])

describe('the call log', () => {
  test('lists each call with its outcome, newest first, without what was sent', async () => {
    const { body, text } = await acme.get('requests')
    expect(tell(body.data)).toEqual([
      ['listDeveloperClients', 200, null],
      ['listDeveloperLeads', 422, 'invalid'],
      ['listDeveloperClients', 200, null],
    ])
    expect(body.data[0]).toMatchObject({
      created_at: '2026-11-23T10:01:00.000Z',
      client_id: expect.stringMatching(/^dev_/),
      duration_ms: expect.any(Number),
    })
    expect(text).not.toContain('AAAA')
  })

  test('lists a rejected call under the request ID of its response', async () => {
    const refusal = await acme.get('leads?cursor=AAAB')
    await http.callLog.flush()
    const { body } = await acme.get(`requests?operation=listDeveloperLeads&limit=1`)
    expect(body.data[0]!['request_id']).toBe(refusal.body['request_id'])
    await db.adminPool.query('delete from developer_call where id = $1', [refusal.body['request_id']])
  })

  test('is filtered by operation, status, outcome, key and time, and read page by page', async () => {
    const requestsOf = async (query: string) => tell((await acme.get(`requests?${query}`)).body.data)
    expect(await requestsOf('operation=listDeveloperLeads')).toEqual([['listDeveloperLeads', 422, 'invalid']])
    expect(await requestsOf('status=422')).toHaveLength(1)
    expect(await requestsOf('outcome=failed')).toEqual([['listDeveloperLeads', 422, 'invalid']])
    expect(await requestsOf('operation=listDeveloperClients&outcome=succeeded')).toHaveLength(2)
    expect(await requestsOf('client_id=dev_aaaaaaaaaaaaaaaa')).toEqual([])
    expect(await requestsOf('created_before=2026-11-22T10:01:00Z')).toHaveLength(1)
    expect(await requestsOf('created_from=0001-01-01T00:00:00Z&created_before=9999-12-31T23:59:59Z')).toHaveLength(3)
    expect(await requestsOf('created_from=0000-01-01T00:00:00Z')).toHaveLength(3)
    const first = (await acme.get('requests?operation=listDeveloperClients&limit=1')).body
    const next = `requests?operation=listDeveloperClients&limit=1&cursor=${String(first.next_cursor)}`
    const second = (await acme.get(next)).body
    expect([second.data.length, second.next_cursor]).toEqual([1, null])
    expect(second.data[0]!['request_id']).not.toBe(first.data[0]!['request_id'])
    expect((await acme.get(`requests?cursor=${String(first.next_cursor)}`)).body['field']).toBe('cursor')
  })

  test('is separate for each company, and its owner reads it in the app', async () => {
    expect(tell((await brightside.get('requests')).body.data)).toEqual([['listDeveloperLeads', 200, null]])
    expect(tell((await operator.get('requests')).body.data)).toEqual([['listDeveloperClients', 200, null]])
    const { body } = await http.as(tree.brightside.owner).call(listDeveloperRequests)
    expect(tell(body.data)).toEqual([['listDeveloperLeads', 200, null]])
    // Calls made by the screens are not included.
    await http.callLog.flush()
    const again = await http.as(tree.brightside.owner).call(listDeveloperRequests)
    expect(tell(again.body.data)).toHaveLength(1)
  })
})

describe('usage', () => {
  const ofLists = ({ operation }: { operation: string }) => /^listDeveloper(Clients|Leads)$/.test(operation)

  test('is counted by day, operation and status', async () => {
    const { body } = await http.as(tree.acme.owner).call(readDeveloperUsage)
    expect([body.from, body.to]).toEqual(['2026-10-25', '2026-11-23'])
    expect(body.data.filter(({ status }) => status === 200).filter(ofLists)).toEqual([
      { date: '2026-11-22', operation: 'listDeveloperClients', status: 200, calls: 1 },
      { date: '2026-11-23', operation: 'listDeveloperClients', status: 200, calls: 1 },
    ])
    const brightsides = await brightside.get('usage?from=2026-11-23&to=2026-11-23')
    expect(brightsides.body.data.filter((line) => ofLists(line as { operation: string }))).toEqual([
      { date: '2026-11-23', operation: 'listDeveloperLeads', status: 200, calls: 1 },
    ])
  })

  test('increases with later calls', async () => {
    const readUsage = async () => (await brightside.get('usage?from=2026-11-23')).body.data as { calls: number }[]
    const sum = (lines: { calls: number }[]) => lines.reduce((calls, line) => calls + line.calls, 0)
    await http.callLog.flush()
    const before = sum(await readUsage())
    await http.callLog.flush()
    await brightside.get('leads')
    await http.callLog.flush()
    // The earlier read is counted, too.
    expect(sum(await readUsage())).toBe(before + 2)
  })

  test('includes the limits in force', async () => {
    const { body } = await acme.get('usage')
    expect(body['limits']).toEqual([
      { applies_to: 'key', requests: 240, per_seconds: 60 },
      { applies_to: 'company', requests: 1_200, per_seconds: 60 },
      { applies_to: 'token_requests', requests: 60, per_seconds: 60 },
      { applies_to: 'token_requests', requests: 10_000, per_seconds: 86_400 },
    ])
  })

  test('for too many days, or for days in the wrong order, is rejected by field', async () => {
    const refusalOf = async (query: string) => {
      const { status, body } = await acme.get(`usage?${query}`)
      return [status, body['field']]
    }
    expect(await refusalOf('from=0001-01-01&to=9999-12-31')).toEqual([422, 'from'])
    expect(await refusalOf('from=2026-11-02&to=2026-11-01')).toEqual([422, 'to'])
    expect(await refusalOf('from=2026-13-01')).toEqual([422, 'from'])
    expect((await acme.get('usage?to=0001-01-01')).status).toBe(200)
    expect((await acme.get('usage?from=9999-12-01&to=9999-12-31')).status).toBe(200)
  })
})

test('a log that cannot be written loses its lines and nothing else', async () => {
  await db.adminPool.query('alter table developer_call rename to developer_call_away')
  expect((await acme.get('clients')).status).toBe(200)
  await http.callLog.flush()
  await db.adminPool.query('alter table developer_call_away rename to developer_call')
  await acme.get('clients')
  await http.callLog.flush()
  expect((await acme.get('requests?operation=listDeveloperClients')).body.data).toHaveLength(3)
})

test('the log and usage are kept as long as the page says', () => {
  const retentionTimes = retentions
    .filter(({ what }) => what.startsWith('Developer API call'))
    .map(({ retention_ms }) => retention_ms)
  expect(retentionTimes).toEqual([requestRetention_days * 86_400_000, 366 * 86_400_000])
})
