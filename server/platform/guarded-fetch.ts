import { Resolver } from 'node:dns/promises'
import { request as httpRequest, type ClientRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { urlToHttpOptions } from 'node:url'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import type { Config } from './config.ts'
import { keepAliveAgents, drainResponse } from './keep-alive-agents.ts'
import { isPublicAddress, isPublicName } from './public-address.ts'
import { loopbackAddress } from './loopback.ts'

/**
 * The only way to send requests to user-supplied URLs. The host is resolved once, all its addresses must be public, and
 * the connection goes to exactly those, so that DNS rebinding cannot redirect it. Callers never see which rule an
 * address broke: every refusal is the same.
 */

export interface OutgoingRequest {
  url: string
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  headers?: Readonly<Record<string, string>>
  body?: string | Buffer
  /** Total timeout, including DNS lookup and redirects; 10 seconds by default. */
  timeout_ms?: number
  /** The longest response that is read, packed or unpacked; 1 MiB by default. 0: the body is not read at all. */
  maxBytes?: number
  /** Maximum redirects, each checked like the first URL; none by default. For GET only. */
  followRedirects?: number
  /**
   * May reuse the connection of an earlier request to the same checked addresses. If the receiver has closed it
   * meanwhile, the request is resent, so it must be repeatable.
   */
  repeatable?: boolean
}

export interface OutgoingResponse {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
  /** The response's URL, after redirects. */
  url: string
}

export type OutgoingFailure = 'refused_address' | 'dns' | 'connect' | 'tls' | 'timeout' | 'too_large' | 'redirect'

/** A request without a usable response. `code` is all that a user may learn. */
export class OutgoingFailed extends Error {
  readonly code: OutgoingFailure
  constructor(code: OutgoingFailure, cause?: unknown) {
    super(`outgoing request failed: ${code}`, { cause })
    this.code = code
  }
}

/** The URL may not be reached from here; nothing was sent. */
export class OutgoingRefused extends OutgoingFailed {
  constructor() {
    super('refused_address')
  }
}

export interface Address {
  address: string
  family: 4 | 6
}

/** Replacements for the outside world in tests. */
export interface OutgoingTools {
  resolve?: (hostName: string) => Promise<Address[]>
  /** Certificates to trust instead of the built-in ones. */
  ca?: string
  /** How long a mail server can take to send its greeting. */
  greeting_ms?: number
}

type AllowList = Pick<Config, 'OUTGOING_ALLOW'>

/** Names no brand. Firewalls of receivers refuse requests that name no program at all (RFC 9110 section 10.1.5). */
const agentName = 'leads-connector/1'
/** Some receivers set dozens of long cookies. The status line has decided by then, so a long head must not hide it. */
const maxHeader_bytes = 256 * 1024

const publicPorts = new Set(['443', '8443'])

/** Throws `OutgoingRefused` for a URL that can be refused by its text; the rest is checked once it is resolved. */
export function assertMayReach(config: AllowList, text: string): URL {
  if (!URL.canParse(text)) throw new OutgoingRefused()
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') throw new OutgoingRefused()
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new OutgoingRefused()
  if (isAllowed(config, url)) return url
  const host = literal(url)
  const mayReach = isIP(host) ? isPublicAddress(host) : isPublicName(host)
  if (url.protocol !== 'https:' || !publicPorts.has(portOf(url)) || !mayReach) throw new OutgoingRefused()
  return url
}

const portOf = (url: URL): string => url.port || (url.protocol === 'https:' ? '443' : '80')
const literal = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')

/** `host:port` entries, for tests and the demo; the configuration refuses them in production. */
const isAllowed = (config: AllowList, url: URL): boolean =>
  config.OUTGOING_ALLOW.includes(`${url.hostname}:${portOf(url)}`)

/** Sends one request. Throws `OutgoingFailed`; a response with any status counts as success. */
export async function guardedFetch(
  config: AllowList,
  request: OutgoingRequest,
  tools: OutgoingTools = {},
): Promise<OutgoingResponse> {
  const deadline = AbortSignal.timeout(request.timeout_ms ?? 10_000)
  let url = assertMayReach(config, request.url)
  for (let redirectsLeft = request.followRedirects ?? 0; ; redirectsLeft--) {
    const addresses = await beforeDeadline(resolveChecked(config, url, tools), deadline)
    const answer = await exchange(url, addresses, request, tools, deadline)
    const next = request.followRedirects ? redirectOf(answer, url) : null
    if (next === null) return answer
    if (redirectsLeft === 0) throw new OutgoingFailed('redirect')
    url = assertMayReach(config, next)
  }
}

const resolveChecked = (config: AllowList, url: URL, tools: OutgoingTools): Promise<Address[]> =>
  resolveGuarded(config, literal(url), portOf(url), tools)

/**
 * All addresses of a host if they are public, or those of an allowed `host:port` in any case. Also for other kinds of
 * connections, which go to exactly these addresses. Throws `OutgoingFailed`.
 */
export async function resolveGuarded(
  config: AllowList,
  host: string,
  port: string,
  tools: OutgoingTools = {},
): Promise<Address[]> {
  const isListed = config.OUTGOING_ALLOW.includes(`${host}:${port}`)
  const family = isIP(host)
  if (!isListed && !(family === 0 ? isPublicName(host) : isPublicAddress(host))) throw new OutgoingRefused()
  if (family !== 0) return [{ address: host, family: family as 4 | 6 }]
  const addresses = await (tools.resolve ?? (isListed ? resolveLocally : resolveByDns))(host)
  if (addresses.length === 0) throw new OutgoingFailed('dns')
  if (!isListed && !addresses.every(({ address }) => isPublicAddress(address))) throw new OutgoingRefused()
  return addresses
}

/** RFC 6761 assigns every name under localhost to this machine, but not every resolver implements it. */
const resolveLocally = async (host: string): Promise<Address[]> =>
  host === 'localhost' || host.endsWith('.localhost')
    ? [{ address: loopbackAddress, family: loopbackAddress === '::1' ? 6 : 4 }]
    : resolveByDns(host)

/** Queries name servers directly: the system's own lookup would block a thread until a dead server times out. */
async function resolveByDns(host: string): Promise<Address[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  return [
    ...(four.status === 'fulfilled' ? four.value.map((address): Address => ({ address, family: 4 })) : []),
    ...(six.status === 'fulfilled' ? six.value.map((address): Address => ({ address, family: 6 })) : []),
  ]
}

function beforeDeadline<T>(work: Promise<T>, deadline: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const rejectTimeout = (): void => reject(new OutgoingFailed('timeout'))
    if (deadline.aborted) rejectTimeout()
    deadline.addEventListener('abort', rejectTimeout, { once: true })
    work
      .then(resolve, (error: unknown) =>
        reject(error instanceof OutgoingFailed ? error : new OutgoingFailed('dns', error)),
      )
      .finally(() => deadline.removeEventListener('abort', rejectTimeout))
  })
}

