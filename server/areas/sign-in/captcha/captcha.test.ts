import { solveChallenge } from 'altcha-lib/v1'
import { beforeEach, expect, test } from 'vitest'
import { readCaptcha, type CaptchaTask } from '#contract/sign-in/captcha.ts'
import { forgetPassword } from '#contract/sign-in/password.ts'
import { login } from '#contract/sign-in/session.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { testPassword } from '#server/test/factories.ts'
import { tallySignIn } from './stuffing-alarm.ts'
import { openTree } from '#server/test/open-tree.ts'

const minute_ms = 60_000

// The library checks expiry against the machine's time, so the clock starts there.
const clock = createStillClock(Date.now())
const { http, tree } = await openTree({ clock, env: { CAPTCHA: 'altcha' } })
beforeEach(() => clock.advance(61 * minute_ms))

const encoded = (solution: object): string => Buffer.from(JSON.stringify(solution)).toString('base64')
const solve = async (): Promise<{
  task: CaptchaTask
  solution: { number: number } & Omit<CaptchaTask, 'maxnumber' | 'kind'>
}> => {
  const { body: task } = await http.anonymous().call(readCaptcha)
  if (task.kind !== 'altcha') throw new Error('no task of our own')
  const { algorithm, challenge, salt, signature, maxnumber } = task
  const found = await solveChallenge(challenge, salt, algorithm, maxnumber).promise
  return { task, solution: { algorithm, challenge, salt, signature, number: found!.number } }
}
let asked = 0
const forget = (gtoken?: string) =>
  http.anonymous().call(forgetPassword, { body: { username: `guess${asked++}@acme.test`, gtoken } })

test('a password reset requires a solved task, which is valid once', async () => {
  const gtoken = encoded((await solve()).solution)
  expect((await forget(gtoken)).status).toBe(200)
  const again = await forget(gtoken)
  expect([again.status, again.body.field]).toEqual([422, 'gtoken'])
})

test('a missing, wrong, mismatched, unsigned, or malformed solution is rejected', async () => {
  const { solution } = await solve()
  const other = await solve()
  const bad = [
    undefined,
    encoded({ ...solution, number: solution.number + 1 }),
    encoded({ ...solution, challenge: other.task.challenge }),
    encoded({ ...solution, signature: other.task.signature }),
    encoded({ ...solution, salt: `${solution.salt.split('?')[0]}?expires=9999999999` }),
    encoded([]),
    encoded({ challenge: 7, salt: null }),
    'not base64 at all!',
  ]
  for (const gtoken of bad) expect([gtoken, (await forget(gtoken)).body.field]).toEqual([gtoken, 'gtoken'])
})

test('a task expires after ten minutes', async () => {
  const gtoken = encoded((await solve()).solution)
  clock.advance(10 * minute_ms)
  expect((await forget(gtoken)).body.field).toBe('gtoken')
})

test('sign-in requires it only while most of two hundred sign-ins fail, and then for everybody', async () => {
  const { owner } = tree.acme
  const right = (gtoken?: string) =>
    http.anonymous(owner.host).call(login, { body: { username: owner.email, password: testPassword, gtoken } })
  const tally = async (count: number, failed: boolean): Promise<void> => {
    for (let at = 0; at < count; at++) await tallySignIn(http.platform, failed)
  }
  await tally(80, false)
  await tally(119, true)
  expect((await right()).status).toBe(200)
  await tally(3, true)
  const refused = await right()
  expect([refused.status, refused.body.field]).toEqual([422, 'gtoken'])
  const unknown = { username: 'nobody@acme.test', password: 'wrong' }
  expect((await http.anonymous(owner.host).call(login, { body: unknown })).body.field).toBe('gtoken')
  expect((await right(encoded((await solve()).solution))).status).toBe(200)
  clock.advance(10 * minute_ms)
  expect((await right()).status).toBe(200)
})
