import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Mailbox } from '#demo/mailbox.ts'
import { reauthenticate } from '#contract/sign-in/reauthenticate.ts'
import { forgetPassword, setNewPassword } from '#contract/sign-in/password.ts'
import { resendCode } from '#contract/sign-in/second-factor.ts'
import { login, refreshToken } from '#contract/sign-in/session.ts'
import { readMe } from '#contract/people/user.ts'
import { createStillClock } from '#server/platform/clock.ts'
import type { TestApp } from '#server/test/app.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { testPassword, type TestTree, type TestUser } from '#server/test/factories.ts'
import type { TestDatabase } from '#server/test/harness.ts'
import { codeOf, createBrowser, createFactorDesk, type FactorDesk } from '#server/test/second-factor.ts'
import { startWorld } from '#server/test/world.ts'

const minute_ms = 60_000

let db: TestDatabase
let http: TestApp
let tree: TestTree
let mailbox: Mailbox
let desk: FactorDesk
/** With an authenticator. */
let phone: TestUser
let secret: string
let recoveryCodes: string[]
/** With codes by mail. */
let mail: TestUser
const clock = createStillClock(Date.UTC(2026, 10, 20, 12))

beforeAll(async () => {
  const { close, ...opening } = await startWorld({ clock })
  ;({ db, http, tree, mailbox } = opening)
  desk = createFactorDesk({ db, http, mailbox, clock })
  phone = tree.acme.owner
  mail = tree.acme.admin
  ;({ secret, recoveryCodes } = await desk.turnOnAuthenticator(phone))
  await desk.turnOnEmail(mail)
  return close
})
// All rate limit windows start over, and so does the authenticator's step.
beforeEach(() => clock.advance(61 * minute_ms))

const now = (): string => codeOf(secret, clock.now())
/** Sessions created since a test began; a bypass would show up as one. */
const sessions = async (user: TestUser): Promise<number> => {
  const { rows } = await db.adminPool.query('select count(*)::int as count from session where user_id = $1', [user.id])
  return rows[0].count
}
const works = async (token: string, host: string): Promise<number> =>
  (await http.anonymous(host).call(readMe, { headers: { authorization: `Bearer ${token}` } })).status
const wrongCode = '000000'

