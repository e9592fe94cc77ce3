import { beforeEach, expect, test, vi } from 'vitest'
import { changePassword } from '#contract/sign-in/password.ts'
import { login } from '#contract/sign-in/session.ts'
import { readMe } from '#contract/people/user.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { countWaiting } from '#server/test/count-waiting.ts'
import { testPassword, type TestUser } from '#server/test/factories.ts'
import { createFactorDesk } from '#server/test/second-factor.ts'
import { openWorld } from '#server/test/world.ts'

// A sign-in checked against a password that changes meanwhile creates nothing that outlives the change.

const clock = createStillClock(Date.UTC(2026, 10, 20, 12))
const { db, http, tree, mailbox } = await openWorld({ clock })
beforeEach(() => clock.advance(3_600_000))

const waitsForLock = (): Promise<void> =>
  vi.waitFor(async () => expect(await countWaiting(db)).toBeGreaterThan(0), 5_000)

/** Signs in with the old password while it is being changed, and lets the change commit first. */
async function race(user: TestUser) {
  const changing = await db.adminPool.connect()
  try {
    await changing.query('begin')
    await changing.query('update credential set version = version + 1 where user_id = $1', [user.id])
    const body = { username: user.email, password: testPassword }
    const answer = http.anonymous(user.host).call(login, { body })
    await waitsForLock()
    await changing.query('update session set revoked_at = now() where user_id = $1', [user.id])
    await changing.query('update sign_in_challenge set over_at = now() where user_id = $1', [user.id])
    await changing.query('commit')
    return await answer
  } finally {
    changing.release()
  }
}

test('a sign-in with the old password during a password change gets no session', async () => {
  const { owner } = tree.acme
  expect((await race(owner)).status).toBe(401)
  const live = await db.adminPool.query('select from session where user_id = $1 and revoked_at is null', [owner.id])
  expect(live.rowCount).toBe(0)
})

test('a sign-in with the old password during a password change gets no second step either', async () => {
  const { owner } = tree.brightside
  http.forget()
  await createFactorDesk({ db, http, mailbox, clock }).turnOnAuthenticator(owner)
  clock.advance(60_000)
  expect((await race(owner)).status).toBe(401)
  const open = await db.adminPool.query('select from sign_in_challenge where user_id = $1 and over_at is null', [
    owner.id,
  ])
  expect(open.rowCount).toBe(0)
})

test('a change requested with the old password does not override a concurrent reset', async () => {
  const { owner } = tree.brightside
  http.forget()
  await http.as(owner).call(readMe)
  const body = { usrID: owner.id, currpassword: testPassword, newpassword: 'a thief beside the sea' }
  const resetting = await db.adminPool.connect()
  let answer
  try {
    await resetting.query('begin')
    await resetting.query(
      `update credential set password_hash = 'of the one who was asked by mail', version = version + 1 where user_id = $1`,
      [owner.id],
    )
    answer = http.as(owner).call(changePassword, { body })
    await waitsForLock()
    await resetting.query('commit')
  } finally {
    resetting.release()
  }
  const { status, body: answerBody } = await answer
  expect([status, answerBody.field]).toEqual([422, 'currpassword'])
  const { rows } = await db.adminPool.query('select password_hash from credential where user_id = $1', [owner.id])
  expect(rows).toEqual([{ password_hash: 'of the one who was asked by mail' }])
})

test('each password change increments the version', async () => {
  const { admin } = tree.acme
  http.forget()
  const versionOf = async (): Promise<number> =>
    (await db.adminPool.query('select version from credential where user_id = $1', [admin.id])).rows[0].version
  const before = await versionOf()
  const body = { usrID: admin.id, currpassword: testPassword, newpassword: 'a lamp beside the sea' }
  expect((await http.as(admin).call(changePassword, { body })).status).toBe(200)
  expect(await versionOf()).toBe(before + 1)
})
