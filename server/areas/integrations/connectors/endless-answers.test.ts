import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClock } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import * as deliveries from '#server/test/deliveries-world.ts'
import { createTestDatabase, type TestDatabase } from '#server/test/harness.ts'
import { createTestPlatform, type TestPlatform } from '#server/test/platform.ts'
import { sharedWithNobody } from '../connections/save-state.ts'
import { sessionWith } from '../connections/open-session.ts'
import { createDeliverer } from '../deliveries/deliver.ts'
import { addWebhook } from '#server/areas/integrations/connections/add-webhook.ts'
import { queueDeliveries } from '#server/areas/integrations/deliveries/queue-deliveries.ts'
import type { SentLead } from './service.ts'
import { serviceOf } from './services.ts'

// Oversized responses: 100 MB, and an endless stream. Both the bytes read and the time are limited.

const hundredMegabytes = 100 * 1024 * 1024
const part = Buffer.alloc(64 * 1024, '[')

let db: TestDatabase
let platform: TestPlatform
let host: string
/** The number of bytes written, by path. */
const bytesWritten = new Map<string, number>()

/** Yields up to `length` bytes, fewer if the reader stops. */
function* parts(path: string, length: number): Generator<Buffer> {
  for (let bytes = 0; bytes < length; bytes += part.length) {
    bytesWritten.set(path, bytes)
    yield part
  }
}

const server = createServer((request, response) => {
  const path = request.url ?? ''
  request.resume().on('end', () => {
    response.writeHead(200, { 'content-type': 'application/json' })
    if (path.endsWith('drip')) {
      const timer = setInterval(() => response.write('['), 20)
      response.on('close', () => clearInterval(timer))
      return
    }
    const body = parts(path, path.endsWith('large') ? hundredMegabytes : Number.POSITIVE_INFINITY)
    // The stream ends when the reader stops.
    pipeline(Readable.from(body), response).catch(() => {})
  })
})

beforeAll(async () => {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  db = await createTestDatabase()
  platform = await createTestPlatform(db, { clock: createClock(), env: { OUTGOING_ALLOW: host } })
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((closed) => server.close(closed))
  await platform.close()
  await db.drop()
})

const most_bytes = 20 * 1024 * 1024

test.each(['large', 'endless', 'drip'])('a webhook’s %s response delivers its lead and is cut off', async (kind) => {
  const path = await deliveries.makeCampaignPath(db.adminPool)
  const [leadId] = await deliveries.makeLeads(db.adminPool, path, 1)
  await inScope(db.appPool, { kind: 'root', rootId: path.rootId }, async (tx) => {
    await addWebhook(tx, platform, path, `http://${host}/hook-${kind}`)
    await queueDeliveries(tx, path, deliveries.noon_ms, [{ leadId: leadId!, ...path }])
  })
  expect(await createDeliverer(platform).deliverDue(path.rootId)).toBe(1)
  const { rows } = await db.adminPool.query('select status, attempts from delivery where root_id = $1', [path.rootId])
  expect(rows).toEqual([{ status: 'delivered', attempts: 1 }])
  expect(bytesWritten.get(`/hook-${kind}`) ?? 0).toBeLessThan(most_bytes)
})

test.each([
  ['large', 'too_large'],
  ['endless', 'too_large'],
  ['drip', 'timeout'],
])('a service with a %s response fails with its cause', async (kind, cause) => {
  const session = sessionWith(platform, serviceOf('sendgrid'), { api_key: 'SG.key' }, 2_000, `answers ${kind}`)
  const request = session.request({ method: 'GET', url: `http://${host}/service-${kind}` })
  await expect(request).rejects.toMatchObject({ answer: { delivered: false, cause } })
  expect(bytesWritten.get(`/service-${kind}`) ?? 0).toBeLessThan(most_bytes)
})

test.each(['large', 'endless', 'drip'])(
  'a custom integration with a %s response gets its lead, judged by the status alone',
  async (kind) => {
    const url = `http://${host}/custom-${kind}`
    const session = sessionWith(platform, serviceOf('custom'), { url }, 2_000, `custom answers ${kind}`)
    const lead = { id: 'lead', email: 'ada@example.com' } as SentLead
    const target = { details: {}, state: {}, saveState: async () => {}, campaignName: '', ...sharedWithNobody }
    const answers = await serviceOf('custom').send(
      session,
      [{ deliveryId: 'one', leadId: lead.id, lead, isRepeat: false }],
      target,
    )
    expect(answers).toEqual([{ delivered: true, cause: null, httpStatus: 200 }])
    expect(bytesWritten.get(`/custom-${kind}`) ?? 0).toBeLessThan(most_bytes)
  },
)
