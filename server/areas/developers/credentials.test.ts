import { describe, expect, test } from 'vitest'
import { reauthenticate } from '#contract/sign-in/reauthenticate.ts'
import { acceptAgreement } from '#contract/agreements/acceptances.ts'
import {
  createCredential,
  readCredentials,
  readDeveloperApi,
  removeCredential,
  revealCredential,
} from '#contract/developers/credentials.ts'
import { issueOauthToken } from '#contract/developers/oauth.ts'
import { issueDeveloperToken } from '#contract/developers/sso.ts'
import { listStates } from '#contract/campaigns/places.ts'
import { switchUser } from '#contract/sign-in/view-mode.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { testPassword, type TestUser } from '#server/test/factories.ts'
import { inputOf } from '#server/test/access/example-of.ts'
import { routes } from '#server/routes.ts'
import { codeOf } from '#server/test/second-factor.ts'
import { readAuthenticatorSetup, saveFactorSettings } from '#contract/sign-in/second-factor.ts'
import { openTree } from '#server/test/open-tree.ts'

const clock = createStillClock(Date.now())
const { db, http, tree } = await openTree({ clock })

const create = (user: TestUser) =>
  http.as(user).call(createCredential, { body: { subdomain: user.host, email: user.email } })
const prove = (user: TestUser, body: { password: string; code?: string } = { password: testPassword }) =>
  http.as(user).call(reauthenticate, { body })
const readKeys = (user: TestUser, companyID = user.companyId) =>
  http.as(user).call(readCredentials, { params: { companyID } })
const reveal = (user: TestUser, client_id: string, companyID = user.companyId) =>
  http.as(user).call(revealCredential, { params: { companyID }, body: { client_id } })
const remove = (user: TestUser, clientId: string, companyID = user.companyId) =>
  http.as(user).call(removeCredential, { params: { companyID, clientId } })
const accept = (user: TestUser) =>
  http.as(user).call(acceptAgreement, {
    body: {
      user_id: user.id,
      company_id: user.companyId,
      company_name: 'x',
      is_marketing_services_agreement_developer: 'T',
      location_menu: 'developer',
      document_type: 'default_agency',
    },
  })
const exchange = (client_id: string, secret_key: string, host = 'acme.localhost') =>
  http.anonymous(host).call(issueDeveloperToken, { body: { client_id, secret_key } })
const grantOf = (client_id: string, client_secret: string) =>
  http.anonymous().call(issueOauthToken, { body: { grant_type: 'client_credentials', client_id, client_secret } })
const statesWith = (token: string, host = 'acme.localhost') =>
  http.anonymous(host).call(listStates, { headers: { authorization: `Bearer ${token}` } })
const absent = (): string => newId(Date.now())
let id: string
let secret: string

