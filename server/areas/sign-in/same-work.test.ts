import { verify, hash } from '@node-rs/argon2'
import pg from 'pg'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { forgetPassword, verifyResetToken } from '#contract/sign-in/password.ts'
import { register } from '#contract/people/registration.ts'
import { login } from '#contract/sign-in/session.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { newToken } from '#server/platform/ids.ts'
import type { TestAnswer } from '#server/test/app.ts'
import { testPassword } from '#server/test/factories.ts'
import { openTree } from '#server/test/open-tree.ts'

// Neither a response nor its time reveals whether an account exists (SEC-3). Times on a busy machine say little, so
// this checks what takes time: the passwords that are hashed, at which cost, and the statements that are sent.

vi.mock('@node-rs/argon2', async (load) => {
  const real = await load<{ verify: typeof verify; hash: typeof hash }>()
  return { ...real, verify: vi.fn(real.verify), hash: vi.fn(real.hash) }
})

const clock = createStillClock(Date.UTC(2026, 10, 20, 12))
const { db, http, tree } = await openTree({ clock })
beforeAll(async () => {
  // Signing in upgrades the tests' cheap hashes to today's cost.
  for (const { email, host } of [tree.acme.owner, tree.acme.admin, tree.brightside.owner]) {
    await http.anonymous(host).call(login, { body: { username: email, password: testPassword } })
  }
})
beforeEach(() => clock.advance(24 * 3_600_000))
afterEach(() => void vi.restoreAllMocks())

interface Work {
  status: number
  message: string | undefined
  /** What each password was compared with or hashed into: the algorithm with its cost. */
  hashes: string[]
  /** Statements in order, writes only by kind: the table in which a failure is counted does not matter. */
  statements: string[]
}

const costOf = (text: string): string => text.split('$').slice(1, 4).join('$')
const kindOf = (text: string): string => {
  const word = text.trim().split(/\s/)[0]!.toLowerCase()
  return ['insert', 'update', 'delete'].includes(word) ? 'write' : text.trim().replaceAll(/\s+/g, ' ').slice(0, 120)
}

async function workOf(call: () => Promise<TestAnswer<never>>): Promise<Work> {
  vi.mocked(verify).mockClear()
  vi.mocked(hash).mockClear()
  const texts: string[] = []
  const send = pg.Client.prototype.query as (...args: unknown[]) => unknown
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const first = args[0] as string | { text: string }
    texts.push(typeof first === 'string' ? first : first.text)
    return send.apply(this, args) as never
  })
  const { status, body } = await call()
  spy.mockRestore()
  return {
    status,
    message: (body as { message?: string }).message,
    hashes: [
      ...vi.mocked(verify).mock.calls.map(([against]) => `compared with ${costOf(String(against))}`),
      ...vi.mocked(hash).mock.calls.map(([, cost]) => `made at ${JSON.stringify(cost)}`),
    ],
    statements: texts.map(kindOf),
  }
}

const at = (host: string) => http.anonymous(host)
const signInWrong =
  (username: string, host = 'acme.localhost') =>
  () =>
    at(host).call(login, { body: { username, password: 'wrong' } }) as Promise<TestAnswer<never>>

describe('a wrong password', () => {
  const cases: [who: string, prepare: () => Promise<() => Promise<TestAnswer<never>>>][] = [
    ['a known account', async () => signInWrong(tree.acme.owner.email)],
    ['an account of another host', async () => signInWrong(tree.brightside.owner.email)],
    [
      'an account that waits after wrong passwords',
      async () => {
        const { email } = tree.acme.admin
        for (let times = 0; times < 4; times++) await signInWrong(email)()
        clock.advance(60_000)
        await signInWrong(email)()
        return signInWrong(email)
      },
    ],
    [
      'a disabled account',
      async () => {
        await db.adminPool.query("update app_user set status = 'disabled' where id = $1", [tree.acme.bareAdmin.id])
        return signInWrong(tree.acme.bareAdmin.email)
      },
    ],
    [
      'an account whose owner was invited and has no password yet',
      async () => {
        const { user } = tree.acme.clients[0]!
        await db.adminPool.query('update credential set password_hash = null where user_id = $1', [user.id])
        return signInWrong(user.email)
      },
    ],
  ]

  test.each(cases)('costs the same for %s as for an unknown account', async (_who, prepare) => {
    const refuse = await prepare()
    // The first call prepares statements and caches hosts.
    await signInWrong('warm@acme.test')()
    const strangersWork = await workOf(signInWrong(`nobody${clock.now()}@acme.test`))
    const work = await workOf(refuse)
    expect(strangersWork.status).toBe(401)
    expect(strangersWork.hashes).toEqual(['compared with argon2id$v=19$m=19456,t=2,p=1'])
    expect(strangersWork.statements.length).toBeGreaterThan(3)
    expect(work).toEqual({ ...strangersWork, hashes: work.hashes })
    // The tests' hashes are cheaper until their owner signs in; only the number of comparisons matters.
    expect(work.hashes).toHaveLength(1)
  })

  test('is compared at the same cost for accounts that have signed in', async () => {
    const work = await workOf(signInWrong(tree.acme.owner.email))
    expect(work.hashes).toEqual(['compared with argon2id$v=19$m=19456,t=2,p=1'])
  })
})

test.each<[what: string, send: (username: string) => Promise<TestAnswer<never>>]>([
  [
    'a forgotten password',
    (username) => at('acme.localhost').call(forgetPassword, { body: { username } }) as Promise<TestAnswer<never>>,
  ],
  [
    'a link for a new password that nobody was sent',
    (email) =>
      at('acme.localhost').call(verifyResetToken, { body: { token: newToken(), email } }) as Promise<TestAnswer<never>>,
  ],
  [
    'a registration',
    (email) =>
      at('acme.localhost').call(register, {
        body: {
          companyname: 'Maple Bakery',
          name: 'Mia Baker',
          email,
          phonenum: '(201) 555-0123',
          password: 'a lamp beside the sea',
          userType: 'client',
        },
      }) as Promise<TestAnswer<never>>,
  ],
])('%s costs a known account the same as an unknown one, and gets the same response', async (_what, send) => {
  await send('warm@acme.test')
  const strangersWork = await workOf(() => send(`nobody${clock.now()}@acme.test`))
  const work = await workOf(() => send(tree.acme.owner.email))
  expect(strangersWork.status).toBe(200)
  expect(strangersWork.statements.length).toBeGreaterThan(0)
  expect(work).toEqual(strangersWork)
})
