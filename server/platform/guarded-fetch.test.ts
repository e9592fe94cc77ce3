import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { createServer as createTcpServer, isIP, type AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forbiddenAnswers, forbiddenTargets } from '#server/test/forbidden-targets.ts'
import { testCertificate } from '#server/test/tls-fixture.ts'
import { guardedFetch, OutgoingFailed, OutgoingRefused, type Address, type OutgoingRequest } from './guarded-fetch.ts'
import { isPublicAddress } from './public-address.ts'

const closing: (() => unknown)[] = []
afterAll(() => closing.map((close) => close()))

const nothingAllowed: { OUTGOING_ALLOW: string[] } = { OUTGOING_ALLOW: [] }
const addressOf = (text: string): Address => ({ address: text, family: isIP(text) === 6 ? 6 : 4 })

const failureOf = (work: Promise<unknown>): Promise<OutgoingFailed> =>
  work.then(
    () => Promise.reject(new Error('it was answered')),
    (error: unknown) => (error instanceof OutgoingFailed ? error : Promise.reject(error)),
  )

/** A real server on loopback; `host` is its name in requests, already on the allow-list. */
async function serve(
  answer: RequestListener,
  bind = '127.0.0.1',
): Promise<{ host: string; allowed: { OUTGOING_ALLOW: string[] } }> {
  const server: Server = createServer(answer)
  await new Promise<void>((ready) => server.listen(0, bind, ready))
  closing.push(() => (server.closeAllConnections(), server.close()))
  const host = `${bind}:${(server.address() as AddressInfo).port}`
  return { host, allowed: { OUTGOING_ALLOW: [host] } }
}

const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

describe('a forbidden address', () => {
  // A loopback address for this process only, so that nothing else ever listens on it or connects to it.
  const sentinel = `127.${process.pid & 127}.${(process.pid >> 7) & 255}.53`
  let knocks = 0

  beforeAll(async () => {
    const listener = createTcpServer((socket) => {
      knocks++
      socket.destroy()
    })
    await new Promise<void>((ready) => listener.listen(8443, sentinel, ready))
    closing.push(() => listener.close())
  })

  it('is rejected in every notation, without a connection and with the same message', async () => {
    const targets = forbiddenTargets(sentinel)
    expect(targets.length).toBeGreaterThan(170)
    const texts = new Set<string>()
    for (const url of targets) {
      const failure = await failureOf(
        guardedFetch(nothingAllowed, { url, timeout_ms: 500 }, { resolve: async () => [] }),
      )
      expect(`${url} ${failure.code}`).toBe(`${url} refused_address`)
      expect(failure).toBeInstanceOf(OutgoingRefused)
      texts.add(failure.message)
    }
    expect([...texts]).toEqual(['outgoing request failed: refused_address'])
    expect(knocks).toBe(0)
  })

  it('is rejected when a name resolves to it, alone or among public ones', async () => {
    for (const answer of forbiddenAnswers) {
      const resolve = async (): Promise<Address[]> => answer.map(addressOf)
      const failure = await failureOf(guardedFetch(nothingAllowed, { url: 'https://hooks.example.com/' }, { resolve }))
      expect(`${answer.join()} ${failure.code}`).toBe(`${answer.join()} refused_address`)
    }
    const resolve = async (): Promise<Address[]> => [addressOf(sentinel)]
    await failureOf(guardedFetch(nothingAllowed, { url: 'https://hooks.example.com:8443/' }, { resolve }))
    expect(knocks).toBe(0)
  })

  it('is reached when the allow-list contains it, which proves that the sentinel works', async () => {
    const url = `https://${sentinel}:8443/`
    const failure = await failureOf(guardedFetch({ OUTGOING_ALLOW: [`${sentinel}:8443`] }, { url }))
    expect(failure.code).not.toBe('refused_address')
    expect(knocks).toBe(1)
  })

  it('is rejected after a redirect from an allowed one', async () => {
    const before = knocks
    let location = ''
    const { host, allowed } = await serve((_request, response) => response.writeHead(302, { location }).end())
    for (location of [
      `https://${sentinel}:8443/`,
      `//${sentinel}:8443/`,
      'http://127.0.0.1:1/',
      'file:///etc/passwd',
      'https://[',
    ]) {
      const failure = await failureOf(guardedFetch(allowed, { url: `http://${host}/`, followRedirects: 3 }))
      expect(`${location} ${failure.code}`).toBe(`${location} refused_address`)
    }
    expect(knocks).toBe(before)
  })
})