function redirectOf(answer: OutgoingResponse, from: URL): string | null {
  const location = answer.headers.location
  if (![301, 302, 303, 307, 308].includes(answer.status) || location === undefined) return null
  return URL.canParse(location, from) ? new URL(location, from).href : ''
}

async function exchange(
  url: URL,
  addresses: Address[],
  request: OutgoingRequest,
  tools: OutgoingTools,
  deadline: AbortSignal,
): Promise<OutgoingResponse> {
  const maxBytes = request.maxBytes ?? 1024 * 1024
  try {
    const answer = await sendOnAny(url, addresses, request, tools, deadline)
    if (maxBytes === 0) {
      drainResponse(answer)
      return { status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.alloc(0), url: url.href }
    }
    const bytes = await readBounded(answer, maxBytes)
    answer.destroy()
    const body = await unpack(bytes, answer.headers['content-encoding'], maxBytes)
    return { status: answer.statusCode ?? 0, headers: answer.headers, body, url: url.href }
  } catch (error) {
    if (error instanceof OutgoingFailed) throw error
    throw new OutgoingFailed(deadline.aborted ? 'timeout' : failureOf(error as NodeJS.ErrnoException), error)
  }
}

type Sending = [URL, Address[], OutgoingRequest, OutgoingTools, AbortSignal]

/** Uses a kept-alive connection if possible; retries on a new one if the kept one turns out to be closed. */
async function sendOnAny(...parts: Sending): Promise<IncomingMessage> {
  const [, , request] = parts
  if (!request.repeatable) return send(...parts)
  const connection = { isOld: false }
  try {
    return await send(...parts, connection)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (!connection.isOld || (code !== 'ECONNRESET' && code !== 'EPIPE')) throw error
    return send(...parts)
  }
}

/** Connects to the checked addresses only and resolves with the response's head. */
function send(
  url: URL,
  addresses: Address[],
  request: OutgoingRequest,
  tools: OutgoingTools,
  deadline: AbortSignal,
  connection?: { isOld: boolean },
): Promise<IncomingMessage> {
  const lookup: LookupFunction = (_host, options, callback) => {
    if (options.all) callback(null, addresses)
    else callback(null, addresses[0]!.address, addresses[0]!.family)
  }
  return new Promise((resolve, reject) => {
    const [start, agent] =
      url.protocol === 'https:' ? [httpsRequest, keepAliveAgents.https] : [httpRequest, keepAliveAgents.http]
    const addressKey = addresses
      .map(({ address }) => address)
      .toSorted()
      .join()
    const outgoing: ClientRequest = start({
      ...urlToHttpOptions(url),
      ...(connection && { checked: addressKey }),
      maxHeaderSize: maxHeader_bytes,
      method: request.method ?? 'GET',
      headers: {
        'accept-encoding': 'gzip, deflate, br',
        'user-agent': agentName,
        // Node does not frame the body of a DELETE by itself: the receiver would take it for the next request.
        ...(request.body !== undefined && { 'content-length': Buffer.byteLength(request.body) }),
        ...request.headers,
      },
      agent: connection ? agent : false,
      lookup,
      signal: deadline,
      ...(tools.ca === undefined ? {} : { ca: tools.ca }),
    })
    outgoing.on('response', resolve).on('error', (error) => {
      if (connection) connection.isOld = outgoing.reusedSocket
      reject(error)
    })
    outgoing.end(request.body)
  })
}

async function readBounded(answer: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > maxBytes) throw new OutgoingFailed('too_large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

type Unpack = (packed: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>
const unpackers = new Map<string, Unpack>([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
])

/** Decompresses no further than the limit, so that a small response cannot become a huge one. */
async function unpack(bytes: Buffer, encoding: string | undefined, maxBytes: number): Promise<Buffer> {
  const unpackWith = unpackers.get((encoding ?? '').trim().toLowerCase())
  return unpackWith && bytes.length > 0 ? unpackWith(bytes, { maxOutputLength: maxBytes }) : bytes
}

/** What a user may learn about a network error. */
function failureOf(error: NodeJS.ErrnoException): OutgoingFailure {
  const code = error.code ?? ''
  if (code === 'ETIMEDOUT') return 'timeout'
  if (code === 'ERR_BUFFER_TOO_LARGE' || code === 'HPE_HEADER_OVERFLOW') return 'too_large'
  if (/^(ERR_TLS|ERR_SSL|CERT_|EPROTO|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(code)) return 'tls'
  return 'connect'
}
