import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { forgetPassword, verifyResetToken } from '#contract/access/password.ts'
import { login, refreshToken } from '#contract/access/session.ts'
import type { Operation } from '#contract/core/operation.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { newToken } from '#server/platform/ids.ts'
import { routes } from '#server/routes.ts'
import { createTestApp, type TestApp } from '../app.ts'
import { makeTree } from '../factories.ts'
import { createTestDatabase, type TestDatabase } from '../harness.ts'

// Limits before the sign-in, as reliability 5.5 has them, held by two processes together and over a restart.

/** Read from reliability 5.5 (decision 4 for refreshing), not from the declarations. */
const promised: Record<string, [count: number, seconds: number, by: string][]> = {
  login: [
    [5, 60, 'account'],
    [30, 300, 'address'],
  ],
  forgetPassword: [
    [3, 3600, 'account'],
    [10, 3600, 'address'],
  ],
  refreshToken: [
    [150, 300, 'address'],
    [100, 300, 'account'],
  ],
  readDomain: [[60, 60, 'address']],
}

let db: TestDatabase
let processes: [TestApp, TestApp]
const clock = createStillClock(Date.UTC(2026, 10, 20, 12))
beforeAll(async () => {
  db = await createTestDatabase()
  await makeTree(db)
  processes = [await createTestApp(db, { clock }), await createTestApp(db, { clock })]
})
beforeEach(() => clock.advance(3_600_000))
afterAll(async () => {
  for (const each of processes) await each.close()
  await db.drop()
})

test('every promised limit is declared as promised', () => {
  for (const [name, limits] of Object.entries(promised)) {
    const { operation } = routes.find((route) => route.operation.name === name)!
    const declared = (operation.limits ?? []).map(({ count, perSeconds, by }) => [count, perSeconds, by])
    expect([name, declared.toSorted()]).toEqual([name, limits.toSorted()])
  }
})

/** Calls with a body of one's own each time, so that only the limit by address is met. */
const bodies: [operation: Operation, body: (at: number) => unknown][] = [
  [login, (at) => ({ username: `guess${at}@acme.test`, password: 'guess' })],
  [forgetPassword, (at) => ({ username: `guess${at}@acme.test` })],
  [refreshToken, () => ({ refresh_token: newToken() })],
  [verifyResetToken, () => ({ token: newToken(), email: 'guess@acme.test' })],
]

describe.each(bodies.map(([operation, body]) => [operation.name, operation, body] as const))(
  '%s',
  (_name, operation, body) => {
    const { count, perSeconds } = operation.limits!.find(({ by }) => by === 'address')!
    let made = 0
    const answer = async (of: TestApp, headers = {}) => {
      const { status, headers: answered } = await of.anonymous().call(operation, { body: body(made++), headers })
      return { status, retryAfter: Number(answered['retry-after']) }
    }

    test('two processes let through as many together as promised, and not one more', async () => {
      for (let at = 0; at < count; at++) expect((await answer(processes[at % 2]!)).status).not.toBe(429)
      for (const each of processes) {
        const refused = await answer(each)
        expect(refused.status).toBe(429)
        expect(refused.retryAfter).toBeGreaterThan(0)
        expect(refused.retryAfter).toBeLessThanOrEqual(perSeconds)
      }
      // An address that the caller only claims to have makes no difference.
      expect((await answer(processes[0], { 'x-forwarded-for': '192.0.2.7' })).status).toBe(429)
      const restarted = await createTestApp(db, { clock })
      const after = await answer(restarted)
      expect(after.status).toBe(429)
      await restarted.close()
      clock.advance(after.retryAfter * 1_000)
      expect((await answer(processes[0])).status).not.toBe(429)
    }, 30_000)
  },
)