it('recognizes public addresses', () => {
  const open = [
    '8.8.8.8',
    '1.1.1.1',
    '93.184.216.34',
    '172.15.0.1',
    '172.32.0.1',
    '100.63.0.1',
    '192.0.1.1',
    '223.255.255.255',
  ]
  for (const address of [...open, '2606:2800:220:1::1', '2a00:1450::1', '2001:4860:4860::8888']) {
    expect(`${address} ${isPublicAddress(address)}`).toBe(`${address} true`)
  }
})

describe('the connection goes to the address that was checked', () => {
  it('however often the name resolves differently', async () => {
    let strangers = 0
    const outsider = await serve((_request, response) => {
      strangers++
      response.end()
    }, '127.0.0.3')
    const port = outsider.host.split(':')[1]!
    let guests = 0
    const server = createServer((_request, response) => {
      guests++
      response.end('here')
    })
    await new Promise<void>((ready) => server.listen(Number(port), '127.0.0.2', ready))
    closing.push(() => server.close())

    const rounds = 1_000
    let lookups = 0
    // Correct on the first lookup in a round, a different address afterwards.
    const resolverOfRound = () => {
      let first = true
      return async (): Promise<Address[]> => {
        lookups++
        const address = addressOf(first ? '127.0.0.2' : '127.0.0.3')
        first = false
        return [address]
      }
    }
    const outgoing = { OUTGOING_ALLOW: [`rebinding.example.com:${port}`] }
    for (let round = 0; round < rounds; round++) {
      await guardedFetch(outgoing, { url: `http://rebinding.example.com:${port}/` }, { resolve: resolverOfRound() })
    }
    expect({ asked: lookups, guests, strangers }).toEqual({ asked: rounds, guests: rounds, strangers: 0 })
  })

  it('and sends the server the requested name', async () => {
    const { host } = await serve((request, response) => response.end(request.headers.host))
    const namedHost = `shop.example.com:${host.split(':')[1]}`
    const resolve = async (): Promise<Address[]> => [addressOf('127.0.0.1')]
    const answer = await guardedFetch({ OUTGOING_ALLOW: [namedHost] }, { url: `http://${namedHost}/` }, { resolve })
    expect(answer.body.toString()).toBe(namedHost)
  })

  it('and localhost names of the allow-list are this machine, whatever its resolver returns', async () => {
    const { host } = await serve((_request, response) => response.end('here'))
    const namedHost = `plumbright.localhost:${host.split(':')[1]}`
    const answer = await guardedFetch({ OUTGOING_ALLOW: [namedHost] }, { url: `http://${namedHost}/` })
    expect(answer.body.toString()).toBe('here')
  })
})

