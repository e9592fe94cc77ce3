import { randomBytes } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Mailbox } from '#demo/mailbox.ts'
import {
  makeRecoveryCodes,
  readAuthenticatorSetup,
  readFactorSettings,
  sendFactorCode,
} from '#contract/sign-in/second-factor.ts'
import { reauthenticate } from '#contract/sign-in/reauthenticate.ts'
import { login } from '#contract/sign-in/session.ts'
import { readMe } from '#contract/people/user.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { closeMail } from '#server/platform/mail.ts'
import { createTestApp, type TestApp } from '#server/test/app.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { testPassword, type TestTree, type TestUser } from '#server/test/factories.ts'
import type { TestDatabase } from '#server/test/harness.ts'
import { codeOf, createBrowser, createFactorDesk, type FactorDesk } from '#server/test/second-factor.ts'
import { startSession } from '../start-session.ts'
import { startWorld } from '#server/test/world.ts'

const minute_ms = 60_000

let db: TestDatabase
let http: TestApp
let tree: TestTree
let mailbox: Mailbox
let desk: FactorDesk
const clock = createStillClock(Date.UTC(2026, 10, 20, 12))

beforeAll(async () => {
  const { close, ...opening } = await startWorld({ clock })
  ;({ db, http, tree, mailbox } = opening)
  desk = createFactorDesk({ db, http, mailbox, clock })
  return close
})
beforeEach(() => {
  clock.advance(61 * minute_ms)
  // Their access tokens have expired by then.
  for (const { owner, admin, clients } of [tree.acme, tree.brightside]) {
    for (const user of [owner, admin, ...clients.map((client) => client.user)]) http.forget(user)
  }
})

const readSettings = async (user: TestUser): Promise<object> =>
  (await http.as(user).call(readFactorSettings, { params: { userId: user.id } })).body
const off = { two_factor_auth: false, two_factor_auth_type: 'google' }
const on = (kind: 'google' | 'email') => ({ two_factor_auth: true, two_factor_auth_type: kind })
const state = (kind: 'google' | 'email' | null, codes: number): object => ({
  two_factor_auth: kind !== null,
  two_factor_auth_type: kind,
  required: false,
  recovery_codes_left: codes,
})

const prove = async (user: TestUser, code?: string): Promise<number> =>
  (await http.as(user).call(reauthenticate, { body: { password: testPassword, code } })).status

test('R091: the authenticator is enabled by a code for the server’s secret, shown as SVG and as text', async () => {
  const user = tree.acme.owner
  const params = { userId: user.id, companyId: user.companyId }
  const { body } = await http.as(user).call(readAuthenticatorSetup, { params })
  expect(body.secretKey).toMatch(/^[A-Z2-7]{32}$/)
  const svg = Buffer.from(body.qrCodeUrl.replace('data:image/svg+xml;base64,', ''), 'base64').toString()
  expect(svg).toMatch(/^<svg/)
  expect(await readSettings(user)).toEqual(state(null, 0))
  const secretKey = body.secretKey
  const answer = await desk.settings(user, { ...on('google'), secretKey, code: codeOf(secretKey, clock.now()) })
  expect(answer.status).toBe(200)
  expect(new Set(answer.body.recovery_codes).size).toBe(10)
  expect(await readSettings(user)).toEqual(state('google', 10))
  const { rows } = await db.adminPool.query('select secret_sealed from second_factor where user_id = $1', [user.id])
  expect(rows[0].secret_sealed).not.toContain(secretKey)
  // Never shown again: the next request creates another.
  const again = await http.as(user).call(readAuthenticatorSetup, { params })
  expect(again.body.secretKey).not.toBe(secretKey)
})

test('a secret made up by the client, of somebody else, or expired is rejected', async () => {
  const user = tree.acme.admin
  const inventedKey = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
  const foreign = await desk.setUp(tree.brightside.admin)
  const oldKey = await desk.setUp(user)
  clock.advance(2 * 5 * minute_ms)
  http.forget(user)
  for (const secretKey of [inventedKey, foreign, oldKey, '']) {
    const refusal = await desk.settings(user, { ...on('google'), secretKey, code: codeOf(inventedKey, clock.now()) })
    expect([secretKey, refusal.status, refusal.body.field]).toEqual([secretKey, 422, 'secretKey'])
  }
  expect(await readSettings(user)).toEqual(state(null, 0))
})

test('a wrong code enables it for nobody', async () => {
  const user = tree.acme.clients[0]!.user
  const secretKey = await desk.setUp(user)
  const code = codeOf(secretKey, clock.now())
  const settings = { ...on('google'), secretKey, code }
  expect((await desk.settings(user, { ...settings, code: '000000' })).body.field).toBe('code')
  expect(await readSettings(user)).toEqual(state(null, 0))
})

test('R091: email codes are enabled by an emailed code, which allows five attempts', async () => {
  const user = tree.acme.clients[1]!.user
  const code = await desk.requestSettingsCode(user)
  expect((await desk.settings(user, { ...on('email'), code: '000000' })).body.field).toBe('code')
  expect((await desk.settings(user, { ...on('email'), code })).status).toBe(200)
  expect(await readSettings(user)).toEqual(state('email', 10))
  clock.advance(minute_ms)
  const another = await desk.requestSettingsCode(user)
  await http.forgetProof(user)
  for (let count = 0; count < 5; count++) expect(await prove(user, '000000')).toBe(422)
  expect(await prove(user, another)).toBe(422)
  for (let count = 6; count < 10; count++) await prove(user, '000000')
  expect(await prove(user, another)).toBe(429)
})

