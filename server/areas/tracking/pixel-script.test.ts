import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { useCollectors, type CollectAnswer } from '#server/test/collector.ts'
import { openTestDatabase } from '#server/test/harness.ts'

const db = await openTestDatabase({ app: 30 })

const serve = useCollectors(() => db)

describe('the pixel script', () => {
  const source = `console.log(${JSON.stringify('x'.repeat(2_000))})`
  const file = join(mkdtempSync(join(tmpdir(), 'leadloom-px-')), 'px.js')
  writeFileSync(file, source)

  it('is served compressed, cached for an hour, to every site', async () => {
    const { send } = await serve({ pixelScript: file })
    const get = (headers: Record<string, string> = {}, method = 'GET', path = '/px.js'): Promise<CollectAnswer> =>
      send({ method, path, headers })
    const plain = await get()
    expect(plain.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=3600',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      vary: 'Accept-Encoding',
    })
    expect(plain.bytes.toString()).toBe(source)
    const br = await get({ 'accept-encoding': 'gzip, deflate, br' }, 'GET', '/px.js?v=1')
    expect([br.headers['content-encoding'], brotliDecompressSync(br.bytes).toString()]).toEqual(['br', source])
    const gzip = await get({ 'accept-encoding': 'gzip' })
    expect([gzip.headers['content-encoding'], gunzipSync(gzip.bytes).toString()]).toEqual(['gzip', source])
    expect(await get({ 'if-none-match': gzip.headers.etag! })).toMatchObject({ status: 304, bytes: Buffer.alloc(0) })
    expect(await get({}, 'HEAD')).toMatchObject({ status: 200, bytes: Buffer.alloc(0) })
  })

  it('is not found before it is built', async () => {
    const { send } = await serve({ pixelScript: join(tmpdir(), 'no-such-px.js') })
    expect((await send({ method: 'GET', path: '/px.js' })).status).toBe(404)
  })

  it('may be used by other sites: the preflight allows them without credentials', async () => {
    const { send } = await serve()
    const answer = await send({ method: 'OPTIONS', headers: { origin: 'https://shop.example' } })
    expect(answer).toMatchObject({ status: 204, headers: { 'access-control-allow-origin': '*' } })
    expect(answer.headers['access-control-allow-methods']).toContain('POST')
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials')
  })
})
