import type { AddressInfo } from 'node:net'
import { createServer } from 'node:http'
import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { ClientCredentials } from 'simple-oauth2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, noLimits, type TestApp } from '#server/test/app.ts'
import { makeDeveloperKey } from '#server/test/developer-token.ts'
import { makeTree } from '#server/test/factories.ts'
import { createTestDatabase, type TestDatabase } from '#server/test/harness.ts'

// Libraries that other people's software gets its tokens with, over HTTP and by the server's metadata (RFC 8414).

const scope = 'leads:read clients:read'
let db: TestDatabase
let http: TestApp
let issuer: string
let key: { name: string; secret: string }

beforeAll(async () => {
  db = await createTestDatabase()
  const tree = await makeTree(db)
  const port = await freePort()
  http = await createTestApp(db, { limiter: noLimits, env: { PUBLIC_PORT: String(port) } })
  key = await makeDeveloperKey(db, http.platform, tree.acme.owner)
  // The host name under which a process on this machine is reached.
  await db.adminPool.query(`update host set host = '127.0.0.1' where host = 'acme.localhost'`)
  await http.app.listen({ port, host: '127.0.0.1' })
  issuer = `http://127.0.0.1:${port}`
})
afterAll(async () => {
  await http.close()
  await db.drop()
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((ready) => server.once('listening', ready))
  const { port } = server.address() as AddressInfo
  await new Promise((closed) => server.close(closed))
  return port
}

/** Reads clients with a token; returns the status. */
const use = async (token: string): Promise<number> =>
  (await fetch(`${issuer}/api/v1/developer/clients`, { headers: { authorization: `Bearer ${token}` } })).status

describe('oauth4webapi', () => {
  const insecure = { [oauth.allowInsecureRequests]: true }
  test.each([
    ['client_secret_basic', oauth.ClientSecretBasic],
    ['client_secret_post', oauth.ClientSecretPost],
  ] as const)('gets a token by %s from what the metadata names', async (method, authenticate) => {
    const at = new URL(issuer)
    const discovery = await oauth.discoveryRequest(at, { algorithm: 'oauth2', ...insecure })
    const server = await oauth.processDiscoveryResponse(at, discovery)
    expect(server.token_endpoint_auth_methods_supported).toContain(method)
    expect(server.scopes_supported).toContain('sso:write')
    const client = { client_id: key.name }
    const parameters = new URLSearchParams({ scope })
    const credentials = authenticate(key.secret)
    const answer = await oauth.clientCredentialsGrantRequest(server, client, credentials, parameters, insecure)
    const token = await oauth.processClientCredentialsResponse(server, client, answer)
    expect([token.token_type, token.scope]).toEqual(['bearer', 'clients:read leads:read'])
    expect(await use(token.access_token)).toBe(200)
  })

  test('is told about a wrong secret as the standard says', async () => {
    const server = { issuer, token_endpoint: `${issuer}/api/v1/developer/oauth/token` }
    const wrongSecret = oauth.ClientSecretBasic('wrong_secret-of somebody:else%')
    const answer = await oauth.clientCredentialsGrantRequest(server, { client_id: key.name }, wrongSecret, {}, insecure)
    const refusal = oauth.processClientCredentialsResponse(server, { client_id: key.name }, answer)
    await expect(refusal).rejects.toMatchObject({ cause: expect.anything() })
    expect(answer.status).toBe(401)
  })
})

test('openid-client gets a token by HTTP Basic and in the body', async () => {
  for (const authenticate of [openid.ClientSecretBasic(key.secret), openid.ClientSecretPost(key.secret)]) {
    const config = await openid.discovery(new URL(issuer), key.name, undefined, authenticate, {
      algorithm: 'oauth2',
      execute: [openid.allowInsecureRequests],
    })
    const token = await openid.clientCredentialsGrant(config, { scope })
    expect(await use(token.access_token)).toBe(200)
  }
})

test.each(['strict', 'loose'] as const)('simple-oauth2 gets a token with its %s encoding', async (encoding) => {
  const client = new ClientCredentials({
    client: { id: key.name, secret: key.secret },
    auth: { tokenHost: issuer, tokenPath: '/api/v1/developer/oauth/token' },
    options: { credentialsEncodingMode: encoding },
  })
  const { token } = await client.getToken({ scope })
  expect(await use(String(token['access_token']))).toBe(200)
})

test('the metadata names the host that was asked, and a host of nobody has none', async () => {
  const readMetadata = (host: string) =>
    http.anonymous(host).inject({ method: 'GET', url: '/.well-known/oauth-authorization-server' })
  const brightside = await readMetadata('brightside.localhost')
  expect(brightside.headers['content-type']).toContain('application/json')
  expect(brightside.json()).toMatchObject({
    issuer: expect.stringContaining('brightside.localhost'),
    token_endpoint: expect.stringMatching(/brightside\.localhost.*\/api\/v1\/developer\/oauth\/token$/),
    grant_types_supported: ['client_credentials'],
  })
  expect(brightside.body).not.toMatch(/leadloom/i)
  expect((await readMetadata('nobody.localhost')).statusCode).toBe(404)
})
