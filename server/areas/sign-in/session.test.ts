import { afterEach, describe, expect, test, vi } from 'vitest'
import { login, logout, refreshToken } from '#contract/sign-in/session.ts'
import { readAccess, readMe } from '#contract/people/user.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { newToken } from '#server/platform/ids.ts'
import type { TestAnswer } from '#server/test/app.ts'
import { testPassword, type TestUser } from '#server/test/factories.ts'
import { openTree } from '#server/test/open-tree.ts'

const minute_ms = 60_000
const hour_ms = 60 * minute_ms

const clock = createStillClock(Date.UTC(2026, 10, 20, 12))
const { db, http, tree } = await openTree({ clock })
afterEach(() => void vi.unstubAllEnvs())

interface SignedIn {
  access: string
  refresh: string
  cookie: string
  host: string
}

/** Signs in over HTTP, in a separate minute, so that no rate limit of another test interferes. */
async function signIn(user: TestUser, host = user.host): Promise<SignedIn> {
  clock.advance(minute_ms)
  const answer = await http.anonymous(host).call(login, { body: { username: user.email, password: testPassword } })
  expect(answer.status).toBe(200)
  const cookie = String(answer.headers['set-cookie']).split(';')[0]!
  if (!('access_token' in answer.body)) throw new Error('a second factor was asked for')
  return { access: answer.body.access_token, refresh: answer.body.refresh_token, cookie, host }
}

const refresh = (session: SignedIn, headers = { cookie: session.cookie }): Promise<TestAnswer<typeof refreshToken>> =>
  http.anonymous(session.host).call(refreshToken, { body: { refresh_token: session.refresh }, headers })

const statusWith = async (access: string, host: string): Promise<number> => {
  const answer = await http.anonymous(host).call(readMe, { headers: { authorization: `Bearer ${access}` } })
  return answer.status
}

describe('tokens', () => {
  test('are accepted only on the host of the sign-in', async () => {
    const session = await signIn(tree.acme.owner)
    expect(await statusWith(session.access, 'acme.localhost')).toBe(200)
    expect(await statusWith(session.access, 'brightside.localhost')).toBe(401)
  })

  test('for access expire after ten minutes', async () => {
    const session = await signIn(tree.acme.owner)
    clock.advance(10 * minute_ms - 1)
    expect(await statusWith(session.access, session.host)).toBe(200)
    clock.advance(1)
    expect(await statusWith(session.access, session.host)).toBe(401)
  })

  test('are never stored in plain text', async () => {
    const session = await signIn(tree.acme.owner)
    await refresh(session)
    const { rows } = await db.adminPool.query<{ text: string }>(
      'select string_agg(session::text, $1) as text from session',
      [' '],
    )
    for (const secret of [session.access, session.refresh, session.cookie.slice('device='.length)]) {
      expect(rows[0]!.text).not.toContain(secret)
    }
  })
})

