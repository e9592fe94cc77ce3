import { forgetPassword, setNewPassword, verifyResetToken } from '#contract/access/password.ts'
import { resendCode, verifyLogin } from '#contract/access/second-factor.ts'
import { login, refreshToken } from '#contract/access/session.ts'
import type { Operation } from '#contract/core/operation.ts'
import { startSession } from '#server/areas/access/public.ts'
import { hashToken, newToken } from '#server/platform/ids.ts'
import type { TestAnswer, TestApp } from '../app.ts'
import type { TestUser } from '../factories.ts'
import type { TestDatabase } from '../harness.ts'

/** Makes one call that counts for a limit, on whichever process. */
export type Driver = (on: TestApp) => Promise<TestAnswer<Operation>>

const answerOf = (answer: TestAnswer<never>): TestAnswer<Operation> => answer

/**
 * Calls that count by account, each always for the same one, and calls that count by address, each for an account of its
 * own: so that of several limits of a call only the one that is meant is met.
 */
export function createDrivers(parts: { db: TestDatabase; user: TestUser; now: () => number }): {
  byAccount: Record<string, () => Promise<Driver>>
  byAddress: Record<string, Driver>
} {
  const { db, user, now } = parts
  let made = 0
  const stranger = (): string => `guess${made++}@acme.test`
  return {
    byAccount: {
      login: async () => (on) => {
        const body = { username: user.email, password: 'guess' }
        return on.anonymous(user.host).call(login, { body }).then(answerOf)
      },
      forgetPassword: async () => (on) =>
        on
          .anonymous(user.host)
          .call(forgetPassword, { body: { username: user.email } })
          .then(answerOf),
      async setNewPassword() {
        const token = newToken()
        await db.adminPool.query(
          'insert into password_reset (token_hash, user_id, host, created_at, expires_at) values ($1, $2, $3, $4, $5)',
          [hashToken(token), user.id, user.host, new Date(now()), new Date(now() + 72 * 3_600_000)],
        )
        // Too short, so that the link is not spent.
        const body = { token, email: user.email, newpassword: 'short' }
        return (on) => on.anonymous(user.host).call(setNewPassword, { body }).then(answerOf)
      },
      verifyLogin: async () => async (on) => {
        const { otp_token, headers } = await beginStep(db, user, now())
        const body = { email: user.email, otp_token, code: '000000' }
        return answerOf(await on.anonymous(user.host).call(verifyLogin, { body, headers }))
      },
      resendCode: async () => async (on) => {
        const { otp_token, headers } = await beginStep(db, user, now())
        const body = { email: user.email, otp_token }
        return answerOf(await on.anonymous(user.host).call(resendCode, { body, headers }))
      },
      refreshToken: async () => {
        let session: Awaited<ReturnType<typeof startSession>> | null = null
        let token = ''
        return async (on) => {
          session ??= await startSession(
            on.platform,
            { userId: user.id, rootId: user.rootId, kind: user.kind },
            user.host,
          )
          token ||= session.tokens.refresh_token
          const headers = { cookie: `device=${session.device}` }
          const answer = await on.anonymous(user.host).call(refreshToken, { body: { refresh_token: token }, headers })
          if (answer.status === 200) token = answer.body.refresh_token
          return answerOf(answer as TestAnswer<never>)
        }
      },
    },
    byAddress: {
      login: (on) =>
        on
          .anonymous()
          .call(login, { body: { username: stranger(), password: 'guess' } })
          .then(answerOf),
      forgetPassword: (on) =>
        on
          .anonymous()
          .call(forgetPassword, { body: { username: stranger() } })
          .then(answerOf),
      refreshToken: (on) =>
        on
          .anonymous()
          .call(refreshToken, { body: { refresh_token: newToken() } })
          .then(answerOf),
      verifyResetToken: (on) =>
        on
          .anonymous()
          .call(verifyResetToken, { body: { token: newToken(), email: stranger() } })
          .then(answerOf),
    },
  }
}

/** A second step that somebody has come to, as the first leaves it behind. */
async function beginStep(
  db: TestDatabase,
  user: TestUser,
  now_ms: number,
): Promise<{ otp_token: string; headers: Record<string, string> }> {
  const [otp_token, attempt] = [newToken(), newToken()]
  await db.adminPool.query(
    `insert into sign_in_challenge (token_hash, user_id, host, attempt_hash, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [hashToken(otp_token), user.id, user.host, hashToken(attempt), new Date(now_ms), new Date(now_ms + 600_000)],
  )
  return { otp_token, headers: { cookie: `attempt=${attempt}` } }
}
