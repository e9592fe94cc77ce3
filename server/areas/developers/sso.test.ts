import { beforeAll, describe, expect, test } from 'vitest'
import { readMe } from '#contract/people/user.ts'
import { switchUser } from '#contract/sign-in/view-mode.ts'
import { removeCredential } from '#contract/developers/credentials.ts'
import { issueDeveloperToken, issueSsoToken, validateSso } from '#contract/developers/sso.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { noLimits } from '#server/test/app.ts'
import { createKey } from '#server/test/developer-caller.ts'
import type { TestUser } from '#server/test/factories.ts'
import { openTree } from '#server/test/open-tree.ts'

const clock = createStillClock(Date.now())
const keys = new Map<string, { client_id: string; secret_key: string }>()
const { db, http, tree } = await openTree({ clock, limiter: noLimits })
beforeAll(async () => {
  await db.adminPool.query('update company set api_mode = true')
  for (const user of [tree.acme.owner, tree.root.system]) keys.set(user.companyId, await createKey(http, user))
})

const plumbright = (): TestUser => tree.acme.clients[0]!.user
const issue = (email: string, subdomain = 'acme.localhost', companyId = tree.acme.id) =>
  http.anonymous(subdomain.includes('brightside') ? 'acme.localhost' : 'localhost').call(issueSsoToken, {
    body: { ...keys.get(companyId), email, subdomain },
  })
const tokenFor = async (user: TestUser): Promise<string> => (await issue(user.email, user.host)).body.token
const validate = (token: string, more: object = {}, host = 'acme.localhost', headers = {}) =>
  http.anonymous(host).call(validateSso, { body: { subdomain: host, token, ...more }, headers })
const validateAs = (user: TestUser, token: string, more: object = {}) =>
  http.as(user).call(validateSso, { body: { subdomain: user.host, token, ...more } })
const refusal = [
  409,
  'There is currently an update processing on the platform. Please wait five minutes and try again.',
]
const outcome = ({ status, body }: Awaited<ReturnType<typeof validate>>): unknown[] => [status, body.message]

describe('issuing a token', () => {
  test('works for people of companies below the developer’s own; foreign and absent people get the same error', async () => {
    const { acme, brightside, root, other } = tree
    const answer = await issue(plumbright().email)
    expect([answer.status, answer.body.expires_in]).toEqual([200, 60])
    expect(answer.body.url).toContain(`acme.localhost`)
    expect(answer.body.url).toContain(`/sso?token=${answer.body.token}`)
    const unreachable = [acme.owner, acme.admin, brightside.clients[0]!.user, root.system, root.salesRep, other.system]
    for (const { email } of [...unreachable, { email: 'nobody@acme.test' }]) {
      const { status, body } = await issue(email)
      expect([email, status, body.message]).toEqual([email, 404, 'The page you requested could not be found.'])
    }
    // The operator's own key reaches agencies and their clients, each on their own host.
    expect((await issue(acme.owner.email, 'acme.localhost', root.id)).status).toBe(200)
    expect((await issue(acme.admin.email, 'acme.localhost', root.id)).status).toBe(404)
  })

  test('requires a verified host of the own company to which the person belongs', async () => {
    expect((await issue(plumbright().email, 'brightside.localhost')).status).toBe(404)
    expect((await issue(plumbright().email, 'nobody.localhost')).status).toBe(404)
  })

  test('accepts a developer token instead of the credential, and rejects a call with neither', async () => {
    const body = { email: plumbright().email, subdomain: 'acme.localhost' }
    const { access_token } = (await http.anonymous().call(issueDeveloperToken, { body: keys.get(tree.acme.id) })).body
    const headers = { authorization: `Bearer ${access_token}` }
    expect((await http.anonymous().call(issueSsoToken, { body, headers })).status).toBe(200)
    expect((await http.anonymous().call(issueSsoToken, { body })).status).toBe(401)
    const wrongBody = { ...body, ...keys.get(tree.acme.id), secret_key: 'A'.repeat(43) }
    expect((await http.anonymous().call(issueSsoToken, { body: wrongBody })).status).toBe(401)
    expect((await http.as(tree.acme.owner).call(issueSsoToken, { body })).status).toBe(403)
  })
})