test('as documented, it is turned on and off without a code or password in the body, after a proof of identity', async () => {
  const user = tree.other.agency.owner
  const body = { ...on('google'), secretKey: await desk.setUp(user) }
  await http.forgetProof(user)
  const refusal = await desk.settings(user, body)
  expect([refusal.status, refusal.body.code]).toEqual([403, 'reauthenticate'])
  expect(await readSettings(user)).toEqual(state(null, 0))
  expect(await prove(user)).toBe(200)
  expect((await desk.settings(user, body)).status).toBe(200)
  expect(await readSettings(user)).toEqual(state('google', 10))
  expect((await desk.settings(user, off)).status).toBe(200)
  expect(await readSettings(user)).toEqual(state(null, 0))
})

test('a proof requires a code of the enabled factor; recovery codes remain when switching', async () => {
  const user = tree.brightside.owner
  const { secret, recoveryCodes } = await desk.turnOnAuthenticator(user)
  await http.forgetProof(user)
  const mailCode = await desk.requestSettingsCode(user)
  const settings = { ...on('email'), code: mailCode }
  expect((await desk.settings(user, settings)).body.code).toBe('reauthenticate')
  for (const code of [undefined, '000000', mailCode]) expect([code, await prove(user, code)]).toEqual([code, 422])
  clock.advance(minute_ms)
  expect(await prove(user, codeOf(secret, clock.now()))).toBe(200)
  expect((await desk.settings(user, settings)).body.recovery_codes).toEqual([])
  expect(await readSettings(user)).toEqual(state('email', 10))
  await http.forgetProof(user)
  clock.advance(5 * minute_ms)
  expect(await prove(user, recoveryCodes[3])).toBe(200)
  expect((await desk.settings(user, off)).status).toBe(200)
  expect(await readSettings(user)).toEqual(state(null, 0))
})

test('a change ends all other sessions and sends an email', async () => {
  const user = tree.brightside.clients[0]!.user
  const otherSession = await startSession(
    http.platform,
    { userId: user.id, rootId: user.rootId, kind: user.kind },
    user.host,
  )
  await desk.turnOnAuthenticator(user)
  const headers = { authorization: `Bearer ${otherSession.tokens.access_token}` }
  expect((await http.anonymous(user.host).call(readMe, { headers })).status).toBe(401)
  expect((await http.as(user).call(readMe)).status).toBe(200)
  await runJobs(db, http.platform)
  expect(mailbox.messages()[0]).toMatchObject({ to: [user.email], subject: 'Two-factor authentication was turned on' })
})

test('new recovery codes replace the old ones', async () => {
  const user = tree.brightside.admin
  const { recoveryCodes } = await desk.turnOnAuthenticator(user)
  const answer = await http.as(user).call(makeRecoveryCodes, { params: { userId: user.id }, body: {} })
  expect(answer.body.recovery_codes).toHaveLength(10)
  await http.forgetProof(user)
  const again = await http.as(user).call(makeRecoveryCodes, { params: { userId: user.id }, body: {} })
  expect(again.body.code).toBe('reauthenticate')
  expect(await prove(user, recoveryCodes[0])).toBe(422)
  expect(await prove(user, answer.body.recovery_codes[0])).toBe(200)
})

test('nobody reads or changes another person’s settings', async () => {
  const victim = tree.acme.bareAdmin
  for (const caller of [tree.root.system, tree.acme.owner]) {
    http.forget(caller)
    const params = { userId: victim.id }
    const as = http.as(caller)
    expect((await as.call(readFactorSettings, { params })).status).toBe(404)
    expect((await as.call(sendFactorCode, { params, body: {} })).status).toBe(404)
    const both = { ...params, companyId: victim.companyId }
    expect((await as.call(readAuthenticatorSetup, { params: both })).status).toBe(404)
  }
})

test('in production the operator’s people must have one: codes are emailed until they set something else', async () => {
  const user = tree.root.system
  const key = randomBytes(32).toString('base64')
  const env = {
    SMTP_URL: mailbox.smtpUrl,
    NODE_ENV: 'production',
    MASTER_KEY: key,
    TRUSTED_PROXIES: '0',
    CAPTCHA: 'altcha',
  }
  const production = await createTestApp(db, { clock, env })
  const browser = createBrowser()
  const body = { username: user.email, password: testPassword }
  const step = await production.anonymous('localhost').call(login, { body, headers: browser.headers() })
  expect(step.body).toMatchObject({ two_factor: true, two_factor_auth_type: 'email' })
  const settings = await production.as(user).call(readFactorSettings, { params: { userId: user.id } })
  expect(settings.body).toMatchObject({ two_factor_auth: true, required: true })
  const turnedOff = await createFactorDesk({ db, http: production, mailbox, clock }).settings(user, off)
  expect(turnedOff.body.field).toBe('two_factor_auth')
  const owner = { username: tree.brightside.owner.email, password: testPassword }
  const theirs = await production.anonymous('brightside.localhost').call(login, { body: owner })
  expect('access_token' in theirs.body).toBe(true)
  closeMail(production.platform)
  await production.close()
})