describe('a refresh', () => {
  test('issues new tokens, and the previous access token stops working', async () => {
    const session = await signIn(tree.acme.owner)
    const answer = await refresh(session)
    expect(answer.status).toBe(200)
    expect(answer.body.refresh_token).not.toBe(session.refresh)
    expect(await statusWith(answer.body.access_token, session.host)).toBe(200)
    expect(await statusWith(session.access, session.host)).toBe(401)
  })

  /** Refreshes fifty times at once; returns the distinct outcomes. */
  async function refreshFiftyTimes(): Promise<string[]> {
    // Every attempt has the rate limit by address to itself.
    clock.advance(5 * minute_ms)
    const session = await signIn(tree.acme.owner)
    const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(session)))
    return [...new Set(answers.map(({ status, body }) => `${status} ${body.refresh_token} ${body.access_token}`))]
  }

  test('requested fifty times at once rotates once, and every caller gets the same successor', async () => {
    const outcomes = await refreshFiftyTimes()
    expect(outcomes).toHaveLength(1)
    const [status, , access] = outcomes[0]!.split(' ')
    expect(status).toBe('200')
    expect(await statusWith(access!, 'acme.localhost')).toBe(200)
  })

  test('would rotate more than once without the lock on the session', async () => {
    vi.stubEnv('PLANTED_FAULT', 'rotate-without-lock')
    // A race shows up in most attempts, not in each.
    let rotations = 0
    for (let tries = 0; rotations < 2 && tries < 10; tries++) rotations = (await refreshFiftyTimes()).length
    expect(rotations).toBeGreaterThan(1)
  })

  test('with the previous token works for 20 seconds and then ends the session', async () => {
    clock.advance(5 * minute_ms)
    const session = await signIn(tree.acme.owner)
    const first = await refresh(session)
    expect(await statusWith(first.body.access_token, session.host)).toBe(200)
    clock.advance(19_999)
    const again = await refresh(session)
    expect(again.body).toEqual(first.body)
    clock.advance(1)
    const mails = async (): Promise<number> =>
      (await db.adminPool.query('select count(*)::int as count from graphile_worker.jobs')).rows[0].count
    const before = await mails()
    expect((await refresh(session)).status).toBe(401)
    // Its owner is notified, once.
    expect((await refresh(session)).status).toBe(401)
    expect((await mails()) - before).toBe(1)
    expect(await statusWith(first.body.access_token, session.host)).toBe(401)
    expect((await refresh({ ...session, refresh: first.body.refresh_token })).status).toBe(401)
    const { rows } = await db.adminPool.query(
      `select count(*)::int from session where revoked_why = 'refresh token used again'`,
    )
    expect(rows[0].count).toBeGreaterThan(0)
  })

  test('whose answer was lost returns the same successor an hour later, until the successor is used', async () => {
    clock.advance(5 * minute_ms)
    const session = await signIn(tree.acme.owner)
    const lostAnswer = await refresh(session)
    clock.advance(60 * minute_ms)
    const again = await refresh(session)
    expect([again.status, again.body]).toEqual([200, lostAnswer.body])
    const next = await refresh({ ...session, refresh: again.body.refresh_token })
    expect(await statusWith(next.body.access_token, session.host)).toBe(200)
    // Now somebody else has it, too.
    clock.advance(5 * minute_ms)
    expect((await refresh({ ...session, refresh: again.body.refresh_token })).status).toBe(401)
    expect(await statusWith(next.body.access_token, session.host)).toBe(401)
  })

  /** Uses an old token; returns whether the session's newest token still works afterwards. */
  async function survivesReuse(): Promise<boolean> {
    const session = await signIn(tree.acme.owner)
    const second = await refresh(session)
    const third = await refresh({ ...session, refresh: second.body.refresh_token })
    expect(third.status).toBe(200)
    expect((await refresh(session)).status).toBe(401)
    return (await refresh({ ...session, refresh: third.body.refresh_token })).status === 200
  }

  test('with a much older token ends the session', async () => {
    expect(await survivesReuse()).toBe(false)
  })

  test('would let a thief stay signed in if reuse did not end the session', async () => {
    vi.stubEnv('PLANTED_FAULT', 'keep-session-on-reuse')
    expect(await survivesReuse()).toBe(true)
  })

  test('with a stolen token but without the device cookie is rejected and ends nothing', async () => {
    const session = await signIn(tree.acme.owner)
    const thief = await signIn(tree.acme.admin)
    for (const headers of [{ cookie: '' }, { cookie: thief.cookie }, { cookie: 'device=made-up' }]) {
      const answer = await refresh(session, headers)
      expect(answer.status).toBe(401)
      expect(answer.body).toMatchObject({ code: 'unauthenticated', message: 'Unauthenticated.' })
    }
    expect((await refresh(session)).status).toBe(200)
  })

  test('on another host is rejected', async () => {
    const session = await signIn(tree.acme.owner)
    expect((await refresh({ ...session, host: 'brightside.localhost' })).status).toBe(401)
  })

  test('is rejected after eight hours without one, and after half an hour for the operator’s people', async () => {
    const client = await signIn(tree.acme.clients[0]!.user)
    const operator = await signIn(tree.root.system)
    clock.advance(hour_ms / 2 - 1)
    const operatorAgain = await refresh(operator)
    expect(operatorAgain.status).toBe(200)
    clock.advance(hour_ms / 2)
    expect((await refresh({ ...operator, refresh: operatorAgain.body.refresh_token })).status).toBe(401)
    clock.advance(7 * hour_ms - 2 * minute_ms)
    const clientAgain = await refresh(client)
    expect(clientAgain.status).toBe(200)
    clock.advance(8 * hour_ms)
    expect((await refresh({ ...client, refresh: clientAgain.body.refresh_token })).status).toBe(401)
  })

  test('cannot extend a session past seven days', async () => {
    let session = await signIn(tree.acme.owner)
    for (let hours = 0; hours < 7 * 24 - 7; hours += 7) {
      clock.advance(7 * hour_ms)
      const answer = await refresh(session)
      expect(answer.status).toBe(200)
      session = { ...session, refresh: answer.body.refresh_token }
    }
    clock.advance(7 * hour_ms)
    expect((await refresh(session)).status).toBe(401)
  })
})

