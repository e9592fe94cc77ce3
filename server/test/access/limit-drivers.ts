import { forgetPassword, setNewPassword, verifyResetToken } from '#contract/sign-in/password.ts'
import { saveProfile } from '#contract/people/profile.ts'
import { register } from '#contract/people/registration.ts'
import { resendCode, verifyLogin } from '#contract/sign-in/second-factor.ts'
import { login, refreshToken } from '#contract/sign-in/session.ts'
import { updateUser } from '#contract/companies/users.ts'
import type { Operation } from '#contract/core/operation.ts'
import { issueOauthToken } from '#contract/developers/oauth.ts'
import { issueDeveloperToken, issueSsoToken } from '#contract/developers/sso.ts'
import { startSession } from '#server/areas/sign-in/start-session.ts'
import { hashToken, newPixelKey, newToken } from '#server/platform/ids.ts'
import type { CallInput, TestAnswer, TestApp } from '../app.ts'
import { makeDeveloperKey } from '../developer-token.ts'
import type { TestUser } from '../factories.ts'
import type { TestDatabase } from '../harness.ts'

/** Makes one call that counts toward a rate limit, on any process. */
export type Driver = (on: TestApp) => Promise<TestAnswer<Operation>>

interface Parts {
  db: TestDatabase
  user: TestUser
  now: () => number
}

interface Key {
  client_id: string
  secret_key: string
}

const asOauth = ({ client_id, secret_key }: Key) => ({
  grant_type: 'client_credentials',
  client_id,
  client_secret: secret_key,
})

const answerOf = (answer: TestAnswer<never>): TestAnswer<Operation> => answer
const send = (on: TestApp, user: TestUser, operation: Operation, input: CallInput): Promise<TestAnswer<Operation>> =>
  on.anonymous(user.host).call(operation, input)

/** Calls that count by account, always for the same account. */
export const driversByAccount = (parts: Parts): Record<string, () => Promise<Driver>> => {
  const { db, user, now } = parts
  const { email } = user
  return {
    login: async () => (on) => send(on, user, login, { body: { username: email, password: 'guess' } }),
    forgetPassword: async () => (on) => send(on, user, forgetPassword, { body: { username: email } }),
    register: async () => (on) => send(on, user, register, { body: registrationOf('newcomer@acme.test') }),
    setNewPassword: async () => {
      const token = await makeLink(parts)
      // The password is too short, so the link is not used up.
      return (on) => send(on, user, setNewPassword, { body: { token, email, newpassword: 'short' } })
    },
    verifyLogin: async () => async (on) => {
      const { otp_token, headers } = await beginStep(db, user, now())
      return send(on, user, verifyLogin, { body: { email, otp_token, code: '000000' }, headers })
    },
    resendCode: async () => async (on) => {
      const { otp_token, headers } = await beginStep(db, user, now())
      return send(on, user, resendCode, { body: { email, otp_token }, headers })
    },
    refreshToken: async () => driveRefresh(user),
    saveProfile: async () => (on) => moveAddress(on, user),
    issueDeveloperToken: () => withKey(parts, (key, on) => send(on, user, issueDeveloperToken, { body: key })),
    issueOauthToken: () => withKey(parts, (key, on) => send(on, user, issueOauthToken, { body: asOauth(key) })),
    issueSsoToken: () =>
      withKey(parts, (key, on) => send(on, user, issueSsoToken, { body: { ...key, email, subdomain: user.host } })),
    updateUser: async () => driveCorrections(parts),
  }
}

