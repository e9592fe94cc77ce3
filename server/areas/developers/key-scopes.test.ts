import { beforeAll, describe, expect, test } from 'vitest'
import { apiScopes, dataScopes, readingScopes, type ApiScope } from '#contract/core/api-scopes.ts'
import { createCredential, readCredentials } from '#contract/developers/credentials.ts'
import { issueOauthToken } from '#contract/developers/oauth.ts'
import { issueDeveloperToken, issueSsoToken } from '#contract/developers/sso.ts'
import { noLimits } from '#server/test/app.ts'
import { createKey } from '#server/test/developer-caller.ts'
import { openTree } from '#server/test/open-tree.ts'

// What a key may ask for, and what signing people in takes (decision 61).

type Key = Awaited<ReturnType<typeof createKey>>

const { db, http, tree } = await openTree({ limiter: noLimits })
let firstKey: Key

beforeAll(async () => {
  await db.adminPool.query('update company set api_mode = true')
  firstKey = await createKey(http, tree.acme.owner)
})

const create = (scopes: readonly ApiScope[], mode: 'live' | 'test' = 'live') => {
  const { owner } = tree.acme
  const body = { subdomain: owner.host, email: owner.email, mode, scopes: [...scopes] }
  return http.as(owner).call(createCredential, { body })
}
const replaceKey = async (scopes: readonly ApiScope[]): Promise<Key> => {
  await db.adminPool.query('update developer_credential set revoked_at = now() where public_name <> $1', [
    firstKey.client_id,
  ])
  return (await create(scopes)).body.data.user
}
const askToken = ({ client_id, secret_key: client_secret }: Key, scope?: string) =>
  http.anonymous().call(issueOauthToken, {
    body: { grant_type: 'client_credentials', client_id, client_secret, ...(scope !== undefined && { scope }) },
  })
const person = () => ({ email: tree.acme.clients[0]!.user.email, subdomain: 'acme.localhost' })
const signIn = (access_token: string) =>
  http.anonymous().call(issueSsoToken, { body: person(), headers: { authorization: `Bearer ${access_token}` } })

describe('signing a person in', () => {
  test('is refused to a token of any other scope, and to one of the default scopes', async () => {
    for (const scope of [undefined, ...dataScopes, dataScopes.join(' ')]) {
      const token = await askToken(firstKey, scope)
      const answer = await signIn(token.body.access_token)
      expect([scope, answer.status, answer.body]).toMatchObject([scope, 403, { code: 'insufficient_scope' }])
    }
  })

  test('works with a token of its own scope, and with one of the earlier token call', async () => {
    const tokenAnswer = await askToken(firstKey, 'sso:write')
    const earlier = await http.anonymous().call(issueDeveloperToken, { body: firstKey })
    for (const { status, body } of [tokenAnswer, earlier])
      expect([status, (await signIn(body.access_token)).status]).toEqual([200, 200])
    const { access_token } = earlier.body
    const headers = { authorization: `Bearer ${access_token}` }
    const answer = await http.anonymous().inject({ method: 'GET', url: '/api/v1/developer/clients', headers })
    expect(answer.statusCode).toBe(403)
  })

  test('is refused to a key without that scope, on every way to it', async () => {
    const key = await replaceKey(dataScopes)
    const refusal = await askToken(key, 'sso:write')
    expect([refusal.status, refusal.body]).toMatchObject([400, { error: 'invalid_scope' }])
    const earlier = await http.anonymous().call(issueDeveloperToken, { body: key })
    const direct = await http.anonymous().call(issueSsoToken, { body: { ...person(), ...key } })
    for (const { status, body } of [earlier, direct])
      expect([status, body]).toMatchObject([403, { code: 'insufficient_scope' }])
    const { rows } = await db.adminPool.query(
      'select token.token_hash from sso_token token join developer_credential key on key.id = credential_id where public_name = $1',
      [key.client_id],
    )
    expect(rows).toEqual([])
  })
})

describe('a key', () => {
  test('for reading gets tokens that read, and none that write', async () => {
    const key = await replaceKey(readingScopes)
    expect((await askToken(key)).body.scope).toBe(readingScopes.join(' '))
    const writing = await askToken(key, 'leads:read campaigns:write')
    expect([writing.status, writing.body]).toMatchObject([400, { error: 'invalid_scope' }])
  })

  test('for one thing gets that by default, and one that reads nothing must name its scope', async () => {
    const leads = await replaceKey(['leads:read', 'campaigns:write'])
    expect((await askToken(leads)).body.scope).toBe('leads:read')
    const signing = await replaceKey(['sso:write'])
    expect((await askToken(signing)).status).toBe(400)
    expect((await askToken(signing, 'sso:write')).body.scope).toBe('sso:write')
  })

  test('has every scope if the call names none, and is listed with what it has', async () => {
    await replaceKey(['usage:read', 'leads:read'])
    const { body } = await http.as(tree.acme.owner).call(readCredentials, { params: { companyID: tree.acme.id } })
    expect(body.data.credentials.map(({ scopes }) => scopes)).toEqual([['leads:read', 'usage:read'], [...apiScopes]])
  })

  test('for tests signs nobody in, and a key without any scope is refused', async () => {
    const signing = await create(['leads:read', 'sso:write'], 'test')
    const empty = await create([])
    for (const { status, body } of [signing, empty]) expect([status, body]).toMatchObject([422, { field: 'scopes' }])
  })
})