describe('a session ends', () => {
  test('at sign-out, with its refresh token, and the browser is told to clear its data', async () => {
    const session = await signIn(tree.acme.owner)
    const answer = await http
      .anonymous(session.host)
      .call(logout, { headers: { authorization: `Bearer ${session.access}` } })
    expect(answer.status).toBe(200)
    expect(answer.headers['clear-site-data']).toBe('"storage"')
    // The device stays known, so that the next sign-in here sends no notice.
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(await statusWith(session.access, session.host)).toBe(401)
    expect((await refresh(session)).status).toBe(401)
  })

  test('within five seconds if another process ended it', async () => {
    const session = await signIn(tree.acme.owner)
    expect(await statusWith(session.access, session.host)).toBe(200)
    await db.adminPool.query('update session set revoked_at = now() where revoked_at is null')
    clock.advance(5_000)
    expect(await statusWith(session.access, session.host)).toBe(401)
  })

  test('R085: which the check of the setup calls “Token expired”, but not a token that a refresh replaces', async () => {
    const session = await signIn(tree.acme.owner)
    const check = (token: string) =>
      http.anonymous(session.host).call(readAccess, {
        params: { id: 'all' },
        headers: { authorization: `Bearer ${token}` },
      })
    const messageOf = async (token: string) => {
      const { status, body } = await check(token)
      return [status, (body as { code?: string }).code, (body as { message?: string }).message]
    }
    const general = [401, 'unauthenticated', 'Unauthenticated.']
    expect((await check(session.access)).status).toBe(200)
    clock.advance(11 * minute_ms)
    expect(await messageOf(session.access)).toEqual(general)
    const { body } = await refresh(session)
    expect(await messageOf(session.access)).toEqual(general)
    expect(await messageOf(newToken())).toEqual(general)
    expect((await check(body.access_token)).status).toBe(200)
    clock.advance(8 * hour_ms)
    expect(await messageOf(body.access_token)).toEqual([401, 'unauthenticated', 'Token expired'])
    expect(await statusWith(body.access_token, session.host)).toBe(401)
    const signedOut = await signIn(tree.acme.owner)
    const headers = { authorization: `Bearer ${signedOut.access}` }
    await http.anonymous(session.host).call(logout, { headers })
    expect(await messageOf(signedOut.access)).toEqual([401, 'unauthenticated', 'Token expired'])
  })

  test('within five seconds if the clock was set back meanwhile', async () => {
    const session = await signIn(tree.acme.owner)
    expect(await statusWith(session.access, session.host)).toBe(200)
    await db.adminPool.query('update session set revoked_at = now() where revoked_at is null')
    clock.advance(-hour_ms)
    expect(await statusWith(session.access, session.host)).toBe(401)
    clock.advance(hour_ms)
  })

  test('within five seconds when the person or the company is disabled', async () => {
    const [person, company] = [tree.acme.clients[0]!.user, tree.acme.clients[1]!.user]
    const sessions = [await signIn(person), await signIn(company)]
    await db.adminPool.query(`update app_user set status = 'disabled' where id = $1`, [person.id])
    await db.adminPool.query(`update company set status = 'disabled' where id = $1`, [company.companyId])
    clock.advance(5_000)
    for (const session of sessions) {
      expect(await statusWith(session.access, session.host)).toBe(401)
      expect((await refresh(session)).status).toBe(401)
    }
    await db.adminPool.query(`update app_user set status = 'active'; update company set status = 'active'`)
  })

  test('when a person has more than ten, oldest first', async () => {
    const sessions: SignedIn[] = []
    for (let count = 0; count < 11; count++) sessions.push(await signIn(tree.brightside.owner))
    expect((await refresh(sessions[0]!)).status).toBe(401)
    expect((await refresh(sessions[1]!)).status).toBe(200)
  })

  test('when a person has too many, but never the newest one, even if all started at the same moment', async () => {
    const { system } = tree.root
    for (let count = 0; count < 20; count++) {
      http.forget(system)
      expect((await http.as(system).call(readMe)).status).toBe(200)
    }
  })
})