describe('validating a token', () => {
  test('R094: signs a visitor in once, within 60 seconds, and logs it', async () => {
    const token = await tokenFor(plumbright())
    const { status, body } = await validate(token)
    expect([status, body.message, body.action]).toEqual([200, 'Access Token Valid', 'sign_in'])
    expect(body.user).toEqual({ name: 'client', email: plumbright().email })
    const headers = { authorization: `Bearer ${body.tokens!.access_token}` }
    const me = await http.anonymous('acme.localhost').call(readMe, { headers })
    expect(me.body.data.id).toBe(plumbright().id)
    expect(outcome(await validate(token))).toEqual(refusal)
    const log = await db.adminPool.query(`select actor_id from activity where action = 'account.signedInBySso'`)
    expect(log.rows).toEqual([{ actor_id: plumbright().id }])
  })

  test('R095: gives the same message for an expired, an invented and another host’s token', async () => {
    const oldToken = await tokenFor(plumbright())
    clock.advance(60_000)
    expect(outcome(await validate(oldToken))).toEqual(refusal)
    for (const invention of ['A'.repeat(43), 'x', 'a b']) expect(outcome(await validate(invention))).toEqual(refusal)
    const elsewhere = await tokenFor(plumbright())
    expect(outcome(await validate(elsewhere, {}, 'brightside.localhost'))).toEqual(refusal)
    expect(outcome(await validate(elsewhere, { subdomain: 'brightside.localhost' }))).toEqual(refusal)
    expect((await validate(elsewhere)).status).toBe(200)
  })

  test('accepts one of several concurrent attempts', async () => {
    const token = await tokenFor(plumbright())
    const answers = await Promise.all([1, 2, 3, 4].map(() => validate(token)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
  })

  test('asks for the second factor, as after a password', async () => {
    const user = tree.acme.clients[1]!.user
    await db.adminPool.query(`insert into second_factor (user_id, kind, changed_at) values ($1, 'email', now())`, [
      user.id,
    ])
    const { body } = await validate(await tokenFor(user))
    expect(body).toMatchObject({ action: 'sign_in', tokens: null, second_step: { two_factor_auth_type: 'email' } })
    await db.adminPool.query('delete from second_factor')
  })

  test('R093: replaces the signed-in user only after a confirmation in the same session', async () => {
    const { admin } = tree.acme
    const token = await tokenFor(plumbright())
    const answer = await validateAs(admin, token)
    expect(answer.body).toMatchObject({ action: 'replace_user', tokens: null, second_step: null })
    expect((await http.as(admin).call(readMe)).body.data.id).toBe(admin.id)
    // Clicks by somebody else or without a session do not count.
    expect(outcome(await validateAs(tree.acme.bareAdmin, token, { replace: 'T' }))).toEqual(refusal)
    expect(outcome(await validate(token, { replace: 'T' }))).toEqual(refusal)
    // People take longer than a minute.
    clock.advance(120_000)
    const replacement = await validateAs(admin, token, { replace: 'T' })
    expect(replacement.body.action).toBe('sign_in')
    const headers = { authorization: `Bearer ${replacement.body.tokens!.access_token}` }
    expect((await http.anonymous('acme.localhost').call(readMe, { headers })).body.data.id).toBe(plumbright().id)
    expect((await http.as(admin).call(readMe)).status).toBe(401)
    http.forget(admin)
    expect(outcome(await validateAs(admin, token, { replace: 'T' }))).toEqual(refusal)
  })

  test('rejects a confirmation for a token that was not validated first, and after five minutes', async () => {
    const { admin } = tree.acme
    expect(outcome(await validateAs(admin, await tokenFor(plumbright()), { replace: 'T' }))).toEqual(refusal)
    const token = await tokenFor(plumbright())
    await validateAs(admin, token)
    clock.advance(300_000)
    expect(outcome(await validateAs(admin, token, { replace: 'T' }))).toEqual(refusal)
  })

  test('changes nothing if the person is already signed in', async () => {
    const answer = await validateAs(plumbright(), await tokenFor(plumbright()))
    expect(answer.body).toMatchObject({ action: 'none', tokens: null })
  })

  test('does not treat a session that must be renewed as signed out', async () => {
    const token = await tokenFor(plumbright())
    const headers = { authorization: `Bearer ${'A'.repeat(43)}` }
    expect((await validate(token, {}, 'acme.localhost', headers)).status).toBe(401)
    expect((await validate(token)).status).toBe(200)
  })

  test('is rejected in view mode', async () => {
    const body = { userID: tree.acme.owner.id, reason: 'A question' }
    const viewStart = await http.as(tree.root.system).call(switchUser, { body })
    http.forget(tree.root.system)
    const headers = { authorization: `Bearer ${viewStart.body.access_token}` }
    expect((await validate(await tokenFor(plumbright()), {}, 'localhost', headers)).status).toBe(403)
  })

  test('needs a key whose creator is still active, to be issued and to be used', async () => {
    const token = await tokenFor(plumbright())
    const setStatus = (status: string): Promise<unknown> =>
      db.adminPool.query('update app_user set status = $2 where id = $1', [tree.acme.owner.id, status])
    await setStatus('disabled')
    expect((await issue(plumbright().email)).status).toBe(401)
    expect(outcome(await validate(token))).toEqual(refusal)
    await setStatus('active')
    expect((await issue(plumbright().email)).status).toBe(200)
  })

  test('fails if the person was disabled or the key removed in the meantime', async () => {
    const [first, second] = [await tokenFor(plumbright()), await tokenFor(plumbright())]
    await db.adminPool.query(`update app_user set status = 'disabled' where id = $1`, [plumbright().id])
    expect(outcome(await validate(first))).toEqual(refusal)
    await db.adminPool.query(`update app_user set status = 'active' where id = $1`, [plumbright().id])
    const { client_id } = keys.get(tree.acme.id)!
    const params = { companyID: tree.acme.id, clientId: client_id }
    expect((await http.as(tree.acme.owner).call(removeCredential, { params })).status).toBe(200)
    expect(outcome(await validate(second))).toEqual(refusal)
  })
})
