import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { loopbackAddress, loopbackHost } from '#server/platform/loopback.ts'

/** A webhook as received. */
interface Received {
  /** Milliseconds since 1970. */
  at_ms: number
  id: string
  /** Whether it was signed with a secret that the receiver trusts, at most five minutes ago. */
  verified: boolean
  /** Whether this id was received before. */
  repeated: boolean
  body: string
}

export interface Receiver {
  /** The URL to send webhooks to; it stays the same across stop and start. */
  url: string
  /** `host:port`, for the allow-list of outgoing requests. */
  host: string
  running(): boolean
  stop(): Promise<void>
  start(): Promise<void>
  /** Newest first; at most the latest 200. */
  received(): readonly Received[]
  /** Adds a secret to verify signatures with. */
  trust(secret: string): void
}

const maxStored = 200
const tolerance_s = 300
const longestBody = 256 * 1024

/** A real webhook receiver on loopback, like a customer's: it verifies signatures and drops duplicates. */
export async function startReceiver(options: {
  port?: number
  now: () => number
  /** Called when no known secret fits, in place of a customer who pastes a new secret into the receiver's settings */
  findSecrets?: () => Promise<readonly string[]>
}): Promise<Receiver> {
  const secrets = new Set<string>()
  const messages: Received[] = []
  const ids = new Set<string>()
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
    const isVerified = await verify(headers, body, now_ms)
    messages.unshift({ at_ms: now_ms, id, verified: isVerified, repeated: ids.has(id), body })
    messages.length = Math.min(messages.length, maxStored)
    if (isVerified) ids.add(id)
    return isVerified
  }

  const open = (): Server =>
    createServer(async (request, response) => {
      // Only servers send webhooks. A web page, which can also reach loopback, always sends an Origin header.
      const { host, origin, 'sec-fetch-site': site } = request.headers
      if (origin !== undefined || site !== undefined || host !== `${loopbackHost}:${port}`)
        return void response.writeHead(403).end()
      const chunks: Buffer[] = []
      let length = 0
      for await (const chunk of request as AsyncIterable<Buffer>) {
        length += chunk.length
        if (length > longestBody) return void response.writeHead(413).end()
        chunks.push(chunk)
      }
      const isVerified = await take(request.headers, Buffer.concat(chunks).toString())
      response.writeHead(isVerified ? 204 : 401).end()
    })

  const start = async (): Promise<void> => {
    if (server) return
    const newServer = open()
    await new Promise<void>((ready, fail) => newServer.once('error', fail).listen(port, loopbackAddress, ready))
    server = newServer
    port = (newServer.address() as AddressInfo).port
  }
  await start()
  return {
    url: `http://${loopbackHost}:${port}/webhook`,
    host: `${loopbackHost}:${port}`,
    running: () => server !== null,
    start,
    async stop() {
      const closing = server
      server = null
      closing?.closeAllConnections()
      await new Promise<void>((closed) => (closing ? closing.close(() => closed()) : closed()))
    },
    received: () => messages,
    trust: (secret) => void secrets.add(secret),
  }
}

/** Verifies Standard Webhooks headers as a customer would, without any of the sender's code. */
export function isSigned(headers: IncomingHttpHeaders, body: string, secret: string, now_ms: number): boolean {
  const id = headers['webhook-id']
  const timestamp = headers['webhook-timestamp']
  const signatures = headers['webhook-signature']
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signatures !== 'string') return false
  if (!(Math.abs(now_ms / 1000 - Number(timestamp)) <= tolerance_s)) return false
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expectedBytes = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest()
  return signatures.split(' ').some((entry) => {
    const [version, text = ''] = entry.split(',')
    const signatureBytes = Buffer.from(text, 'base64')
    return (
      version === 'v1' &&
      signatureBytes.length === expectedBytes.length &&
      timingSafeEqual(signatureBytes, expectedBytes)
    )
  })
}