/** Calls that count by IP address. Each is for a different account, so that only the tested limit applies. */
export const driversByAddress = (user: TestUser): Record<string, Driver> => {
  let guesses = 0
  const outsider = (): string => `guess${guesses++}@acme.test`
  const strangersKey = (): Key => ({ client_id: `dev_${newPixelKey()}`, secret_key: 'A'.repeat(43) })
  return {
    login: (on) => send(on, user, login, { body: { username: outsider(), password: 'guess' } }),
    forgetPassword: (on) => send(on, user, forgetPassword, { body: { username: outsider() } }),
    register: (on) => send(on, user, register, { body: registrationOf(outsider()) }),
    refreshToken: (on) => send(on, user, refreshToken, { body: { refresh_token: newToken() } }),
    issueDeveloperToken: (on) => send(on, user, issueDeveloperToken, { body: strangersKey() }),
    issueOauthToken: (on) => send(on, user, issueOauthToken, { body: asOauth(strangersKey()) }),
    verifyResetToken: (on) => send(on, user, verifyResetToken, { body: { token: newToken(), email: outsider() } }),
  }
}

/** Calls with an existing key: strangers who only know its name are counted by their IP address. */
async function withKey({ db, user }: Parts, call: (key: Key, on: TestApp) => ReturnType<Driver>): Promise<Driver> {
  let key: Key | undefined
  return async (on) => {
    if (!key) {
      const { name, secret } = await makeDeveloperKey(db, on.platform, user)
      key = { client_id: name, secret_key: secret }
    }
    return call(key, on)
  }
}

/** Requests a change of one's own email address, with a wrong password. */
async function moveAddress(on: TestApp, user: TestUser): Promise<TestAnswer<Operation>> {
  const form = new FormData()
  for (const [name, value] of Object.entries({ step: '1', name: 'Nova Lane', email: 'nova@acme.test' }))
    form.append(name, value)
  const formResponse = new Response(form)
  const raw = await on.as(user).inject({
    method: 'POST',
    url: `/api${saveProfile.path}`,
    headers: { 'content-type': formResponse.headers.get('content-type')! },
    payload: Buffer.from(await formResponse.arrayBuffer()),
  })
  return answerOf({ status: raw.statusCode, body: raw.json(), headers: raw.headers, raw } as TestAnswer<never>)
}

/** Repeatedly corrects the email address of a client that has not accepted its invitation yet. */
async function driveCorrections({ db, user }: Parts): Promise<Driver> {
  const { rows } = await db.adminPool.query<{ companyID: string; ClientID: string }>(
    `update app_user set invited_until = now() from company where company.main_user_id = app_user.id and company.agency_id = $1
       and company.kind = 'client' returning company.id as "companyID", app_user.id as "ClientID"`,
    [user.agencyId],
  )
  const client = { ...rows[0]!, userType: 'client', ClientFullName: 'Nova Lane', ClientCompanyName: 'Nova' }
  return (on) =>
    on
      .as(user)
      .call(updateUser as Operation, { body: { ...client, ClientEmail: `corrected${newPixelKey()}@acme.test` } })
}

const registrationOf = (email: string): Record<string, unknown> => ({
  companyname: 'Newcomer',
  name: 'Nova Lane',
  email,
  phonenum: '(201) 555-0123',
  password: 'a lamp beside the sea',
  userType: 'client',
})

async function makeLink({ db, user, now }: Parts): Promise<string> {
  const token = newToken()
  await db.adminPool.query(
    'insert into password_reset (token_hash, user_id, host, created_at, expires_at) values ($1, $2, $3, $4, $5)',
    [hashToken(token), user.id, user.host, new Date(now()), new Date(now() + 72 * 3_600_000)],
  )
  return token
}

/** Repeatedly refreshes one session, as a browser does. */
function driveRefresh(user: TestUser): Driver {
  let session: Awaited<ReturnType<typeof startSession>> | null = null
  let token = ''
  return async (on) => {
    session ??= await startSession(on.platform, { userId: user.id, rootId: user.rootId, kind: user.kind }, user.host)
    token ||= session.tokens.refresh_token
    const headers = { cookie: `device=${session.device}` }
    const answer = await on.anonymous(user.host).call(refreshToken, { body: { refresh_token: token }, headers })
    if (answer.status === 200) token = answer.body.refresh_token
    return answerOf(answer as TestAnswer<never>)
  }
}

/** A pending second step, as the first step leaves it. */
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