describe('a key for the developer API', () => {
  test('R115: is rejected until the operator turns the API on, and R113: until the agreement is accepted', async () => {
    const { owner } = tree.acme
    const off = await create(owner)
    expect([off.status, off.body.message]).toEqual([409, 'The developer API isn’t turned on for your company.'])
    expect((await readKeys(owner)).body.data).toMatchObject({
      api_mode: 'F',
      status: 'none',
      client_id: '',
      secret_key: '',
    })
    await db.adminPool.query('update company set api_mode = true where id = any ($1)', [
      [tree.acme.id, tree.brightside.id],
    ])
    http.forget(owner)
    const early = await create(owner)
    expect([early.status, early.body.message]).toEqual([409, 'Accept the agreement for developers first.'])
    expect((await accept(owner)).status).toBe(200)
    expect((await db.adminPool.query('select from developer_credential')).rowCount).toBe(0)
  })

  test('is created only after reauthentication, and shows its secret', async () => {
    const { owner } = tree.acme
    await http.forgetProof(owner)
    const answer = await create(owner)
    expect([answer.status, answer.body.code]).toEqual([403, 'reauthenticate'])
    const refusal = await prove(owner, { password: 'wrong' })
    expect([refusal.status, refusal.body.field]).toEqual([422, 'password'])
    expect((await create(owner)).status).toBe(403)
    expect((await prove(owner)).status).toBe(200)
    const keyAnswer = await create(owner)
    expect(keyAnswer.status).toBe(200)
    ;({ client_id: id, secret_key: secret } = keyAnswer.body.data.user)
    expect(keyAnswer.body.data).toMatchObject({
      status: 'active',
      base_url: expect.stringMatching(/acme\.localhost.*\/api\/v1\/developer$/),
    })
    const { rows } = await db.adminPool.query('select * from developer_credential')
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows[0])).not.toContain(secret)
    const mails = await db.adminPool.query(`select count(*)::int as count from graphile_worker._private_jobs`)
    expect(mails.rows[0].count).toBeGreaterThan(0)
  })

  test('is returned without its secret, and with the URLs that developers need (R116)', async () => {
    const { body } = await readKeys(tree.acme.owner)
    expect(body.data).toMatchObject({ status: 'active', client_id: id, secret_key: `••••••••${secret.slice(-4)}` })
    expect(JSON.stringify(body)).not.toContain(secret)
    expect(body.data.states_url).toMatch(/\/api\/general\/state$/)
    const docs = await http.anonymous().call(readDeveloperApi)
    expect(docs.body).toMatchObject({ openapi: '3.1.0', info: { title: 'Acme API' } })
    expect(Object.keys(docs.body['paths'] as object)).toContain('/api/v1/developer/sso/token')
    expect(JSON.stringify(docs.body)).not.toContain('Leadloom')
  })

  test('shows its secret again after reauthentication, and each time logs an entry without the secret', async () => {
    const { owner } = tree.acme
    // Entries of one instant have no order.
    clock.advance(1)
    await http.forgetProof(owner)
    expect((await reveal(owner, id)).body.code).toBe('reauthenticate')
    await prove(owner)
    expect((await reveal(owner, id)).body.data).toEqual({ client_id: id, secret_key: secret })
    const { rows } = await db.adminPool.query(
      `select action, actor_id, target_name, before, after, description from activity where action like 'developer.%' order by at`,
    )
    expect(rows.map(({ action, actor_id, target_name }) => [action, actor_id, target_name])).toEqual([
      ['developer.credentialMade', owner.id, id],
      ['developer.secretShown', owner.id, id],
    ])
    expect(JSON.stringify(rows)).not.toContain(secret)
  })

  test('requires the second factor if one is enabled', async () => {
    const { owner } = tree.acme
    const params = { userId: owner.id }
    const setup = await http
      .as(owner)
      .call(readAuthenticatorSetup, { params: { ...params, companyId: owner.companyId } })
    const { secretKey } = setup.body
    const on = { two_factor_auth: true, two_factor_auth_type: 'google', secretKey }
    await http.as(owner).call(saveFactorSettings, { params, body: { ...on, code: codeOf(secretKey, clock.now()) } })
    await http.forgetProof(owner)
    const password = testPassword
    expect((await prove(owner)).body.field).toBe('code')
    expect((await prove(owner, { password, code: '000000' })).body.field).toBe('code')
    expect((await reveal(owner, id)).status).toBe(403)
    clock.advance(60_000)
    expect((await prove(owner, { password, code: codeOf(secretKey, clock.now()) })).status).toBe(200)
    expect((await reveal(owner, id)).status).toBe(200)
    await db.adminPool.query('delete from second_factor')
  })

  test('cannot be created or revealed for a day after a password reset by email link', async () => {
    const { owner } = tree.acme
    await db.adminPool.query(
      `insert into password_reset (token_hash, user_id, host, created_at, expires_at, used_at) values ('\\x01', $1, 'x', $2, $2, $2)`,
      [owner.id, new Date(clock.now() - 3_600_000)],
    )
    expect([(await reveal(owner, id)).status, (await create(owner)).status]).toEqual([409, 409])
    await db.adminPool.query('delete from password_reset')
  })

  test('belongs to its company: others’ keys look absent, and users without the permission are rejected', async () => {
    const { acme, brightside, root, other } = tree
    expect((await accept(brightside.owner)).status).toBe(200)
    for (const companyId of [acme.id, absent()]) {
      expect((await readKeys(brightside.owner, companyId)).status).toBe(404)
      expect((await reveal(brightside.owner, id, companyId)).status).toBe(404)
      expect((await remove(brightside.owner, id, companyId)).status).toBe(404)
    }
    expect((await reveal(brightside.owner, id)).status).toBe(404)
    expect((await remove(brightside.owner, id)).status).toBe(404)
    for (const user of [acme.admin, acme.clients[0]!.user, root.salesRep, root.admin]) {
      expect([(await create(user)).status, (await readKeys(user)).status, (await remove(user, id)).status]).toEqual([
        403, 403, 403,
      ])
    }
    expect((await remove(other.system, id)).status).toBe(404)
  })

  test('cannot be read or revealed in view mode', async () => {
    const { root, acme } = tree
    const viewStart = await http
      .as(root.system)
      .call(switchUser, { body: { userID: acme.owner.id, reason: 'A question' } })
    http.forget(root.system)
    const headers = { authorization: `Bearer ${viewStart.body.access_token}` }
    const params = { companyID: acme.id }
    const viewer = http.anonymous(root.host)
    const body = { client_id: id }
    expect((await viewer.call(readCredentials, { params, headers })).status).toBe(403)
    expect((await viewer.call(revealCredential, { params, body, headers })).status).toBe(403)
  })
})

