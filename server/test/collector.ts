import { createServer, request as httpRequest, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach } from 'vitest'
import { createStillClock } from '../platform/clock.ts'
import { newId, newPixelKey } from '../platform/ids.ts'
import { startCollector, type CollectorOptions } from '../areas/tracking/start-collector.ts'
import type { TestDatabase } from './harness.ts'
import { createTestPlatform } from './platform.ts'

/** The initial time of the clock in these tests. */
export const start_ms = Date.UTC(2026, 10, 21, 12)
export const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

export interface CollectAnswer {
  status: number
  headers: IncomingHttpHeaders
  bytes: Buffer
  body: { code?: string; field?: string; message?: string; now?: number; request_id?: string; result?: string }
}

export interface Sent {
  method?: string
  path?: string
  headers?: OutgoingHttpHeaders
  body?: string | Buffer
  from?: string
}

export interface ServedCollector {
  port: number
  clock: ReturnType<typeof createStillClock>
  send(sent: Sent): Promise<CollectAnswer>
  post(body: unknown, headers?: OutgoingHttpHeaders): Promise<CollectAnswer>
  /** Closes it as the program does: waiting hits are stored and acknowledged first. */
  close(): Promise<void>
}

type CollectorSettings = CollectorOptions & { env?: Record<string, string> }

/** A collector behind a real server, with a clock that the test controls. */
async function serveCollector(db: TestDatabase, options: CollectorSettings = {}): Promise<ServedCollector> {
  const clock = createStillClock(start_ms)
  const platform = await createTestPlatform(db, { clock, env: options.env })
  const collector = await startCollector(platform, { limits: { perAddress: 1e9, perPixel: 1e9 }, ...options })
  const server = createServer((request, response) => {
    if (!collector.handle(request, response)) response.writeHead(404, { 'x-from': 'elsewhere' }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const closeAll = async (): Promise<void> => {
    await collector.close()
    await new Promise((resolve) => server.close(resolve))
    await platform.close()
  }
  let closing: Promise<void> | undefined
  const close = (): Promise<void> => (closing ??= closeAll())
  const send = (hit: Sent): Promise<CollectAnswer> => exchange(port, hit)
  const post = (body: unknown, headers?: Record<string, string>): Promise<CollectAnswer> =>
    send({ body: typeof body === 'string' ? body : JSON.stringify(body), headers })
  return { port, clock, send, post, close }
}

/** For a test file: returns a function that serves collectors on its database. They are closed after each test. */
export function useCollectors(database: () => TestDatabase): (options?: CollectorSettings) => Promise<ServedCollector> {
  let collectors: ServedCollector[] = []
  afterEach(async () => {
    await Promise.all(collectors.map((one) => one.close()))
    collectors = []
  })
  return async (options = {}) => {
    const one = await serveCollector(database(), options)
    collectors.push(one)
    return one
  }
}

/** Browsers send the Origin header with a POST. A test omits it with an empty value. */
function headersOf({ method = 'POST', headers = {} }: Sent): NonNullable<Sent['headers']> {
  const { origin = 'https://shop.example', ...others } = headers
  const originHeader = method === 'POST' && origin !== '' ? { origin } : {}
  return { 'content-type': 'text/plain;charset=UTF-8', 'user-agent': browser, ...originHeader, ...others }
}

function exchange(port: number, hit: Sent): Promise<CollectAnswer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        port,
        host: '127.0.0.1',
        method: hit.method ?? 'POST',
        path: hit.path ?? '/collect',
        localAddress: hit.from,
        headers: headersOf(hit),
        agent: false,
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => {
          const bytes = Buffer.concat(chunks)
          const isJson = response.headers['content-type']?.includes('json')
          const body = isJson ? (JSON.parse(bytes.toString()) as CollectAnswer['body']) : {}
          resolve({ status: response.statusCode!, headers: response.headers, bytes, body })
        })
      },
    )
    request.on('error', reject)
    request.end(hit.body)
  })
}

export interface TestPixel {
  key: string
  rootId: string
  agencyId: string
  clientId: string
  campaignId: string
}

/** A campaign with its pixel, in its own tree unless one is given. */
export async function makePixel(
  db: Pick<TestDatabase, 'adminPool'>,
  over: Partial<TestPixel> & { hosts?: string[] } = {},
): Promise<TestPixel> {
  const { hosts = ['shop.example', 'www.shop.example'], ...columns } = over
  const [rootId, agencyId, clientId, campaignId] = [1, 2, 3, 4].map(() => newId(Date.now())) as [
    string,
    string,
    string,
    string,
  ]
  const pixel = { key: newPixelKey(), rootId, agencyId, clientId, campaignId, ...columns }
  await db.adminPool.query(
    `insert into campaign (agency_id, id, root_id, client_id, module, name, status, pixel_key, start_date, site_hosts,
       retail_price_e4, wholesale_price_e4, limit_leads, created_at, updated_at)
     values ($1, $2, $3, $4, 'local', 'test', 'active', $5, now(), $6, 0, 0, 10000, now(), now())`,
    [pixel.agencyId, pixel.campaignId, pixel.rootId, pixel.clientId, pixel.key, hosts],
  )
  await db.adminPool.query(
    `insert into pixel (key, root_id, agency_id, client_id, campaign_id, site_hosts, active, updated_at)
     values ($1, $2, $3, $4, $5, $6, true, now())`,
    [pixel.key, pixel.rootId, pixel.agencyId, pixel.clientId, pixel.campaignId, hosts],
  )
  return pixel
}

export const hitId = (at_ms = start_ms): string => newId(at_ms).replaceAll('-', '')
/** A minimal hit. */
export const viewOf = (pixel: TestPixel, over: Record<string, unknown> = {}) => ({
  i: hitId(),
  k: pixel.key,
  t: 'view',
  u: 'https://shop.example/p/1',
  v: 'a'.repeat(32),
  s: 'b'.repeat(32),
  ...over,
})

export async function hitsOf(db: TestDatabase, pixel: TestPixel): Promise<Record<string, unknown>[]> {
  const { rows } = await db.adminPool.query('select * from hit where campaign_id = $1 order by id', [pixel.campaignId])
  return rows as Record<string, unknown>[]
}

export async function countsOf(db: TestDatabase, pixel: TestPixel): Promise<unknown> {
  const { rows } = await db.adminPool.query(
    'select reason, count, hour from visit_count where campaign_id = $1 order by reason',
    [pixel.campaignId],
  )
  return rows
}

/** Writes raw bytes and returns what the server sends until it is silent or closes. */
export function sendRaw(port: number, ...pieces: (string | Buffer)[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let text = ''
    socket.setNoDelay(true)
    socket.on('data', (chunk) => {
      text += chunk.toString()
      socket.end()
    })
    socket.on('close', () => resolve(text))
    socket.on('error', reject)
    void (async () => {
      for (const piece of pieces) {
        socket.write(piece)
        await sleep(0)
      }
    })()
  })
}
