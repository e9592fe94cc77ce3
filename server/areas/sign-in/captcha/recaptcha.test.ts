import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readCaptcha } from '#contract/sign-in/captcha.ts'
import { forgetPassword } from '#contract/sign-in/password.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { readConfig } from '#server/platform/config.ts'
import {
  startRecaptchaStandIn,
  type RecaptchaStandIn,
  type StandInToken,
} from '#server/providers/captcha/recaptcha-stand-in.ts'
import { createTestApp, type TestApp } from '#server/test/app.ts'
import { makeTree } from '#server/test/factories.ts'
import { createTestDatabase, type TestDatabase } from '#server/test/harness.ts'

// reCAPTCHA with keys (OQ-57): the stand-in speaks its protocol on loopback.

let db: TestDatabase
let http: TestApp
let standIn: RecaptchaStandIn
const clock = createStillClock(Date.UTC(2026, 10, 20, 12))
beforeAll(async () => {
  db = await createTestDatabase()
  await makeTree(db)
  standIn = await startRecaptchaStandIn()
  http = await createTestApp(db, {
    clock,
    env: {
      RECAPTCHA_SITE_KEY: 'site-key',
      RECAPTCHA_SECRET: standIn.secret,
      RECAPTCHA_VERIFY_URL: standIn.url,
      OUTGOING_ALLOW: standIn.place,
    },
  })
})
beforeEach(() => {
  clock.advance(3_600_000)
  standIn.behave('well')
})
afterAll(async () => {
  await http.close()
  await standIn.close()
  await db.drop()
})

const person: StandInToken = { score: 0.9, action: 'account', hostname: 'acme.localhost' }
let guesses = 0
const forget = async (gtoken?: string): Promise<[number, string | undefined]> => {
  const { status, body } = await http
    .anonymous()
    .call(forgetPassword, { body: { username: `guess${guesses++}@acme.test`, gtoken } })
  return [status, body.field]
}

test('the browser is told which site key and action to use', async () => {
  const { body } = await http.anonymous().call(readCaptcha)
  expect(body).toEqual({
    kind: 'recaptcha',
    site_key: 'site-key',
    script_url: 'https://www.google.com/recaptcha/api.js',
    action: 'account',
  })
})

test('a person’s token is accepted once, and only the token and the secret are sent to the provider', async () => {
  const gtoken = standIn.issue(person)
  expect(await forget(gtoken)).toEqual([200, undefined])
  expect([...standIn.received.at(-1)!.keys()]).toEqual(['secret', 'response'])
  expect(await forget(gtoken)).toEqual([422, 'gtoken'])
})

test.each<[string, () => string | undefined]>([
  ['no token', () => undefined],
  ['nonsense', () => 'nonsense'],
  ['a robot’s', () => standIn.issue({ ...person, score: 0.4 })],
  ['one made on another host', () => standIn.issue({ ...person, hostname: 'brightside.localhost' })],
  ['one made for something else', () => standIn.issue({ ...person, action: 'search' })],
])('%s is rejected', async (_what, token) => {
  expect(await forget(token())).toEqual([422, 'gtoken'])
})

test.each(['unknown secret', 'fault', 'nonsense', 'silent'] as const)(
  'with a response of the kind "%s" everybody is rejected and asked to retry',
  async (how) => {
    standIn.behave(how)
    expect(await forget(standIn.issue(person))).toEqual([503, undefined])
    standIn.behave('well')
    expect(await forget(standIn.issue(person))).toEqual([200, undefined])
  },
)

test('without keys the browser solves a task of our own, and a single key is an invalid configuration', () => {
  expect(readConfig({}).CAPTCHA).toBe('altcha')
  expect(readConfig({ RECAPTCHA_SITE_KEY: 'a', RECAPTCHA_SECRET: 'b' }).CAPTCHA).toBe('recaptcha')
  expect(() => readConfig({ RECAPTCHA_SITE_KEY: 'a' })).toThrow(/RECAPTCHA_SECRET/)
  expect(() => readConfig({ CAPTCHA: 'recaptcha' })).toThrow(/CAPTCHA/)
})
