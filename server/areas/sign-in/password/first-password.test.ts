import { afterAll, beforeEach, expect, test } from 'vitest'
import { createConnectedAccount, getExistingAccountLink } from '#contract/payments/accounts.ts'
import { setNewPassword } from '#contract/sign-in/password.ts'
import { login } from '#contract/sign-in/session.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { hashToken, newToken } from '#server/platform/ids.ts'
import { startSandbox } from '#server/providers/payments/sandbox/start-sandbox.ts'
import { testPassword, type TestUser } from '#server/test/factories.ts'
import { sandboxEnv } from '#server/test/payments.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { openWorld } from '#server/test/world.ts'

// A first password, from an invitation or instead of one that somebody else chose, is no reset (SEC-3).

const hour_ms = 3_600_000
const newpassword = 'a lamp beside the sea'
const clock = createStillClock(Date.UTC(2026, 10, 20, 12))
const sandbox = await startSandbox({ now: clock.now })
afterAll(() => sandbox.stop())
const { db, http, tree, mailbox } = await openWorld({ clock, env: sandboxEnv(sandbox) })
// All rate limit windows start over.
beforeEach(() => clock.advance(48 * hour_ms))

const owner = (): TestUser => tree.acme.owner
const setNew = (token: string) =>
  http.anonymous(owner().host).call(setNewPassword, { body: { token, email: owner().email, newpassword } })
const connect = async () => {
  http.forget(owner())
  const { status, body } = await http
    .as(owner())
    .call(createConnectedAccount, { body: { companyID: owner().companyId } })
  return [status, status === 200 ? '' : body.message]
}

/** Sets what the owner's password was before, and mails a link for a new one. */
async function mailLink(before: string): Promise<string> {
  await db.adminPool.query(`update credential set ${before} where user_id = $1`, [owner().id])
  const token = newToken()
  const at_ms = clock.now() - clock.offset()
  await db.adminPool.query(
    'insert into password_reset (token_hash, user_id, host, created_at, expires_at) values ($1, $2, $3, $4, $5)',
    [hashToken(token), owner().id, owner().host, new Date(at_ms), new Date(at_ms + 72 * hour_ms)],
  )
  return token
}

const tooSoon = [409, 'This isn’t possible within 24 hours of a password reset by email.']

test('an invited owner connects a payment account right after setting a password', async () => {
  expect((await setNew(await mailLink('password_hash = null'))).status).toBe(200)
  expect(await connect()).toEqual([200, ''])
})

test('so does one whose first password was typed by somebody else, and no mail speaks of a link', async () => {
  await db.adminPool.query(
    'update credential set must_change_password = true, password_hash = (select password_hash from credential where user_id = $2) where user_id = $1',
    [owner().id, tree.acme.admin.id],
  )
  const body = { username: owner().email, password: testPassword }
  const step = (await http.anonymous(owner().host).call(login, { body })).body as { reset_token: string }
  expect((await setNew(step.reset_token)).status).toBe(200)
  expect(await connect()).toEqual([200, ''])
  await runJobs(db, http.platform)
  const [mail] = mailbox.messages()
  expect(mail).toMatchObject({ to: [owner().email], subject: 'Your password was changed' })
  expect(mail!.text).not.toContain('link')
})

test('a reset of one’s own password still keeps payment accounts closed for 24 hours', async () => {
  expect((await setNew(await mailLink('must_change_password = false'))).status).toBe(200)
  expect(await connect()).toEqual(tooSoon)
  await runJobs(db, http.platform)
  expect(mailbox.messages()[0]!.text).toContain('through the link we emailed you')
  clock.advance(24 * hour_ms - 1)
  expect(await connect()).toEqual(tooSoon)
  clock.advance(1)
  expect(await connect()).toEqual([200, ''])
})

test('the 24 hours pass by the program’s clock, which a demo moves', async () => {
  clock.setOffset(72 * hour_ms)
  expect((await setNew(await mailLink('must_change_password = false'))).status).toBe(200)
  expect(await connect()).toEqual(tooSoon)
  clock.setOffset(96 * hour_ms)
  const body = { companyID: owner().companyId }
  expect((await http.as(owner()).call(getExistingAccountLink, { body })).status).toBe(200)
  clock.setOffset(0)
})
