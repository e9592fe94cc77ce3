import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { request as askSafely } from 'node:https'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** What can go wrong between the program and a gateway. `ok` means nothing. */
export const gatewayFaults = [
  'ok',
  'lost before',
  'lost after',
  '500 before',
  '500 after',
  '429',
  'key revoked',
  'no JSON',
  'slow',
  'sent twice',
  'account restricted',
] as const
/** Rejects every POST. Not in the rotation, because the results of earlier requests are not looked up meanwhile. */
type StandingRefusal = 'requests refused'
export type GatewayFault = (typeof gatewayFaults)[number] | StandingRefusal

export interface FaultyGateway {
  url: string
  host: string
  stop(): Promise<void>
}

/**
 * A proxy in front of a gateway that injects the fault that `choose` returns, per request. The gateway's responses are
 * delivered once `untilSent` has resolved.
 */
export async function startFaultyGateway(
  target: string,
  choose: () => GatewayFault,
  untilSent: () => Promise<void> = () => Promise.resolve(),
): Promise<FaultyGateway> {
  const server = createServer((incoming, response) => {
    spoil({ target, untilSent }, choose(), incoming, response).catch(() => response.destroy())
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    async stop() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

const slow_ms = 150

/** Stripe's error when an account cannot be read or paid at the moment. */
const restriction = JSON.stringify({ error: { type: 'invalid_request_error', code: 'account_invalid' } })

const early: Readonly<Partial<Record<GatewayFault, number>>> = { '500 before': 500, '429': 429, 'key revoked': 401 }

async function spoil(
  { target, untilSent }: { target: string; untilSent: () => Promise<void> },
  fault: GatewayFault,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk)
  if (fault === 'lost before') return void response.destroy()
  if (early[fault]) return void response.writeHead(early[fault]).end('{}')
  // A request that may have been executed before is not rejected: only lookups of its result are.
  if (fault === 'account restricted' && incoming.method === 'GET')
    return void response.writeHead(403, { 'content-type': 'application/json' }).end(restriction)
  if (fault === 'requests refused' && incoming.method === 'POST')
    return void response.writeHead(403, { 'content-type': 'application/json' }).end(restriction)
  if (fault === 'slow') await sleep(slow_ms)
  const body = Buffer.concat(chunks)
  if (fault === 'sent twice') await forward(target, incoming, body)
  const answer = await forward(target, incoming, body)
  await untilSent()
  if (fault === 'lost after') return void response.destroy()
  if (fault === '500 after') return void response.writeHead(500).end('{}')
  response.writeHead(answer.status, { 'content-type': 'application/json' })
  response.end(fault === 'no JSON' ? '<html>' : answer.body)
}

const forward = (target: string, incoming: IncomingMessage, body: Buffer): Promise<{ status: number; body: string }> =>
  new Promise((done, fail) => {
    const { host: _host, ...headers } = incoming.headers
    const url = new URL(incoming.url ?? '/', target)
    const ask = url.protocol === 'https:' ? askSafely : request
    const onward = ask(url, { method: incoming.method, headers }, (answer) => {
      let text = ''
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()))
      answer.on('end', () => done({ status: answer.statusCode ?? 0, body: text }))
    })
    onward.on('error', fail)
    onward.end(body)
  })