describe('a response', () => {
  it('has status, headers and body of any success or failure', async () => {
    const { host, allowed } = await serve(async (request, response) => {
      const body = await readBody(request)
      response
        .writeHead(418, { 'x-seen': `${request.method} ${request.headers['x-mine']}` })
        .end(`${request.url} ${body}`)
    })
    const request = {
      url: `http://${host}/a?b=1`,
      method: 'POST',
      headers: { 'x-mine': 'yes' },
      body: 'hello',
    } as const
    const answer = await guardedFetch(allowed, request)
    expect(answer).toMatchObject({ status: 418, headers: { 'x-seen': 'POST yes' }, url: request.url })
    expect(answer.body.toString()).toBe('/a?b=1 hello')
  })

  it('is decompressed, but never beyond the limit', async () => {
    const { host, allowed } = await serve((request, response) => {
      const text = request.url === '/bomb' ? Buffer.alloc(50 * 1024 * 1024) : 'a page'
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(text))
    })
    expect((await guardedFetch(allowed, { url: `http://${host}/page` })).body.toString()).toBe('a page')
    expect((await failureOf(guardedFetch(allowed, { url: `http://${host}/bomb` }))).code).toBe('too_large')
  })

  it('is cut off if it is too long, and not read at all if it is not wanted', async () => {
    let bytesSent = 0
    const { host, allowed } = await serve((_request, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536))) bytesSent += 65_536
      }
      response.on('drain', more)
      more()
    })
    const url = `http://${host}/`
    expect((await failureOf(guardedFetch(allowed, { url }))).code).toBe('too_large')
    expect(await guardedFetch(allowed, { url, maxBytes: 0 })).toMatchObject({ status: 200, body: Buffer.alloc(0) })
    expect(bytesSent).toBeLessThan(20 * 1024 * 1024)
  })

  it('follows redirects only if allowed, up to a limit', async () => {
    const { host, allowed } = await serve((request, response) => {
      const step = Number(request.url!.slice(1))
      if (step === 3) response.end('arrived')
      else response.writeHead(307, { location: `/${step + 1}` }).end()
    })
    const url = `http://${host}/0`
    expect(await guardedFetch(allowed, { url })).toMatchObject({ status: 307, url })
    expect(await guardedFetch(allowed, { url, followRedirects: 3 })).toMatchObject({
      status: 200,
      url: `http://${host}/3`,
    })
    expect((await failureOf(guardedFetch(allowed, { url, followRedirects: 2 }))).code).toBe('redirect')
  })
})

describe('no response', () => {
  const codeOf = async (config: { OUTGOING_ALLOW: string[] }, request: OutgoingRequest): Promise<string> =>
    (await failureOf(guardedFetch(config, request))).code

  it('is a timeout when the server is silent, or slow in its headers or body', async () => {
    const { host, allowed } = await serve((request, response) => {
      if (request.url === '/silent') return
      response.writeHead(200).write('a')
      const drip = setInterval(() => response.write('a'), 20)
      response.on('close', () => clearInterval(drip))
    })
    for (const path of ['silent', 'slow']) {
      expect(await codeOf(allowed, { url: `http://${host}/${path}`, timeout_ms: 200 })).toBe('timeout')
    }
  })

  it('is a timeout when the name servers are silent', async () => {
    const failure = await failureOf(
      guardedFetch(
        nothingAllowed,
        { url: 'https://hooks.example.com/', timeout_ms: 50 },
        { resolve: () => new Promise(() => {}) },
      ),
    )
    expect(failure.code).toBe('timeout')
  })

  it('is a failed connection when nothing listens, when it is reset, or when it does not speak HTTP', async () => {
    const brokenServer = createTcpServer(
      (socket) =>
        void socket.once('data', (data) =>
          data.includes('reset') ? socket.resetAndDestroy() : socket.end('hello\r\n'),
        ),
    )
    await new Promise<void>((ready) => brokenServer.listen(0, '127.0.0.1', ready))
    closing.push(() => brokenServer.close())
    const host = `127.0.0.1:${(brokenServer.address() as AddressInfo).port}`
    const outgoing = { OUTGOING_ALLOW: [host, '127.0.0.1:1'] }
    expect(await codeOf(outgoing, { url: `http://${host}/reset` })).toBe('connect')
    expect(await codeOf(outgoing, { url: `http://${host}/other` })).toBe('connect')
    expect(await codeOf(outgoing, { url: 'http://127.0.0.1:1/' })).toBe('connect')
  })

  it('is an unknown name when it resolves to nothing or an error', async () => {
    const url = 'https://hooks.example.com/'
    const resolvers = [async () => [], () => Promise.reject(new Error('SERVFAIL'))]
    for (const resolve of resolvers) {
      expect((await failureOf(guardedFetch(nothingAllowed, { url }, { resolve }))).code).toBe('dns')
    }
  })

  it('is a bad certificate when it is self-signed or made for another name', async () => {
    const { host: name, ...keys } = testCertificate
    const server = createTlsServer(keys, (_request, response) => response.end('sealed'))
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    closing.push(() => server.close())
    const { port } = server.address() as AddressInfo
    const config = { OUTGOING_ALLOW: [`${name}:${port}`, `other.localhost:${port}`] }
    expect(await codeOf(config, { url: `https://${name}:${port}/` })).toBe('tls')
    const trusting = { ca: testCertificate.cert }
    const otherFetch = guardedFetch(config, { url: `https://other.localhost:${port}/` }, trusting)
    expect((await failureOf(otherFetch)).code).toBe('tls')
    const answer = await guardedFetch(config, { url: `https://${name}:${port}/` }, trusting)
    expect(answer.body.toString()).toBe('sealed')
  })

  it('never sends a header that would end the header section', async () => {
    const { host, allowed } = await serve((_request, response) => response.end())
    const headers = { 'x-mine': 'a\r\nx-theirs: b' }
    expect(await codeOf(allowed, { url: `http://${host}/`, headers })).toBe('connect')
  })
})

