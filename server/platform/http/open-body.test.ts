import { CompactEncrypt, importJWK, type CompactJWEHeaderParameters, type JWK } from 'jose'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { open } from '#contract/core/access.ts'
import { operation, type Operation } from '#contract/core/operation.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { newToken } from '#server/platform/ids.ts'
import { createTestApp, type TestApp } from '#server/test/app.ts'
import { createTestDatabase, type TestDatabase } from '#server/test/harness.ts'
import { sealingKeysOf } from './sealing-keys.ts'
import { createTestPlatform } from '#server/test/platform.ts'

const common = { id: 'own', area: 'test', summary: 'For tests.', access: open, method: 'POST' } as const
const body = z.strictObject({ text: z.string() })
const echo = operation({ ...common, name: 'echo', path: '/test/echo', body, answer: body })
const otherEcho = operation({ ...common, name: 'other', path: '/test/other', body, answer: body })

let db: TestDatabase
let http: TestApp
const clock = createStillClock(Date.UTC(2026, 10, 20, 12))
beforeAll(async () => {
  db = await createTestDatabase()
  const routes = [echo, otherEcho].map((each) => ({
    operation: each as Operation,
    handle: async (input: { body: unknown }) => input.body,
  }))
  http = await createTestApp(db, { clock, routes })
})
afterAll(async () => {
  await http.close()
  await db.drop()
})

const url = '/api/test/echo'
const send = async (payload: string, to = url) => {
  const headers = { 'content-type': 'application/json' }
  return http.anonymous().inject({ method: 'POST', url: to, payload, headers })
}

interface Making {
  header?: Record<string, unknown>
  plain?: Record<string, unknown>
  crv?: 'P-256' | 'X25519'
  text?: string
}

/** An encrypted body, any part of which can be replaced. */
async function make({ header, plain, crv = 'P-256', text }: Making = {}): Promise<string> {
  const keys = await sealingKeysOf(http.platform).current()
  const key = keys.find((each) => each.crv === crv)!
  const now_s = Math.floor(clock.now() / 1_000)
  const content = text ?? JSON.stringify({ iat: now_s, jti: newToken(), body: { text: 'hello' }, ...plain })
  const protectedHeader = { alg: 'ECDH-ES', enc: 'A256GCM', kid: key.kid, htm: 'POST', htu: url, ...header }
  const recipient = await importJWK({ ...key } as JWK, 'ECDH-ES')
  return new CompactEncrypt(new TextEncoder().encode(content))
    .setProtectedHeader(protectedHeader as CompactJWEHeaderParameters)
    .encrypt(recipient)
}
const envelope = (dt: unknown): string => JSON.stringify({ dt })

/** Flips a bit of the last character that decoding drops: the tag's 16 bytes leave four unused bits. */
function respell(dt: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  return dt.slice(0, -1) + alphabet[alphabet.indexOf(dt.at(-1)!) ^ 1]
}

const withPart = (dt: string, at: number, part: string): string => dt.split('.').with(at, part).join('.')
const headerOf = (dt: string): { epk: Record<string, string> } =>
  JSON.parse(Buffer.from(dt.split('.')[0]!, 'base64url').toString()) as { epk: Record<string, string> }
const senderOf = async (crv: 'P-256' | 'X25519') => headerOf(await make({ crv })).epk

/** A body whose sender's public key is another. */
async function withSender(epk: Record<string, string>, crv: 'P-256' | 'X25519' = 'P-256'): Promise<string> {
  const dt = await make({ crv })
  const head = headerOf(dt)
  const newKey = epk['kty'] === undefined ? { ...head.epk, ...epk } : epk
  return withPart(dt, 0, Buffer.from(JSON.stringify({ ...head, epk: newKey })).toString('base64url'))
}
const withWeakSender = (): Promise<string> => withSender({ x: 'A'.repeat(43) }, 'X25519')

