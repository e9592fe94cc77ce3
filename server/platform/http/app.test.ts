import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { open, signedInEverywhere } from '#contract/core/access.ts'
import { operation, type Operation } from '#contract/core/operation.ts'
import { createApp } from './app.ts'
import { createReadiness } from './readiness.ts'
import { bind, bindOpen, type Route } from './route.ts'
import { accessHooks } from '#server/routes.ts'
import { openTree } from '#server/test/open-tree.ts'

const base = { id: 'own', area: 'test', summary: 'For tests.', access: open } as const

const echo = operation({
  ...base,
  name: 'echo',
  method: 'POST',
  path: '/test/echo/{word}',
  params: z.strictObject({ word: z.string().max(10) }),
  query: z.strictObject({ count: z.coerce.number().int().max(9).optional() }),
  body: z.strictObject({ text: z.string().max(50).optional(), list: z.array(z.unknown()).optional() }),
  answer: z.object({ word: z.string(), text: z.string().optional() }),
})
const plain = operation({ ...echo, name: 'plain', path: '/test/plain/{word}', sealed: false })
const write = operation({
  ...base,
  name: 'write',
  method: 'GET',
  path: '/test/write',
  answer: z.object({}),
  access: signedInEverywhere,
})
const fault = operation({ ...base, name: 'fault', method: 'GET', path: '/test/fault', answer: z.object({}) })
const slow = operation({ ...base, name: 'slow', method: 'GET', path: '/test/slow', answer: z.object({}) })
const cookie = operation({ ...base, name: 'cookie', method: 'GET', path: '/test/cookie', answer: z.object({}) })
const upload = operation({
  ...base,
  name: 'upload',
  method: 'POST',
  path: '/test/upload',
  body: z.strictObject({}),
  answer: z.object({ parts: z.array(z.string()) }),
  transport: 'multipart',
  form: z.strictObject({ file: z.file() }),
})
const file = operation({
  ...base,
  name: 'file',
  method: 'GET',
  path: '/test/file/{name}',
  params: z.strictObject({ name: z.string().max(20) }),
  answer: z.string(),
  access: signedInEverywhere,
  transport: 'download',
})

const echoBack: Route['handle'] = async (input) => {
  const { params, body } = input as unknown as { params: { word: string }; body: { text?: string } }
  return { word: params.word, text: body.text, secret: 'stripped by the answer' }
}
const routes: Route[] = [
  { operation: echo as Operation, handle: echoBack },
  { operation: plain as Operation, handle: echoBack },
  bind(write, (_input, call) =>
    call.inScope((tx) => tx.query(`insert into opened_seal values ('x', '2026-01-01')`)).then(() => ({})),
  ),
  bindOpen(fault, () => Promise.reject(new Error('the password is hunter2'))),
  bindOpen(slow, (_input, call) =>
    call.inScope(async (tx) => {
      await tx.query(`set local statement_timeout = 20`)
      await tx.query('select pg_sleep(1)')
      return {}
    }),
  ),
  bindOpen(cookie, async (_input, call) => {
    call.setCookie('taste', 'sweet', { maxAgeSeconds: 9 })
    return {}
  }),
  bindOpen(upload, async (_input, call) => {
    const parts: string[] = []
    for await (const part of call.parts!()) {
      if ('value' in part) parts.push(`${part.field}=${part.value}`)
      else parts.push(`${part.fileName}:${(await text(part.stream)).length}`)
    }
    return { parts }
  }),
  bind(file, async ({ params }) => ({
    fileName: params.name,
    contentType: 'text/csv; charset=utf-8',
    stream: Readable.from(['a,b\n', '1,2\n']),
  })),
]

const { db, http, tree } = await openTree({ routes, env: { TRUSTED_PROXIES: '1' } })

const json = { 'content-type': 'application/json' }
const post = (url: string, payload: string, headers: Record<string, string> = json) =>
  http.anonymous().inject({ method: 'POST', url, payload, headers })

