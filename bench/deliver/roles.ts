import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { startDeliveries } from '#server/areas/integrations/deliveries/jobs.ts'
import { newWebhookSecret, signedHeaders } from '#server/areas/integrations/connectors/webhook/sign-webhook.ts'
import { newId } from '#server/platform/ids.ts'
import { startPlatform } from '#server/platform/start-platform.ts'
import { productionConfig } from '../support/production-config.ts'

/** What the receiver measured: the rate, in total and per tenth of the run, and the number of duplicate ids. */
export interface Received {
  host: string
  perSecond: number
  tenths: number[]
  repeated: number
}

let listening: Promise<string> | undefined
let arrived_ms = new Float64Array(0)
let ids = new Set<string>()
let count = 0
let isWhole: (() => void) | null = null

/** Reads each request to its end, records its time and responds 200. */
function listen(): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.end()
      ids.add(String(request.headers['webhook-id']))
      if (count < arrived_ms.length) arrived_ms[count] = performance.now()
      count++
      if (ids.size === arrived_ms.length) isWhole?.()
    })
  })
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve(`127.0.0.1:${(server.address() as AddressInfo).port}`)),
  )
}

/** Counts from now on until this many distinct messages have arrived. */
export async function receive({ want }: { want: number }): Promise<Received> {
  const host = await (listening ??= listen())
  arrived_ms = new Float64Array(want)
  ids = new Set()
  count = 0
  if (want === 0) return { host, perSecond: 0, tenths: [], repeated: 0 }
  await new Promise<void>((resolve) => (isWhole = resolve))
  const tenth = Math.floor(want / 10)
  const rateOf = (from: number, to: number): number => ((to - from) / (arrived_ms[to]! - arrived_ms[from]!)) * 1000
  return {
    host,
    perSecond: rateOf(0, want - 1),
    tenths: Array.from({ length: 10 }, (_, n) => rateOf(n * tenth, Math.min((n + 1) * tenth, want - 1))),
    repeated: count - want,
  }
}

export interface Bare {
  host: string
  count: number
}

/** As many concurrent requests as a worker sends. */
const atOnce = 96

/** The floor: fetch with the same headers and a body of the same length. */
export async function sendWithFetch({ host, count: total }: Bare): Promise<object> {
  const secret = newWebhookSecret()
  let requests = 0
  const lane = async (): Promise<void> => {
    while (requests++ < total) {
      const id = newId(Date.now())
      const body = JSON.stringify(sample)
      const headers = { 'content-type': 'application/json', ...signedHeaders(id, Date.now(), body, [secret]) }
      const answer = await fetch(`http://${host}/bare`, { method: 'POST', headers, body })
      await answer.arrayBuffer()
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return {}
}

const sample = {
  type: 'lead.created',
  timestamp: '2026-11-23T01:02:03.456Z',
  data: {
    id: '01900000-0000-7000-8000-000000000000',
    kind: 'lead',
    created_at: '2026-11-23T01:02:03.456Z',
    leadspeek_api_id: '01900000-0000-7000-8000-000000000001',
    campaign_name: 'Visitors',
    first_name: 'First123',
    last_name: 'Last1234',
    email: 'first123.last1234.123456@example.com',
    phone: '+12125550123',
    street: '1234 Main St',
    city: 'Springfield',
    state: 'IL',
    zip: '62701',
    page_url: 'https://www.shop.example/pricing',
    match_key: 'md5',
    confidence: 0.98,
  },
}

/** The program's own worker, which runs until this process ends. */
export async function runWorker({ dataDir, host }: { dataDir: string; host: string }): Promise<object> {
  // Production forbids this: the receiver is on this machine.
  const config = { ...productionConfig(dataDir, 'web'), OUTGOING_ALLOW: [host] }
  const { platform } = await startPlatform(config, pino({ level: 'warn' }), async () => {})
  startDeliveries(platform)
  return {}
}
