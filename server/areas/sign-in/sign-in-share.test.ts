import { expect, test } from 'vitest'
import { login } from '#contract/sign-in/session.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { testPassword } from '#server/test/factories.ts'
import { noLimits } from '#server/test/app.ts'
import { openTree } from '#server/test/open-tree.ts'

// Sign-ins for one host wait for one another, not for all places to wait (SEC-3).

const clock = createStillClock(Date.UTC(2026, 10, 20, 12))
const { db, http, tree } = await openTree({ clock, limiter: noLimits })

const guess = (at: number): Promise<number> =>
  http
    .anonymous(tree.acme.owner.host)
    .call(login, { body: { username: `nobody${at}@acme.test`, password: 'a guess of somebody' } })
    .then(({ status }) => status)
const enter = (): Promise<number> => {
  const { email, host } = tree.brightside.owner
  return http
    .anonymous(host)
    .call(login, { body: { username: email, password: testPassword } })
    .then(({ status }) => status)
}

test('a flood for one host is refused, and counted as failed, while people of another host sign in', async () => {
  const flood = Array.from({ length: 60 }, (_none, at) => guess(at))
  // Those of the flood wait first.
  await Promise.race(flood)
  expect(await enter()).toBe(200)
  const statuses = await Promise.all(flood)
  expect(new Set(statuses)).toEqual(new Set([401, 503]))
  const { rows } = await db.adminPool.query(
    'select sum(tries)::int as tries, sum(failures)::int as failures from sign_in_tally',
  )
  expect(rows).toEqual([{ tries: 61, failures: 60 }])
})