describe('input', () => {
  test('that is valid is passed on, and the response contains only what its schema declares', async () => {
    const answer = await http.anonymous().call(echo, { params: { word: 'hi' }, body: { text: 'there' } })
    expect(answer.body).toEqual({ word: 'hi', text: 'there' })
  })

  test.each([
    ['an unknown key of the body', { body: { text: 'x', extra: 1 } }, 'extra'],
    ['an unknown key of the query', { body: {}, query: { extra: 1 } }, 'extra'],
    ['a wrong type', { body: { text: 1 } }, 'text'],
    ['a number out of range', { body: {}, query: { count: 10 } }, 'count'],
    ['a text that is too long', { body: { text: 'x'.repeat(51) } }, 'text'],
    ['NUL in the body', { body: { text: 'a\0b' } }, 'text'],
    ['half a surrogate pair', { body: { text: 'a\uD800b' } }, 'text'],
    ['NUL in the query', { body: {}, query: { count: '1\0' } }, 'count'],
    ['NUL in the path', { body: {}, params: { word: 'a\0' } }, 'word'],
    ['a key named like the prototype', { body: JSON.parse('{"list":[{"__proto__":1}]}') }, 'list.0.__proto__'],
    ['too many items', { body: { list: Array.from({ length: 10_001 }, () => 0) } }, 'list'],
    ['too deep nesting', { body: { list: JSON.parse('['.repeat(30) + ']'.repeat(30)) } }, /^list/],
  ])('%s is rejected with 422 and the name of the field', async (_what, input, field) => {
    const params = { word: 'hi' }
    const answer = await http.anonymous().call(echo, { params, ...(input as object) })
    expect(answer.status).toBe(422)
    expect(answer.body.code).toBe('invalid')
    expect(answer.body.field).toEqual(field instanceof RegExp ? expect.stringMatching(field) : field)
  })

  test('a repeated query key is rejected', async () => {
    const answer = await post('/api/test/plain/hi?count=1&count=2', '{}')
    expect(answer.statusCode).toBe(422)
    expect(answer.json().field).toBe('count')
  })

  test.each([
    ['invalid JSON', '{"text":', json],
    ['an empty body', '', json],
    ['another content type', 'text=1', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['plain text', '{}', { 'content-type': 'text/plain' }],
  ])('%s is malformed', async (_what, payload, headers) => {
    const answer = await post('/api/test/plain/hi', payload, headers)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ result: 'failed', code: 'malformed', request_id: expect.any(String) })
  })

  test('an invalid URL is malformed, an unknown one is not found', async () => {
    expect((await post('/api/test/plain/%E0%A4%A', '{}')).statusCode).toBe(400)
    const nowhere = await http.anonymous().inject({ method: 'GET', url: '/api/nowhere' })
    expect(nowhere.statusCode).toBe(404)
    expect(nowhere.json().code).toBe('not_found')
  })

  // R161: everything is below /api.
  test('over 1 MiB is too large', async () => {
    const answer = await post('/api/test/plain/hi', JSON.stringify({ text: 'x'.repeat(1024 * 1024) }))
    expect(answer.statusCode).toBe(413)
    expect(answer.json().code).toBe('too_large')
  })
})

describe('responses', () => {
  test('have the security headers and are never cached, including errors', async () => {
    for (const url of ['/api/test/cookie', '/api/nowhere', '/api/test/write']) {
      const { headers } = await http.anonymous().inject({ method: 'GET', url })
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
        'referrer-policy': 'strict-origin-when-cross-origin',
      })
      expect(headers['access-control-allow-origin']).toBeUndefined()
    }
  })

  test('to an internal error reveal no internals', async () => {
    const answer = await http.anonymous().call(fault)
    expect(answer.status).toBe(500)
    expect(answer.raw.payload).not.toContain('hunter2')
    expect(answer.body).toMatchObject({ code: 'internal', request_id: expect.any(String) })
  })

  test('to a statement timeout ask to retry', async () => {
    const answer = await http.anonymous().call(slow)
    expect(answer.status).toBe(503)
    expect(answer.headers['retry-after']).toBe('1')
  })

  test('to a GET come from a read-only transaction', async () => {
    expect((await http.as(tree.acme.owner).call(write)).status).toBe(500)
    const { rowCount } = await db.adminPool.query(`select 1 from opened_seal where jti = 'x'`)
    expect(rowCount).toBe(0)
  })
})