describe('the second step', () => {
  test('is requested after the right password, without any session token', async () => {
    const browser = createBrowser()
    const before = await sessions(phone)
    const step = await desk.firstStep(phone, browser)
    expect(step).toEqual({
      two_factor: true,
      two_factor_auth_type: 'google',
      otp_token: expect.stringMatching(/^[\w-]{43}$/),
      expires_in: 600,
    })
    expect(browser.headers().cookie).not.toContain('device')
    expect(await sessions(phone)).toBe(before)
  })

  test('is not shown after a wrong password', async () => {
    const body = { username: phone.email, password: 'wrong' }
    expect((await http.anonymous(phone.host).call(login, { body })).body.code).toBe('wrong_credentials')
  })

  test("accepts the authenticator's code of this 30-second window or the one before", async () => {
    for (const late_ms of [0, 30_000]) {
      const browser = createBrowser()
      const { otp_token } = await desk.firstStep(phone, browser)
      const code = now()
      clock.advance(late_ms)
      const answer = await desk.secondStep(phone, browser, otp_token, `${code.slice(0, 3)} ${code.slice(3)}`)
      expect(answer.status).toBe(200)
      expect(await works(answer.body.access_token, phone.host)).toBe(200)
      clock.advance(5 * minute_ms)
    }
  })

  test('rejects an older code', async () => {
    const browser = createBrowser()
    const { otp_token } = await desk.firstStep(phone, browser)
    const code = now()
    clock.advance(minute_ms)
    expect((await desk.secondStep(phone, browser, otp_token, code)).body).toMatchObject({
      field: 'code',
      message: 'That code is incorrect or expired.',
    })
  })

  test('accepts the emailed code, which is valid for five minutes', async () => {
    const browser = createBrowser()
    const { otp_token, two_factor_auth_type } = await desk.firstStep(mail, browser)
    expect(two_factor_auth_type).toBe('email')
    const code = await desk.mailedCode()
    clock.advance(5 * minute_ms - 1)
    expect((await desk.secondStep(mail, browser, otp_token, code)).status).toBe(200)
    const late = await desk.firstStep(mail, browser)
    const lateCode = await desk.mailedCode()
    clock.advance(5 * minute_ms)
    expect((await desk.secondStep(mail, browser, late.otp_token, lateCode)).status).toBe(422)
  })

  test('emails another code once a minute and five times an hour; only the newest works', async () => {
    const browser = createBrowser()
    const { otp_token } = await desk.firstStep(mail, browser)
    const first = await desk.mailedCode()
    const resend = () =>
      http.anonymous(mail.host).call(resendCode, { body: { email: mail.email, otp_token }, headers: browser.headers() })
    expect((await resend()).body).toMatchObject({ result: 'success', otp_token })
    expect((await resend()).body.message).toBe('Wait a minute before you ask for another code.')
    const second = await desk.mailedCode()
    if (first !== second) expect((await desk.secondStep(mail, browser, otp_token, first)).status).toBe(422)
    expect((await desk.secondStep(mail, browser, otp_token, second)).status).toBe(200)
    let count = 1
    for (; count < 9; count++) {
      clock.advance(minute_ms)
      const { otp_token: fresh } = await desk.firstStep(mail, browser)
      const body = { email: mail.email, otp_token: fresh }
      const { status } = await http.anonymous(mail.host).call(resendCode, { body, headers: browser.headers() })
      if (status === 429) break
    }
    expect(count).toBe(5)
  })

  test('accepts a recovery code once, and notifies the owner', async () => {
    const browser = createBrowser()
    const [code] = recoveryCodes
    const { otp_token } = await desk.firstStep(phone, browser)
    expect((await desk.secondStep(phone, browser, otp_token, code!.toUpperCase())).status).toBe(200)
    await runJobs(db, http.platform)
    expect(mailbox.messages().map(({ subject }) => subject)).toContain('A recovery code was used')
    const again = await desk.firstStep(phone, browser)
    expect((await desk.secondStep(phone, browser, again.otp_token, code!)).status).toBe(422)
  })

  test('admits one of two concurrent sign-ins with the same code', async () => {
    const browsers = [createBrowser(), createBrowser()]
    const steps = [await desk.firstStep(phone, browsers[0]!), await desk.firstStep(phone, browsers[1]!)]
    const code = now()
    const answers = await Promise.all(
      steps.map(({ otp_token }, at) => desk.secondStep(phone, browsers[at]!, otp_token, code)),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
  })

  test('expires after ten minutes', async () => {
    const browser = createBrowser()
    const { otp_token } = await desk.firstStep(phone, browser)
    clock.advance(10 * minute_ms)
    expect((await desk.secondStep(phone, browser, otp_token, now())).body.code).toBe('sign_in_again')
  })
})

// The nine attempts to bypass a second factor (SEC-4). Each ends without a session.
describe('the second step cannot be bypassed:', () => {
  test('1. the otp token is not a bearer token', async () => {
    const { otp_token } = await desk.firstStep(phone, createBrowser())
    expect(await works(otp_token, phone.host)).toBe(401)
  })

  test('2. nothing can be refreshed before the second step', async () => {
    const browser = createBrowser()
    const { otp_token } = await desk.firstStep(phone, browser)
    const cookie = `${browser.headers().cookie}; device=${otp_token}`
    const body = { refresh_token: otp_token }
    expect((await http.anonymous(phone.host).call(refreshToken, { body, headers: { cookie } })).status).toBe(401)
  })

  test('3. a password reset starts no session and leaves the factor on', async () => {
    const user = tree.brightside.admin
    const { secret: theirs } = await desk.turnOnAuthenticator(user)
    await http.anonymous(user.host).call(forgetPassword, { body: { username: user.email } })
    await runJobs(db, http.platform)
    const { text } = mailbox.messages().find(({ subject }) => subject === 'Set a new password')!
    const token = /set-new-password\/([\w-]{43})/.exec(text)![1]!
    const before = await sessions(user)
    const body = { token, email: user.email, newpassword: testPassword }
    const answer = await http.anonymous(user.host).call(setNewPassword, { body })
    expect([answer.status, answer.headers['set-cookie']]).toEqual([200, undefined])
    const browser = createBrowser()
    const { otp_token } = await desk.firstStep(user, browser)
    expect(await sessions(user)).toBe(before)
    clock.advance(minute_ms)
    expect((await desk.secondStep(user, browser, otp_token, codeOf(theirs, clock.now()))).status).toBe(200)
  })

  test("4. the authenticator's code does not work twice, not even for another sign-in", async () => {
    const browser = createBrowser()
    const first = await desk.firstStep(phone, browser)
    const code = now()
    expect((await desk.secondStep(phone, browser, first.otp_token, code)).status).toBe(200)
    const second = await desk.firstStep(phone, browser)
    expect((await desk.secondStep(phone, browser, second.otp_token, code)).status).toBe(422)
  })

  test('5. one sign-in has five attempts, however many are made concurrently', async () => {
    const browser = createBrowser()
    const { otp_token } = await desk.firstStep(phone, browser)
    const answers = await Promise.all(
      Array.from({ length: 9 }, () => desk.secondStep(phone, browser, otp_token, wrongCode)),
    )
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(5)
    expect((await desk.secondStep(phone, browser, otp_token, now())).body.code).toBe('sign_in_again')
  })

  test('6. starting over gains no attempts: ten an hour per account over all sign-ins', async () => {
    const browser = createBrowser()
    let attempts = 0
    for (let round = 0; round < 4; round++) {
      clock.advance(minute_ms)
      const { otp_token } = await desk.firstStep(phone, browser)
      for (let count = 0; count < 5; count++) {
        if ((await desk.secondStep(phone, browser, otp_token, wrongCode)).status === 422) attempts++
      }
    }
    expect(attempts).toBe(10)
    const { otp_token } = await desk.firstStep(phone, browser)
    expect((await desk.secondStep(phone, browser, otp_token, now())).status).toBe(429)
  })

  test('7. the code of one sign-in does not work for another, nor does somebody else’s', async () => {
    const browser = createBrowser()
    const first = await desk.firstStep(mail, browser)
    const code = await desk.mailedCode()
    const second = await desk.firstStep(mail, createBrowser())
    const otherBrowser = createBrowser()
    const third = await desk.firstStep(mail, otherBrowser)
    expect(second.otp_token).not.toBe(first.otp_token)
    if ((await desk.mailedCode()) !== code) {
      expect((await desk.secondStep(mail, otherBrowser, third.otp_token, code)).status).toBe(422)
    }
    const theirs = createBrowser()
    const { otp_token } = await desk.firstStep(phone, theirs)
    const asMail = { ...mail, host: phone.host }
    expect((await desk.secondStep(asMail, theirs, otp_token, code)).body.code).toBe('sign_in_again')
  })

  test('8. an otp token works in its own browser, on its own host, and once', async () => {
    const browser = createBrowser()
    const { otp_token } = await desk.firstStep(phone, browser)
    expect((await desk.secondStep(phone, createBrowser(), otp_token, now())).body.code).toBe('sign_in_again')
    expect((await desk.secondStep(phone, browser, otp_token, now(), 'localhost')).body.code).toBe('sign_in_again')
    expect((await desk.secondStep(phone, browser, otp_token, now())).status).toBe(200)
    clock.advance(minute_ms)
    expect((await desk.secondStep(phone, browser, otp_token, now())).body.code).toBe('sign_in_again')
  })

  test('9. a stolen session alone cannot turn it off, and a new password ends a pending sign-in', async () => {
    http.forget(phone)
    const off = { two_factor_auth: false, two_factor_auth_type: 'google' }
    await http.forgetProof(phone)
    for (const body of [
      { password: 'wrong', code: now() },
      { password: testPassword },
      { password: testPassword, code: wrongCode },
    ])
      expect((await http.as(phone).call(reauthenticate, { body })).status).toBe(422)
    expect((await desk.settings(phone, off)).body.code).toBe('reauthenticate')
    const browser = createBrowser()
    const { otp_token } = await desk.firstStep(phone, browser)
    await db.adminPool.query(`update app_user set status = 'disabled' where id = $1`, [phone.id])
    expect((await desk.secondStep(phone, browser, otp_token, now())).body.code).toBe('sign_in_again')
    await db.adminPool.query(`update app_user set status = 'active' where id = $1`, [phone.id])
  })
})
