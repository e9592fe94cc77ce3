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

const encode = (solution: object): string => Buffer.from(JSON.stringify(solution)).toString('base64')
const solve = async (): Promise<{
  task: CaptchaTask
  solution: { number: number } & Omit<CaptchaTask, 'maxnumber' | 'kind'>
}> => {
  const { body: task } = await http.anonymous().call(readCaptcha)
  if (task.kind !== 'altcha') throw new Error('no task of our own')
  const { algorithm, challenge, salt, signature, maxnumber } = task
  const result = await solveChallenge(challenge, salt, algorithm, maxnumber).promise
  return { task, solution: { algorithm, challenge, salt, signature, number: result!.number } }
}
let guesses = 0
const forget = (gtoken?: string) =>
  http.anonymous().call(forgetPassword, { body: { username: `guess${guesses++}@acme.test`, gtoken } })

test('a password reset requires a solved task, which is valid once', async () => {
  const gtoken = encode((await solve()).solution)
  expect((await forget(gtoken)).status).toBe(200)
  const again = await forget(gtoken)
  expect([again.status, again.body.field]).toEqual([422, 'gtoken'])
})

test('a missing, wrong, mismatched, unsigned, or malformed solution is rejected', async () => {
  const { solution } = await solve()
  const otherTask = await solve()
  const bad = [
    undefined,
    encode({ ...solution, number: solution.number + 1 }),
    encode({ ...solution, challenge: otherTask.task.challenge }),
    encode({ ...solution, signature: otherTask.task.signature }),
    encode({ ...solution, salt: `${solution.salt.split('?')[0]}?expires=9999999999` }),
    encode([]),
    encode({ challenge: 7, salt: null }),
    'not base64 at all!',
  ]
  for (const gtoken of bad) expect([gtoken, (await forget(gtoken)).body.field]).toEqual([gtoken, 'gtoken'])
})

test('a task expires after ten minutes', async () => {
  const gtoken = encode((await solve()).solution)
  clock.advance(10 * minute_ms)
  expect((await forget(gtoken)).body.field).toBe('gtoken')
})

test('sign-in requires it only while most of two hundred sign-ins fail, and then for everybody', async () => {
  const { owner } = tree.acme
  const signInRight = (gtoken?: string) =>
    http.anonymous(owner.host).call(login, { body: { username: owner.email, password: testPassword, gtoken } })
  const tally = async (count: number, failed: boolean): Promise<void> => {
    for (let at = 0; at < count; at++) await tallySignIn(http.platform, failed)
  }
  await tally(80, false)
  await tally(119, true)
  expect((await signInRight()).status).toBe(200)
  await tally(3, true)
  const refusal = await signInRight()
  expect([refusal.status, refusal.body.field]).toEqual([422, 'gtoken'])
  const stranger = { username: 'nobody@acme.test', password: 'wrong' }
  expect((await http.anonymous(owner.host).call(login, { body: stranger })).body.field).toBe('gtoken')
  expect((await signInRight(encode((await solve()).solution))).status).toBe(200)
  clock.advance(10 * minute_ms)
  expect((await signInRight()).status).toBe(200)
})
