import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Boot } from '#contract/branding/domain.ts'
import { readDomain } from '#contract/branding/domain.ts'
import { findMovedHost } from '#server/areas/branding/released-hosts.ts'
import { readBoot } from '#server/areas/branding/read-brand.ts'
import { pageAddress } from '#server/platform/page-address.ts'
import { createTestApp, type TestApp } from '#server/test/app.ts'
import { makeTree, type TestTree } from '#server/test/factories.ts'
import { createTestDatabase, type TestDatabase } from '#server/test/harness.ts'

const script = 'console.log("hello")'.repeat(50)
const folder = mkdtempSync(join(tmpdir(), 'leadloom-pages-'))
mkdirSync(join(folder, 'assets'))
writeFileSync(
  join(folder, 'index.html'),
  '<!doctype html><!--head--><!--boot--><script nonce="__NONCE__" src="/assets/app-1a2b.js"></script>',
)
writeFileSync(join(folder, 'assets', 'app-1a2b.js'), script)
writeFileSync(join(folder, 'assets', 'app-1a2b.js.br'), brotliCompressSync(script))
writeFileSync(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')

let db: TestDatabase
let http: TestApp
let tree: TestTree
beforeAll(async () => {
  db = await createTestDatabase()
  tree = await makeTree(db)
  http = await createTestApp(db, {
    pages: {
      folder,
      readBoot: (host) => readBoot(http.platform, host),
      readMovedTo: async (host) => {
        const newHost = await findMovedHost(http.platform, host)
        return newHost === null ? null : pageAddress(http.platform.config, newHost, '')
      },
    },
  })
})
afterAll(async () => {
  await http.close()
  await db.drop()
  rmSync(folder, { recursive: true })
})

const get = (url: string, host = 'acme.localhost:8080', headers = {}): Promise<LightMyRequestResponse> =>
  http.anonymous(host).inject({ method: 'GET', url, headers })
const bootOf = (html: string): Boot => JSON.parse(/<script[^>]*id="boot"[^>]*>(.*?)<\/script>/.exec(html)![1]!) as Boot

describe('a page', () => {
  test('names its host’s brand to those who run no script: title, preview and icon, and no other brand', async () => {
    const name = `A&B <b>"x"`
    await db.adminPool.query('update brand set name = $2 where company_id = $1', [tree.acme.id, name])
    const { payload } = await get('/login')
    const head = payload.slice(0, payload.indexOf('<script'))
    expect(head).toContain('<title>A&amp;B &lt;b&gt;&quot;x&quot;</title>')
    expect(head).toContain('<meta property="og:site_name" content="A&amp;B &lt;b&gt;&quot;x&quot;">')
    expect(head).toContain('<link rel="icon" type="image/svg+xml" href="/favicon.ico">')
    expect(head).not.toContain('Leadloom')
    const icon = await get('/favicon.ico')
    expect([icon.statusCode, icon.headers['content-type']]).toEqual([200, 'image/svg+xml'])
    expect(icon.payload).toContain('>A</text>')
    expect((await get('/favicon.ico', 'brightside.localhost')).payload).toContain('>B</text>')
    expect((await get('/favicon.ico', 'nobody.localhost')).statusCode).toBe(404)
    await db.adminPool.query(`update brand set name = 'Acme' where company_id = $1`, [tree.acme.id])
  })

  test('contains the brand of its host and of no other', async () => {
    for (const [host, name, otherName] of [
      ['acme.localhost:8080', 'Acme', 'Brightside'],
      ['BRIGHTSIDE.localhost', 'Brightside', 'Acme'],
      ['localhost:8080', 'Leadloom', 'Acme'],
    ] as const) {
      const { payload, statusCode } = await get('/login', host)
      expect(statusCode).toBe(200)
      expect(bootOf(payload).brand.name).toBe(name)
      expect(payload).not.toContain(otherName)
    }
    expect(bootOf((await get('/')).payload).brand).toMatchObject({
      company_id: tree.acme.id,
      isRoot: false,
      brand_color: '#0f766e',
      modules: { local: { name: 'Site ID', url: 'siteid' } },
    })
  })

  test('is the same at every path that is not a file, so that the browser’s router decides', async () => {
    for (const url of ['/', '/login', '/siteid/dashboard', '/no/such/page?x=1']) {
      expect((await get(url)).headers['content-type']).toBe('text/html; charset=utf-8')
    }
  })

  test('R042: responds with 404 and the not-found page where there is no page', async () => {
    for (const url of ['/nowhere', '/no/such/page?x=1', '/siteid/nowhere', '/configuration/nowhere']) {
      const { statusCode, payload } = await get(url)
      expect([url, statusCode, payload.includes('id="boot" data-page="absent"')]).toEqual([url, 404, true])
    }
    for (const url of ['/', '/login?next=%2Fnowhere', '/siteid/leads', '/user/profile', '/register', '/sso?token=x']) {
      const { statusCode, payload } = await get(url)
      expect([url, statusCode, payload.includes('data-page')]).toEqual([url, 200, false])
    }
  })

  test('responds to HEAD, as uptime monitors need', async () => {
    const { statusCode, body } = await http.anonymous('acme.localhost').inject({ method: 'HEAD', url: '/login' })
    expect([statusCode, body]).toEqual([200, ''])
  })

  test('is compressed for clients that accept it', async () => {
    const plain = (await get('/login')).payload.length
    for (const [encoding, expand] of [
      ['gzip, deflate, br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const answer = await get('/login', undefined, { 'accept-encoding': encoding })
      expect(expand(answer.rawPayload).toString()).toHaveLength(plain)
      expect(answer.headers['vary']).toBe('Accept-Encoding')
    }
  })

  test('allows scripts only with its own nonce, a new one each time', async () => {
    const pages = [await get('/login'), await get('/login')]
    const nonces = pages.map(({ headers, payload }) => {
      const nonce = /script-src 'nonce-([^']+)'/.exec(String(headers['content-security-policy']))![1]!
      expect(payload).toContain(`<script nonce="${nonce}"`)
      expect(payload).not.toContain('__NONCE__')
      return nonce
    })
    expect(new Set(nonces).size).toBe(2)
    expect(pages[0]!.headers['content-security-policy']).toContain("require-trusted-types-for 'script'")
    expect(pages[0]!.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(pages[0]!.headers['cache-control']).toBe('no-cache')
  })

  test('whose URL contains a secret sends no referrer and is not indexed by search engines', async () => {
    for (const [url, policy] of [
      ['/set-new-password/secret?email=a%40b.test', 'no-referrer'],
      ['/sso?token=secret', 'no-referrer'],
      ['/shared-report', 'no-referrer'],
      ['/pay-invoice', 'no-referrer'],
      ['/login', 'strict-origin-when-cross-origin'],
    ]) {
      const { headers } = await get(url!)
      expect([url, headers['referrer-policy']]).toEqual([url, policy])
      expect([url, headers['x-robots-tag']]).toEqual([url, policy === 'no-referrer' ? 'noindex' : undefined])
    }
  })

  test('R020: the developer agreement can be framed by its own host, and no other page can be framed', async () => {
    for (const [url, ancestors, frameOptions] of [
      ['/marketing-services-agreement-developer', "frame-ancestors 'self'", 'SAMEORIGIN'],
      ['/marketing-services-agreement-developer?language=ar', "frame-ancestors 'self'", 'SAMEORIGIN'],
      ['/marketing-services-agreement-developer/more', "frame-ancestors 'none'", 'DENY'],
      ['/privacy-policy', "frame-ancestors 'none'", 'DENY'],
    ] as const) {
      const { headers } = await get(url)
      expect([url, headers['x-frame-options']]).toEqual([url, frameOptions])
      expect(headers['content-security-policy']).toContain(ancestors)
    }
  })

  test('escapes the values of a brand', async () => {
    const name = `</script><script>alert(1)</script> $& $1 <!--`
    await db.adminPool.query('update brand set name = $2 where company_id = $1', [tree.brightside.id, name])
    const { payload } = await get('/', 'brightside.localhost')
    expect(bootOf(payload).brand.name).toBe(name)
    expect(payload.match(/<script/g)).toHaveLength(2)
    await db.adminPool.query(`update brand set name = 'Brightside' where company_id = $1`, [tree.brightside.id])
  })

  test('of an unknown or unverified host is a 404 without a brand', async () => {
    await db.adminPool.query(
      `insert into host (host, company_id, root_id, agency_id) values ('claimed.localhost', $1, $2, $1)`,
      [tree.acme.id, tree.root.id],
    )
    for (const host of ['nowhere.localhost', 'claimed.localhost', '[::1]:8080']) {
      const { statusCode, payload } = await get('/login', host)
      expect([host, statusCode]).toEqual([host, 404])
      expect(payload).not.toMatch(/acme|leadloom|brightside/i)
    }
  })

  test('of a recently released host redirects to the company’s current one', async () => {
    const release = (host: string, companyId: string, days: number) =>
      db.adminPool.query('insert into released_host (host, company_id, released_at) values ($1, $2, $3)', [
        host,
        companyId,
        new Date(http.platform.clock.now() - days * 86_400_000),
      ])
    await release('once.localhost', tree.acme.id, 89)
    await release('long-ago.localhost', tree.acme.id, 91)
    await release('hostless.localhost', tree.acme.clients[0]!.id, 1)
    const newAddress = (path: string): string => pageAddress(http.platform.config, tree.acme.owner.host, path)
    for (const path of ['/shared-report', '/set-new-password/secret?email=a%40b.test', '//elsewhere.test/login']) {
      const { statusCode, headers } = await get(path, 'once.localhost:8080')
      expect([statusCode, headers.location, headers['cache-control']]).toEqual([302, newAddress(path), 'no-store'])
    }
    expect((await get('/shared-report', 'once.localhost')).headers['referrer-policy']).toBe('no-referrer')
    for (const host of ['long-ago.localhost', 'hostless.localhost'])
      expect((await get('/login', host)).statusCode).toBe(404)
  })

  test('is not returned for an API call that does not exist', async () => {
    const answer = await get('/api/nothing')
    expect(answer.statusCode).toBe(404)
    expect(answer.json().code).toBe('not_found')
  })
})

describe('a file', () => {
  test('under assets is cached for a year and served precompressed', async () => {
    const answer = await get('/assets/app-1a2b.js', undefined, { 'accept-encoding': 'gzip, br' })
    expect(answer.headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-type': expect.stringContaining('javascript'),
    })
    expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(script)
    expect((await get('/assets/app-1a2b.js')).payload).toBe(script)
  })

  test('that does not exist is not found, rather than a page', async () => {
    for (const url of ['/assets/gone-1.js', '/assets/../index.html', '/assets/%2e%2e/index.html', '/assets/']) {
      const answer = await get(url)
      expect([url, answer.payload.includes('id="boot"') && url.includes('gone')]).toEqual([url, false])
      expect(answer.payload).not.toContain('__NONCE__')
    }
    expect((await get('/assets/gone-1.js')).statusCode).toBe(404)
  })

  test('next to the page is served from the root', async () => {
    const answer = await get('/favicon.svg')
    expect(answer.headers['content-type']).toContain('image/svg+xml')
  })
})

describe('the brand of a host', () => {
  test('can be read without signing in', async () => {
    const answer = await http
      .anonymous()
      .call(readDomain, { params: { type: 'subdomain', hostID: 'Brightside.localhost' } })
    expect(answer.body.data).toMatchObject({
      idsys: tree.brightside.id,
      masteridsys: tree.root.id,
      rootName: 'Brightside',
      rootcomp: 'F',
    })
    const nowhere = await http.anonymous().call(readDomain, { params: { type: 'domain', hostID: 'nowhere.test' } })
    expect(nowhere.status).toBe(404)
  })

  test('is the root’s while an agency has none', async () => {
    await db.adminPool.query('delete from brand where company_id = $1', [tree.acme.id])
    expect(bootOf((await get('/')).payload).brand).toMatchObject({ name: 'Leadloom', company_id: tree.acme.id })
  })
})

test('allows a third-party script only if the operator has reCAPTCHA keys', async () => {
  const pages = { folder, readBoot: (host: string) => readBoot(http.platform, host) }
  const policyWith = async (captchaScript?: string): Promise<string> => {
    const app = await createTestApp(db, { pages: { ...pages, captchaScript } })
    const answer = await app.anonymous('acme.localhost').inject({ method: 'GET', url: '/login' })
    await app.close()
    return String(answer.headers['content-security-policy'])
  }
  expect(await policyWith()).not.toMatch(/https?:/)
  const policy = await policyWith('https://www.google.com/recaptcha/api.js')
  expect(policy).toContain("connect-src 'self' https://www.google.com/recaptcha/;")
  expect(policy).toContain("frame-src 'self' https://www.google.com/recaptcha/;")
  expect(policy.match(/https:/g)).toHaveLength(2)
})

test('is served with its files while calls are rejected', async () => {
  const busy = await createTestApp(db, {
    maxLag_ms: 5,
    pages: { folder, readBoot: (host) => readBoot(http.platform, host) },
  })
  const ask = (url: string) => busy.anonymous('acme.localhost').inject({ method: 'GET', url })
  try {
    const answers = async (): Promise<unknown[]> => {
      await lag()
      const [call, page, file] = [await ask('/api/keys'), await ask('/login'), await ask('/assets/app-1a2b.js')]
      return [call.statusCode, call.headers['retry-after'], page.statusCode, file.statusCode]
    }
    await expect.poll(answers, { timeout: 10_000 }).toEqual([503, '2', 200, 200])
  } finally {
    await busy.close()
  }
})

/** Blocks the event loop repeatedly for as long as its lag is measured. */
async function lag(): Promise<void> {
  for (let times = 0; times < 12; times++) {
    const until_ms = performance.now() + 50
    while (performance.now() < until_ms);
    await new Promise((resume) => setTimeout(resume, 0))
  }
}