describe('a developer token', () => {
  test('is issued for the right secret on the own host, and works only for the developer API', async () => {
    const { status, body } = await exchange(id, secret)
    expect([status, body.token_type, body.expires_in]).toEqual([200, 'Bearer', 900])
    // It is for single sign-on alone.
    expect((await statesWith(body.access_token)).status).toBe(403)
    expect((await statesWith(body.access_token, 'brightside.localhost')).status).toBe(401)
    const { access_token } = (await grantOf(id, secret)).body
    expect((await statesWith(access_token)).status).toBe(200)
    expect((await statesWith(access_token, 'brightside.localhost')).status).toBe(401)
    const headers = { authorization: `Bearer ${body.access_token}` }
    const answer = await http.anonymous().call(readCredentials, { params: { companyID: tree.acme.id }, headers })
    expect(answer.status).toBe(403)
    const { rows } = await db.adminPool.query('select last_used_at from developer_credential where public_name = $1', [
      id,
    ])
    expect(rows[0].last_used_at).not.toBeNull()
  })

  test('is rejected by every operation that is not open to developers', async () => {
    const { access_token } = (await exchange(id, secret)).body
    const headers = { authorization: `Bearer ${access_token}` }
    const closedOperations = routes.map(({ operation }) => operation).filter(({ access }) => !access.developer)
    expect(closedOperations.length).toBeGreaterThan(60)
    const leaks: string[] = []
    for (const operation of closedOperations) {
      const { status } = await http.anonymous().call(operation, { ...inputOf(operation), headers })
      if (status !== 403) leaks.push(`${operation.name} ${status}`)
    }
    expect(leaks).toEqual([])
  })

  test('gets the same error for a wrong secret, an unknown name or another agency’s host', async () => {
    const wrongSecret = 'A'.repeat(43)
    const answers = [
      await exchange(id, wrongSecret),
      await exchange('dev_aaaaaaaaaaaaaaaa', wrongSecret),
      await exchange(id, secret, 'brightside.localhost'),
      await exchange(id, secret, 'nobody.localhost'),
    ]
    for (const { status, body } of answers) {
      expect([status, body.message]).toEqual([401, 'These credentials do not match our records.'])
    }
    expect((await exchange(id, secret, 'localhost')).status).toBe(200)
  })

  test('is issued to the key’s owner even while others try its name with wrong secrets', async () => {
    clock.advance(60_000 - (clock.now() % 60_000))
    for (let at = 0; at < 61; at++) expect((await exchange(id, 'A'.repeat(43))).status).toBe(401)
    expect((await exchange(id, secret)).status).toBe(200)
  })

  test('expires after 15 minutes, with its key, and when the operator turns the API off', async () => {
    const { owner } = tree.acme
    const token = (await grantOf(id, secret)).body.access_token
    expect((await statesWith(token)).status).toBe(200)
    clock.advance(15 * 60_000)
    expect((await statesWith(token)).status).toBe(401)
    const second = (await grantOf(id, secret)).body.access_token
    await db.adminPool.query('update company set api_mode = false where id = $1', [tree.acme.id])
    clock.advance(6_000)
    expect([(await statesWith(second)).status, (await exchange(id, secret)).status]).toEqual([401, 401])
    await db.adminPool.query('update company set api_mode = true where id = $1', [tree.acme.id])
    const third = (await grantOf(id, secret)).body.access_token
    http.forget(owner)
    expect((await remove(owner, id)).body.message).toBe('The key no longer works.')
    clock.advance(6_000)
    expect([(await statesWith(third)).status, (await exchange(id, secret)).status]).toEqual([401, 401])
    expect((await remove(owner, id)).status).toBe(404)
  })

  test('is issued for each of two keys, and a third key is rejected, even in concurrent requests', async () => {
    const { owner } = tree.acme
    http.forget(owner)
    const answers = await Promise.all([create(owner), create(owner), create(owner)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 409])
    for (const { body } of answers.filter(({ status }) => status === 200)) {
      expect((await exchange(body.data.user.client_id, body.data.user.secret_key)).status).toBe(200)
    }
  })
})