describe('a request body', () => {
  it.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)('of a %s arrives complete, with its length', async (method) => {
    const requests: { length: string | undefined; body: string }[] = []
    const { host, allowed } = await serve(async (request, response) => {
      requests.push({ length: request.headers['content-length'], body: await readBody(request) })
      response.end()
    })
    const body = '{"tags":["é"]}'
    const { status } = await guardedFetch(allowed, { url: `http://${host}/`, method, body })
    expect([status, requests]).toEqual([200, [{ length: String(Buffer.byteLength(body)), body }]])
  })
})

describe('idempotent requests', () => {
  /** A server on every loopback address, which records the connection and address of each request. */
  async function serveAll(answer: RequestListener) {
    const requests: { port: number; address: string }[] = []
    const { host } = await serve((request, response) => {
      requests.push({ port: request.socket.remotePort!, address: request.socket.localAddress! })
      answer(request, response)
    }, '0.0.0.0')
    const port = host.split(':')[1]!
    const name = `hooks.localhost:${port}`
    const ask = (address = '127.0.0.1', more: Partial<OutgoingRequest> = {}) =>
      guardedFetch(
        { OUTGOING_ALLOW: [name] },
        { url: `http://${name}/`, method: 'POST', body: '{}', maxBytes: 0, repeatable: true, ...more },
        { resolve: async () => [addressOf(address)] },
      )
    return { seen: requests, ask }
  }

  it('share a connection to the same address, and only to it', async () => {
    const { seen, ask } = await serveAll((_request, response) => response.end('ok'))
    // A connection is free again once the rest of its response was read.
    const ports = (): Set<number> => new Set(seen.map(({ port }) => port))
    do expect((await ask()).status).toBe(200)
    while (ports().size === seen.length)
    const before = ports()
    await ask('127.0.0.2')
    expect(seen.at(-1)!.address).toBe('127.0.0.2')
    expect(before).not.toContain(seen.at(-1)!.port)
  })

  it('are resent if the receiver had closed the connection meanwhile', async () => {
    const askedOn = new WeakSet<object>()
    let resets = 0
    const { ask } = await serveAll((request, response) => {
      if (askedOn.has(request.socket)) {
        resets++
        request.socket.resetAndDestroy()
      } else response.end('ok')
      askedOn.add(request.socket)
    })
    do expect((await ask()).status).toBe(200)
    while (resets === 0)
  })

  it('fail like any others if a new connection is reset', async () => {
    const { seen, ask } = await serveAll((request) => request.socket.resetAndDestroy())
    expect((await failureOf(ask())).code).toBe('connect')
    expect(seen).toHaveLength(1)
  })

  it('close the connection of a short response that does not end', async () => {
    const closes: Promise<unknown>[] = []
    const { ask } = await serveAll((request, response) => {
      closes.push(new Promise((resolve) => request.socket.once('close', resolve)))
      response.writeHead(200, { 'content-length': 100 }).write('x')
    })
    expect((await ask('127.0.0.1', { timeout_ms: 60_000 })).status).toBe(200)
    await Promise.all(closes)
  })

  it('abort a long or endless response along with its connection', async () => {
    const closes: Promise<unknown>[] = []
    const { ask } = await serveAll((request, response) => {
      closes.push(new Promise((resolve) => request.socket.once('close', resolve)))
      response.writeHead(200, closes.length === 1 ? { 'content-length': 1_000_000 } : {}).write('x'.repeat(100))
    })
    expect([(await ask()).status, (await ask()).status]).toEqual([200, 200])
    await Promise.all(closes)
  })
})
