import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A webhook as it came in. */
interface Received {
  /** Milliseconds since 1970. */
  at_ms: number
  id: string
  /** Whether the signature was made with a secret that the receiver trusts, at most five minutes ago. */
  verified: boolean
  /** Whether this id came in before. */
  repeated: boolean
  body: string
}

export interface Receiver {
  /** Where to send webhooks; stays the same when it is stopped and started again. */
  url: string
  /** `host:port`, for the allow-list of outgoing requests. */
  host: string
  running(): boolean
  stop(): Promise<void>
  start(): Promise<void>
  /** Newest first; at most the latest 200. */
  received(): readonly Received[]
  /** Verifies signatures with this secret too. */
  trust(secret: string): void
}

const keptAtMost = 200
const tolerance_s = 300
const longestBody = 256 * 1024

/** A real receiver of webhooks on loopback, as a customer would run one: it checks the signature and drops repeats. */
export async function startReceiver(options: {
  port?: number
  now: () => number
  /** Asked when no known secret fits: the customer pastes the secret of a new webhook into the receiver's settings. */
  findSecrets?: () => Promise<readonly string[]>
}): Promise<Receiver> {
  const secrets = new Set<string>()
  const received: Received[] = []
  const seen = new Set<string>()
  let server: Server | null = null
  let port = options.port ?? 0

  const verify = async (headers: IncomingHttpHeaders, body: string, now_ms: number): Promise<boolean> => {
    const fits = (secret: string): boolean => isSigned(headers, body, secret, now_ms)
    if ([...secrets].some(fits) || !options.findSecrets) return [...secrets].some(fits)
    for (const secret of await options.findSecrets()) secrets.add(secret)
    return [...secrets].some(fits)
  }

  const take = async (headers: IncomingHttpHeaders, body: string): Promise<boolean> => {
    const id = String(headers['webhook-id'] ?? '')
    const now_ms = options.now()
    const verified = await verify(headers, body, now_ms)
    received.unshift({ at_ms: now_ms, id, verified, repeated: seen.has(id), body })
    received.length = Math.min(received.length, keptAtMost)
    if (verified) seen.add(id)
    return verified
  }

  const open = (): Server =>
    createServer(async (request, response) => {
      // Servers send webhooks. A page in a browser, which can reach loopback too, always says where it comes from.
      const { host, origin, 'sec-fetch-site': site } = request.headers
      if (origin !== undefined || site !== undefined || host !== `127.0.0.1:${port}`)
        return void response.writeHead(403).end()
      const chunks: Buffer[] = []
      let length = 0
      for await (const chunk of request as AsyncIterable<Buffer>) {
        length += chunk.length
        if (length > longestBody) return void response.writeHead(413).end()
        chunks.push(chunk)
      }
      const taken = await take(request.headers, Buffer.concat(chunks).toString())
      response.writeHead(taken ? 204 : 401).end()
    })

  const start = async (): Promise<void> => {
    if (server) return
    const opened = open()
    await new Promise<void>((ready, fail) => opened.once('error', fail).listen(port, '127.0.0.1', ready))
    server = opened
    port = (opened.address() as AddressInfo).port
  }
  await start()
  return {
    url: `http://127.0.0.1:${port}/webhook`,
    host: `127.0.0.1:${port}`,
    running: () => server !== null,
    start,
    async stop() {
      const closing = server
      server = null
      closing?.closeAllConnections()
      await new Promise<void>((closed) => (closing ? closing.close(() => closed()) : closed()))
    },
    received: () => received,
    trust: (secret) => void secrets.add(secret),
  }
}

/** Verifies Standard Webhooks headers the way a customer does, without any code of the sender's. */
export function isSigned(headers: IncomingHttpHeaders, body: string, secret: string, now_ms: number): boolean {
  const id = headers['webhook-id']
  const timestamp = headers['webhook-timestamp']
  const signatures = headers['webhook-signature']
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signatures !== 'string') return false
  if (!(Math.abs(now_ms / 1000 - Number(timestamp)) <= tolerance_s)) return false
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest()
  return signatures.split(' ').some((entry) => {
    const [version, text = ''] = entry.split(',')
    const given = Buffer.from(text, 'base64')
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
  })
}
