import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { loopbackAddress, loopbackHost } from '#server/platform/loopback.ts'

/** A request as a service's stand-in sees it. */
export interface ReceivedRequest {
  method: string
  url: URL
  headers: IncomingHttpHeaders
  text: string
  /** The parsed body; null if it isn't JSON. */
  json: unknown
}

export interface StubResponse {
  status: number
  body?: unknown
  headers?: Readonly<Record<string, string>>
}

/** A fault to inject; each is used once, in order. */
type Fault =
  /** Processes the request and drops the connection without a response. */
  | { kind: 'lose-answer' }
  /** Processes the request and never responds. */
  | { kind: 'withhold-answer' }
  /** Processes the request and responds once the promise resolves. */
  | { kind: 'hold-answer'; until: Promise<void> }
  /** Responds with this instead. */
  | { kind: 'answer'; response: StubResponse }
  /** Never responds. */
  | { kind: 'hang' }

export interface StandIn {
  /** `http://127.0.0.1:port`; `[::1]` where there is no IPv4. */
  url: string
  /** `host:port`, for OUTGOING_ALLOW. */
  host: string
  /** All requests, oldest first. */
  received: readonly ReceivedRequest[]
  /** Makes the next `times` matching requests fail. */
  fail(fault: Fault, options?: { when?: (request: ReceivedRequest) => boolean; times?: number }): void
  stop(): Promise<void>
}

/**
 * The stand-in of each kind of account. Each folder adds its own (`declare module`).
 * @public
 */
export interface StandIns {}

/** What the demo and tests need to know about a service's stand-in; `stand-in.ts` in each folder exports its `startDemo`. */
export interface DemoStandIn<One extends StandIn = StandIn> {
  standIn: One
  /** The environment variables that point the program to it. */
  settings: Readonly<Record<string, string>>
  /** What to paste to connect, in order; by the credential's key for services. Empty if consent is given there. */
  paste: Readonly<Record<string, string>>
  /** The email addresses of the people that it stores as leads now. */
  held(): string[]
}

const longestBody = 8 * 1024 * 1024
const maxStoredRequests = 2_000

/** A real server on loopback that speaks a service's protocol; `answer` provides the responses. */
export async function startStandIn(
  answer: (request: ReceivedRequest) => StubResponse | Promise<StubResponse>,
  options: { port?: number } = {},
): Promise<StandIn> {
  const requests: ReceivedRequest[] = []
  let faults: { fault: Fault; when: (request: ReceivedRequest) => boolean; left: number }[] = []
  const takeFault = (request: ReceivedRequest): Fault | null => {
    const fault = faults.find(({ when }) => when(request))
    if (!fault) return null
    fault.left--
    faults = faults.filter(({ left }) => left > 0)
    return fault.fault
  }
  const server = createServer(async (request, response) => {
    // Only servers call this. Browsers can reach loopback too, but a page's requests carry an Origin header.
    if (request.headers.origin !== undefined) return void response.writeHead(403).end()
    const chunks: Buffer[] = []
    let length = 0
    for await (const chunk of request as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > longestBody) return void response.writeHead(413).end()
      chunks.push(chunk)
    }
    const text = Buffer.concat(chunks).toString()
    const one: ReceivedRequest = {
      method: request.method ?? '',
      url: new URL(request.url ?? '/', 'http://stand-in'),
      headers: request.headers,
      text,
      json: parse(text),
    }
    requests.push(one)
    if (requests.length > maxStoredRequests) requests.shift()
    const fault = takeFault(one)
    if (fault?.kind === 'hang') return
    const reply = fault?.kind === 'answer' ? fault.response : await answer(one)
    if (fault?.kind === 'withhold-answer') return
    if (fault?.kind === 'hold-answer') await fault.until
    if (fault?.kind === 'lose-answer') return void response.socket?.destroy()
    send(response, reply)
  })
  await new Promise<void>((ready, fail) => server.once('error', fail).listen(options.port ?? 0, loopbackAddress, ready))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${loopbackHost}:${port}`,
    host: `${loopbackHost}:${port}`,
    received: requests,
    fail: (fault, { when = () => true, times = 1 } = {}) => void faults.push({ fault, when, left: times }),
    async stop() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

function send(response: ServerResponse, { status, body, headers }: StubResponse): void {
  const type = typeof body === 'string' ? 'text/html; charset=utf-8' : 'application/json'
  response.writeHead(status, { 'content-type': type, ...headers })
  response.end(body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

/** The email addresses in messages that people read. */
export const emailsIn = (messages: readonly string[]): string[] =>
  messages.flatMap((one) => one.match(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g) ?? [])
