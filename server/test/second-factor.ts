import { Secret, TOTP } from 'otpauth'
import type { Mailbox } from '#demo/mailbox.ts'
import { login, type SecondStep } from '#contract/sign-in/session.ts'
import {
  readAuthenticatorSetup,
  saveFactorSettings,
  sendFactorCode,
  verifyLogin,
} from '#contract/sign-in/second-factor.ts'
import type { Clock } from '../platform/clock.ts'
import type { TestAnswer, TestApp } from './app.ts'
import { runJobs } from './run-jobs.ts'
import { testPassword, type TestUser } from './factories.ts'
import type { TestDatabase } from './harness.ts'

/** The code that a user's authenticator shows. */
export const codeOf = (secret: string, now_ms: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now_ms })

/** A browser with a cookie jar. */
export interface Browser {
  headers: () => Record<string, string>
  keep: (answer: { headers: TestAnswer<typeof login>['headers'] }) => void
}

export function createBrowser(): Browser {
  const jar = new Map<string, string>()
  return {
    headers: () => ({ cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') }),
    keep({ headers }) {
      for (const line of [headers['set-cookie'] ?? []].flat()) {
        const [name, value] = line.split(';')[0]!.split('=') as [string, string]
        jar.set(name, value)
      }
    },
  }
}

/** A user's actions with two-factor authentication. */
export function createFactorDesk(parts: { db: TestDatabase; http: TestApp; mailbox: Mailbox; clock: Clock }) {
  const { db, http, mailbox, clock } = parts
  const now = (): number => clock.now()
  const settings = (user: TestUser, body: object) =>
    http.as(user).call(saveFactorSettings, { params: { userId: user.id }, body })
  const mailedCode = async (): Promise<string> => {
    await runJobs(db, http.platform)
    return /^\d{6}$/m.exec(mailbox.messages().find(({ subject }) => subject === 'Your code')!.text)![0]
  }
  const requestSettingsCode = async (user: TestUser): Promise<string> => {
    await http.as(user).call(sendFactorCode, { params: { userId: user.id }, body: {} })
    return mailedCode()
  }
  const setUp = async (user: TestUser): Promise<string> => {
    const { body } = await http
      .as(user)
      .call(readAuthenticatorSetup, { params: { userId: user.id, companyId: user.companyId } })
    return body.secretKey
  }
  return {
    settings,
    mailedCode,
    requestSettingsCode,
    setUp,
    /** Turns the authenticator on. Returns its secret and the recovery codes. */
    async turnOnAuthenticator(user: TestUser): Promise<{ secret: string; recoveryCodes: string[] }> {
      const secretKey = await setUp(user)
      const on = { two_factor_auth: true, two_factor_auth_type: 'google', secretKey, code: codeOf(secretKey, now()) }
      const { body } = await settings(user, on)
      return { secret: secretKey, recoveryCodes: body.recovery_codes }
    },
    async turnOnEmail(user: TestUser): Promise<string[]> {
      const code = await requestSettingsCode(user)
      return (await settings(user, { two_factor_auth: true, two_factor_auth_type: 'email', code })).body.recovery_codes
    },
    /** The first sign-in step, in a browser. */
    async firstStep(user: TestUser, browser: Browser): Promise<SecondStep> {
      const body = { username: user.email, password: testPassword }
      const answer = await http.anonymous(user.host).call(login, { body, headers: browser.headers() })
      if (!('otp_token' in answer.body)) throw new Error(`no second step: ${answer.status}`)
      browser.keep(answer)
      return answer.body
    },
    async secondStep(user: TestUser, browser: Browser, otp_token: string, code: string, host = user.host) {
      const body = { email: user.email, otp_token, code }
      const answer = await http.anonymous(host).call(verifyLogin, { body, headers: browser.headers() })
      if (answer.status === 200) browser.keep(answer)
      return answer
    },
  }
}
export type FactorDesk = ReturnType<typeof createFactorDesk>
