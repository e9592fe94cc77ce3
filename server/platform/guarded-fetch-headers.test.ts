import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { guardedFetch } from './guarded-fetch.ts'

const closing: (() => unknown)[] = []
afterAll(() => closing.map((close) => close()))

/** A real server on loopback; `host` is its name in requests, already on the allow-list. */
async function serve(answer: RequestListener): Promise<{ host: string; allowed: { OUTGOING_ALLOW: string[] } }> {
  const server = createServer(answer)
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  closing.push(() => (server.closeAllConnections(), server.close()))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { host, allowed: { OUTGOING_ALLOW: [host] } }
}

describe('what receivers see and send', () => {
  it('is a program without a brand, unless the caller names another', async () => {
    const agents: (string | undefined)[] = []
    const { host, allowed } = await serve((request, response) => {
      agents.push(request.headers['user-agent'])
      response.writeHead(204).end()
    })
    await guardedFetch(allowed, { url: `http://${host}/` })
    await guardedFetch(allowed, { url: `http://${host}/`, method: 'POST', body: '{}', maxBytes: 0, repeatable: true })
    await guardedFetch(allowed, { url: `http://${host}/`, headers: { 'user-agent': 'other/1' } })
    expect(agents).toEqual(['leads-connector/1', 'leads-connector/1', 'other/1'])
  })

  it('may be a head of many cookies: its status decides', async () => {
    const cookies = Array.from({ length: 900 }, (_, at) => `c${at}=${'x'.repeat(100)}`)
    const { host, allowed } = await serve((_request, response) => {
      response.writeHead(202, { 'set-cookie': cookies }).end()
    })
    const answer = await guardedFetch(allowed, { url: `http://${host}/`, method: 'POST', body: '{}', maxBytes: 0 })
    expect(answer.status).toBe(202)
    expect(answer.headers['set-cookie']).toHaveLength(900)
  })
})