describe('a sealed body', () => {
  test.each(['P-256', 'X25519'] as const)('for the %s key is opened', async (crv) => {
    const answer = await send(envelope(await make({ crv })))
    expect(answer.json()).toEqual({ text: 'hello' })
  })

  test('R163: is validated like any other once it is opened', async () => {
    const answer = await send(envelope(await make({ plain: { body: { text: 1, extra: 2 } } })))
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors.map((error: { field: string }) => error.field)).toEqual(['text', 'extra'])
  })

  test('can be created by a clock that is five minutes off', async () => {
    const iat = Math.floor(clock.now() / 1_000)
    for (const off of [-300, 300]) {
      expect((await send(envelope(await make({ plain: { iat: iat + off } })))).statusCode).toBe(200)
    }
  })

  const now_s = (): number => Math.floor(clock.now() / 1_000)
  const wrongs: [string, () => Promise<string>][] = [
    ['that is not sealed at all', async () => '{"text":"hello"}'],
    ['that is no JSON', async () => '{'],
    ['with a key beside dt', async () => JSON.stringify({ dt: await make(), text: 'x' })],
    ['whose dt is no text', async () => envelope(7)],
    ['whose dt is no JWE', async () => envelope('a.b.c')],
    ['with a part changed', async () => envelope((await make()).replace(/.{4}$/, 'AAAA'))],
    ['in another spelling of the same bytes', async () => envelope(respell(await make()))],
    ['with a part missing', async () => envelope((await make()).split('.').slice(0, 4).join('.'))],
    ['with a part too many', async () => envelope(`${await make()}.a`)],
    ['with an encrypted key', async () => envelope((await make()).replace('..', '.AAAA.'))],
    ['with another algorithm', async () => envelope(await make({ header: { alg: 'ECDH-ES+A256KW' } }))],
    ['with another cipher', async () => envelope(await make({ header: { enc: 'A128GCM' } }))],
    ['with an IV of another length', async () => envelope(withPart(await make(), 2, 'AAAA'))],
    ['with a shorter tag', async () => envelope(withPart(await make(), 4, 'AAAAAAAAAAAAAAAA'))],
    ['from a key that is no point of its curve', async () => envelope(await withSender({ x: 'A'.repeat(43) }))],
    ['from a key of another curve', async () => envelope(await withSender(await senderOf('X25519')))],
    ['from a key that shares the same secret with everybody', async () => envelope(await withWeakSender())],
    ['that is compressed', async () => envelope(await make({ header: { zip: 'DEF' } }))],
    ['to a key of nobody', async () => envelope(await make({ header: { kid: 'made-up' } }))],
    ['with a header of its own', async () => envelope(await make({ header: { typ: 'JWT' } }))],
    ['sealed for another method', async () => envelope(await make({ header: { htm: 'PUT' } }))],
    ['sealed for another path', async () => envelope(await make({ header: { htu: '/api/test/other' } }))],
    ['made too early', async () => envelope(await make({ plain: { iat: now_s() - 301 } }))],
    ['made too late', async () => envelope(await make({ plain: { iat: now_s() + 301 } }))],
    ['without a jti', async () => envelope(await make({ plain: { jti: undefined } }))],
    ['with a jti that is too short', async () => envelope(await make({ plain: { jti: 'abc' } }))],
    ['with more than it may hold', async () => envelope(await make({ plain: { more: 1 } }))],
    ['that holds no JSON', async () => envelope(await make({ text: 'hello' }))],
    ['that holds broken text', async () => envelope(await make({ text: '{"iat":1\u0000' }))],
  ]
  test('gets the same response whatever is wrong with it', async () => {
    const answers = new Set<string>()
    for (const [what, forge] of wrongs) {
      const answer = await send(await forge())
      expect([what, answer.statusCode]).toEqual([what, 400])
      answers.add(JSON.stringify({ ...answer.json(), request_id: '' }))
    }
    expect([...answers]).toEqual([
      JSON.stringify({
        result: 'failed',
        code: 'sealed_body',
        message: 'The sealed body could not be opened.',
        request_id: '',
      }),
    ])
  })

  test('is rejected a second time, on any path, immediately and simultaneously', async () => {
    const once = envelope(await make())
    expect((await send(once)).statusCode).toBe(200)
    expect((await send(once)).statusCode).toBe(400)
    const jti = newToken()
    const twins = await Promise.all([make({ plain: { jti } }), make({ plain: { jti } })])
    const answers = await Promise.all(twins.map((dt) => send(envelope(dt))))
    expect(answers.map((answer) => answer.statusCode).toSorted()).toEqual([200, 400])
  })

  test('would be opened a second time if it were not remembered', async () => {
    vi.stubEnv('PLANTED_FAULT', 'open-seal-twice')
    const once = envelope(await make())
    expect((await send(once)).statusCode).toBe(200)
    expect((await send(once)).statusCode).toBe(200)
    vi.unstubAllEnvs()
  })

  test('is not opened for another operation than it was created for', async () => {
    expect((await send(envelope(await make()), '/api/test/other')).statusCode).toBe(400)
  })
})

describe('sealing keys', () => {
  test('are shared by all processes, even if two start simultaneously', async () => {
    const fresh = await createTestDatabase()
    const platforms = await Promise.all([1, 2, 3].map(() => createTestPlatform(fresh, { clock })))
    const sets = await Promise.all(platforms.map((platform) => sealingKeysOf(platform).current()))
    expect(new Set(sets.map((keys) => JSON.stringify(keys.map((key) => key.kid)))).size).toBe(1)
    const { rows } = await fresh.adminPool.query('select public_jwk, private_sealed from server_key')
    expect(rows).toHaveLength(2)
    expect(JSON.stringify(rows)).not.toContain('"d":')
    await Promise.all(platforms.map((platform) => platform.close()))
    await fresh.drop()
  })

  test('are new each day, and yesterday’s stay valid for one more day', async () => {
    const hour_ms = 3_600_000
    const oldKey = (await sealingKeysOf(http.platform).current()).find((key) => key.crv === 'P-256')!
    clock.advance(24 * hour_ms)
    const today = await sealingKeysOf(http.platform).current()
    expect(today.map((key) => key.kid)).not.toContain(oldKey.kid)
    const sealWithOld = async (): Promise<string> => {
      const text = JSON.stringify({ iat: Math.floor(clock.now() / 1_000), jti: newToken(), body: { text: 'x' } })
      return new CompactEncrypt(new TextEncoder().encode(text))
        .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', kid: oldKey.kid, htm: 'POST', htu: url })
        .encrypt(await importJWK({ ...oldKey } as JWK, 'ECDH-ES'))
    }
    expect((await send(envelope(await sealWithOld()))).statusCode).toBe(200)
    clock.advance(24 * hour_ms)
    expect((await send(envelope(await sealWithOld()))).statusCode).toBe(400)
  })
})
