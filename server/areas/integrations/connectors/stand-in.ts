import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One request as a stand-in of a firm sees it. */
export interface Asked {
  method: string
  url: URL
  headers: IncomingHttpHeaders
  text: string
  /** The parsed body; null where it is no JSON. */
  json: unknown
}

export interface Told {
  status: number
  body?: unknown
  headers?: Readonly<Record<string, string>>
}

/** What a stand-in does wrong next: each is done once, in their order. */
type Fault =
  /** Carries the request out and loses the answer. */
  | { kind: 'lose-answer' }
  /** Carries the request out and never answers. */
  | { kind: 'withhold-answer' }
  /** Carries the request out and answers when it is told to. */
  | { kind: 'hold-answer'; until: Promise<void> }
  /** Answers with this instead. */
  | { kind: 'answer'; told: Told }
  /** Never answers. */
  | { kind: 'hang' }

export interface StandIn {
  /** `http://127.0.0.1:port` */
  url: string
  /** `host:port`, for OUTGOING_ALLOW. */
  host: string
  /** Everything that was asked, oldest first. */
  asked: readonly Asked[]
  /** The next requests that match go wrong; `times` of them. */
  fail(fault: Fault, options?: { when?: (asked: Asked) => boolean; times?: number }): void
  stop(): Promise<void>
}

const longestBody = 8 * 1024 * 1024
const keptRequests = 2_000

/** A real server on loopback that speaks a firm's protocol: how the firm answers is the caller's to say. */
export async function startStandIn(
  answer: (asked: Asked) => Told | Promise<Told>,
  options: { port?: number } = {},
): Promise<StandIn> {
  const asked: Asked[] = []
  let faults: { fault: Fault; when: (asked: Asked) => boolean; left: number }[] = []
  const takeFault = (request: Asked): Fault | null => {
    const found = faults.find(({ when }) => when(request))
    if (!found) return null
    found.left--
    faults = faults.filter(({ left }) => left > 0)
    return found.fault
  }
  const server = createServer(async (request, response) => {
    // Servers call here. A page in a browser, which can reach loopback too, always says where it comes from.
    if (request.headers.origin !== undefined) return void response.writeHead(403).end()
    const chunks: Buffer[] = []
    let length = 0
    for await (const chunk of request as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > longestBody) return void response.writeHead(413).end()
      chunks.push(chunk)
    }
    const text = Buffer.concat(chunks).toString()
    const one: Asked = {
      method: request.method ?? '',
      url: new URL(request.url ?? '/', 'http://stand-in'),
      headers: request.headers,
      text,
      json: parse(text),
    }
    asked.push(one)
    if (asked.length > keptRequests) asked.shift()
    const fault = takeFault(one)
    if (fault?.kind === 'hang') return
    const told = fault?.kind === 'answer' ? fault.told : await answer(one)
    if (fault?.kind === 'withhold-answer') return
    if (fault?.kind === 'hold-answer') await fault.until
    if (fault?.kind === 'lose-answer') return void response.socket?.destroy()
    send(response, told)
  })
  await new Promise<void>((ready, fail) => server.once('error', fail).listen(options.port ?? 0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    asked,
    fail: (fault, { when = () => true, times = 1 } = {}) => void faults.push({ fault, when, left: times }),
    async stop() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

function send(response: ServerResponse, { status, body, headers }: Told): void {
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