describe('browsers', () => {
  test('get cookies for this host and TLS only, which scripts cannot read', async () => {
    // The operators' hosts are read in the background, with the first such call.
    const ask = (host?: string) => http.anonymous(host).call(cookie, { headers: { 'x-forwarded-proto': 'https' } })
    await vi.waitFor(async () => expect((await ask()).headers['strict-transport-security']).toContain('Sub'))
    const secure = await ask()
    expect(secure.headers['set-cookie']).toBe(
      '__Host-taste=sweet; Path=/; Max-Age=9; HttpOnly; SameSite=Strict; Secure',
    )
    expect(secure.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
    // Below somebody’s own domain there may be hosts without TLS.
    const answer = await ask('acme.test')
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000')
    const local = await http.anonymous().call(cookie)
    expect(local.headers['set-cookie']).toBe('taste=sweet; Path=/; Max-Age=9; HttpOnly; SameSite=Strict')
  })

  test('cannot write from a page of another origin', async () => {
    for (const origin of ['https://evil.test', 'null', 'http://acme.localhost.evil.test', 'http://acme.localhost:1']) {
      const answer = await post('/api/test/plain/hi', '{}', { ...json, origin })
      expect(answer.statusCode).toBe(403)
    }
    expect((await post('/api/test/plain/hi', '{}', { ...json, origin: 'http://acme.localhost' })).statusCode).toBe(200)
  })
})

describe('files', () => {
  test('are uploaded as parts, one after another', async () => {
    const boundary = 'XX'
    const payload =
      `--XX\r\ncontent-disposition: form-data; name="kind"\r\n\r\npersons\r\n` +
      `--XX\r\ncontent-disposition: form-data; name="file"; filename="p.csv"\r\ncontent-type: text/csv\r\n\r\n` +
      `${'x'.repeat(200_000)}\r\n--XX--\r\n`
    const type = { 'content-type': `multipart/form-data; boundary=${boundary}` }
    const answer = await post('/api/test/upload', payload, type)
    expect(answer.json()).toEqual({ parts: ['kind=persons', 'p.csv:200000'] })
    expect((await post('/api/test/upload', payload.slice(0, 300), type)).statusCode).toBe(400)
  })

  test('are downloaded under their name, which is escaped in the header', async () => {
    const answer = await http.as(tree.acme.owner).call(file, { params: { name: 'é"\r\n;x.csv' } })
    expect(answer.status).toBe(200)
    expect(answer.body).toBe('a,b\n1,2\n')
    expect(answer.headers['content-disposition']).toBe(
      `attachment; filename="_____x.csv"; filename*=UTF-8''%C3%A9%22%0D%0A%3Bx.csv`,
    )
  })
})

describe('the operator', () => {
  test('sees whether the program is live and ready, and, only from the machine itself, its metrics', async () => {
    const get = (url: string, headers = {}) => http.anonymous().inject({ method: 'GET', url, headers })
    expect((await get('/healthz')).statusCode).toBe(200)
    expect((await get('/readyz')).payload).toBe('ready\n')
    const host = '127.0.0.1:3000'
    expect((await get('/metrics', { host })).payload).toContain('http_request_duration_seconds')
    expect((await get('/metrics', { host, 'x-forwarded-for': '203.0.113.9' })).statusCode).toBe(404)
    expect((await get('/metrics', { host: 'acme.localhost' })).statusCode, 'a company’s host').toBe(404)
    const away = await http.app.inject({
      method: 'GET',
      url: '/metrics',
      headers: { host },
      remoteAddress: '203.0.113.9',
    })
    expect(away.statusCode).toBe(404)
  })

  test('is told what is missing of a database that an older copy replaced', async () => {
    const last = 'delete from schema_migration where number = (select max(number) from schema_migration) returning *'
    const { rows } = await db.ownerPool.query(last)
    const problems = createReadiness(http.platform)
    expect(await problems()).toEqual(['the database lacks 1 migrations of this program'])
    await db.ownerPool.query('insert into schema_migration (number, name, checksum) values ($1, $2, $3)', [
      rows[0].number,
      rows[0].name,
      rows[0].checksum,
    ])
  })

  test('cannot start with an operation whose input is not strict, whose path lacks a parameter or that no one can call', async () => {
    const cases: Partial<Operation>[] = [
      { body: z.object({ a: z.string() }) },
      { params: z.strictObject({ other: z.string() }) },
      { access: {} },
    ]
    for (const change of cases) {
      const route: Route = { operation: { ...(echo as Operation), ...change }, handle: async () => ({}) }
      await expect(createApp(http.platform, { routes: [route], accessHooks })).rejects.toThrow('/test/echo')
    }
  })
})
