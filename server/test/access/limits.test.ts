import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readMe } from '#contract/people/user.ts'
import type { Limit, Operation } from '#contract/core/operation.ts'
import { sendTestLead } from '#contract/leads/test-lead.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { standardLimits } from '#server/platform/http/app.ts'
import { shareOf } from '#server/platform/http/limits.ts'
import { routes } from '#server/routes.ts'
import { createTestApp, type TestAnswer, type TestApp } from '../app.ts'
import { makeCampaign, makeTree, makeUser, type TestTree, type TestUser } from '../factories.ts'
import { makeDeveloper } from '../developer-token.ts'
import { createTestDatabase, type TestDatabase } from '../harness.ts'
import { everyThirdOr, sampleOf } from '../proofs.ts'
import { inputOf } from './example-of.ts'
import { driversByAccount, driversByAddress, type Driver } from './limit-drivers.ts'

// Every rate limit of an operation, shared by two processes and a late third one, and the limits that SEC-5 promises.

/** From SEC-5 (decision 4 for refreshing a session), not from the declarations. */
const promises: Record<string, [count: number, seconds: number, by: Limit['by']][]> = {
  login: [
    [5, 60, 'account'],
    [30, 300, 'address'],
  ],
  verifyLogin: [[10, 3600, 'account']],
  resendCode: [
    [1, 60, 'account'],
    [5, 3600, 'account'],
  ],
  sendFactorCode: [
    [1, 60, 'user'],
    [5, 3600, 'user'],
  ],
  forgetPassword: [
    [3, 3600, 'account'],
    [10, 3600, 'address'],
  ],
  register: [[5, 3600, 'address']],
  refreshToken: [
    [150, 300, 'address'],
    [100, 300, 'account'],
  ],
  exportLeads: [[10, 3600, 'user']],
  prepareLeadExport: [[30, 3600, 'user']],
  downloadLeadExport: [[600, 3600, 'user']],
  downloadUserLogs: [[10, 3600, 'user']],
  createCustomer: [
    [5, 3600, 'company'],
    [10, 86_400, 'address'],
  ],
  updateSubdomain: [[5, 86_400, 'company']],
  checkSiteEmbededCode: [[6, 60, 'user']],
  createUser: [[20, 3600, 'company']],
  resendInvitation: [[20, 3600, 'company']],
  uploadImport: [[6, 3600, 'company']],
  readDomain: [[60, 60, 'address']],
  validateSso: [[30, 300, 'address']],
  issueSsoToken: [
    [30, 60, 'account'],
    [10_000, 86_400, 'account'],
  ],
  issueDeveloperToken: [
    [60, 60, 'account'],
    [10_000, 86_400, 'account'],
  ],
}

const day_ms = 86_400_000
/** After this many calls the test finds the stored count and sets it to what the remaining calls would make it. */
const maxCalls = sampleOf(6, 20)
let db: TestDatabase
let tree: TestTree
let drivers: { byAccount: ReturnType<typeof driversByAccount>; byAddress: ReturnType<typeof driversByAddress> }
let processes: [TestApp, TestApp]
/** A process without any counts of its own, as after a restart: its earlier windows belong to other days. */
let late: TestApp
const clock = createStillClock(Date.UTC(2026, 10, 20))
const startProcess = (): Promise<TestApp> => createTestApp(db, { clock, generalLimits: standardLimits })
beforeAll(async () => {
  db = await createTestDatabase()
  tree = await makeTree(db)
  const { owner } = tree.acme
  drivers = { byAccount: driversByAccount({ db, user: owner, now: clock.now }), byAddress: driversByAddress(owner) }
  processes = [await startProcess(), await startProcess()]
  late = await startProcess()
})
// Starts new windows of every limit, and new sessions.
beforeEach(() => {
  clock.advance(day_ms - (clock.now() % day_ms))
  for (const each of [...processes, late]) for (const user of people()) each.forget(user)
})
afterAll(async () => {
  for (const each of [...processes, late]) await each.close()
  await db.drop()
})

const people = (): TestUser[] => {
  const { root, acme } = tree
  const clients = acme.clients.slice(0, 2).map(({ user }) => user)
  return [acme.owner, acme.admin, root.system, root.admin, ...clients, root.salesRep]
}
const operations = routes.map((route) => route.operation)
const limitsOf = (operation: Operation): readonly Limit[] => operation.limits ?? []
const cells = operations.flatMap((operation) =>
  limitsOf(operation).map(
    (limit) => [`${operation.name}: ${limit.count} in ${limit.perSeconds} s by ${limit.by}`, operation, limit] as const,
  ),
)

/** Makes the calls of one test: by allowed callers, with a valid input. */
async function driverOf(operation: Operation, { by }: Limit): Promise<Driver> {
  if (by === 'account') return drivers.byAccount[operation.name]!()
  if (by === 'address' && operation.access.anonymous) {
    return drivers.byAddress[operation.name] ?? ((on) => on.anonymous().call(operation, inputOf(operation)))
  }
  if (operation.style === 'developer') {
    const headers = await makeDeveloper(db, processes[0].platform, tree.acme.owner)
    return (on) => on.anonymous(tree.acme.host).call(operation, { ...inputOf(operation), headers })
  }
  const candidates = people().filter((user) => operation.access[user.kind])
  const isOneCaller = (user: TestUser, at: number): boolean => {
    if (by === 'user') return at === 0
    // Of several companies, whose own limits are smaller, one person each.
    if (by === 'address') return candidates.findIndex(({ companyId }) => companyId === user.companyId) === at
    return user.companyId === candidates[0]!.companyId
  }
  const callers = candidates.filter(isOneCaller)
  let calls = 0
  return (on) => on.as(callers[calls++ % callers.length]!).call(operation, inputOf(operation))
}

const waitOf = ({ headers }: TestAnswer<Operation>): number => Number(headers['retry-after'])

/** Adds further calls to the stored count, in the window that contains all calls so far. */
async function countAsMany(made: number, count: number, start_ms: number): Promise<void> {
  const update = await db.adminPool.query('update rate_window set count = $1 where window_start = $2 and count = $3', [
    count,
    new Date(start_ms),
    made,
  ])
  expect(update.rowCount, 'a window holds the calls of both processes').toBeGreaterThan(0)
}

describe('rate limits', () => {
  test('of SEC-5 are declared as promised', () => {
    for (const [name, limits] of Object.entries(promises)) {
      const operation = operations.find((each) => each.name === name)!
      const declarations = limitsOf(operation).map(({ count, perSeconds, by }) => [count, perSeconds, by])
      expect([name, declarations]).toEqual([name, expect.arrayContaining(limits)])
    }
    expect(standardLimits).toEqual({ user: { count: 300, perSeconds: 60 }, company: { count: 1_200, perSeconds: 60 } })
  })

  test('by account each have a driver that calls with one account', () => {
    const names = operations.filter((each) => limitsOf(each).some(({ by }) => by === 'account')).map(({ name }) => name)
    expect(names.filter((name) => !drivers.byAccount[name])).toEqual([])
  })

  test.each(everyThirdOr(cells, ([, { name }]) => name))(
    '%s',
    async (_title, operation, limit) => {
      const shorter = limitsOf(operation).filter((each) => each.by === limit.by && each.perSeconds < limit.perSeconds)
      const call = await driverOf(operation, limit)
      // Two processes use up their reserved shares, so that the window holds exactly the calls made.
      const calls = limit.inShares ? 2 * shareOf(limit) : Math.min(limit.count, maxCalls)
      const start_ms = clock.now()
      for (let at = 0; at < calls; at++) {
        for (const each of shorter) if (at > 0 && at % each.count === 0) clock.advance(each.perSeconds * 1_000)
        expect([at, (await call(processes[at % 2]!)).status]).not.toEqual([at, 429])
      }
      if (calls < limit.count) {
        // The windows of shorter limits, whatever they count by, are over then.
        const before = limitsOf(operation).filter((each) => each.perSeconds < limit.perSeconds)
        for (const each of before) clock.advance(each.perSeconds * 1_000)
        await countAsMany(calls, limit.count - 1, start_ms)
        expect((await call(processes[1])).status, 'the last that passes').not.toBe(429)
      }
      for (const each of shorter) clock.advance(each.perSeconds * 1_000)
      const refusals = [await call(processes[0]), await call(processes[1]), await call(late)]
      expect(refusals.map(({ status }) => status)).toEqual([429, 429, 429])
      for (const wait of refusals.map(waitOf)) {
        expect(wait).toBeGreaterThan(0)
        expect(wait).toBeLessThanOrEqual(limit.perSeconds)
      }
      clock.advance(waitOf(refusals[0]!) * 1_000)
      for (const each of processes) for (const user of people()) each.forget(user)
      expect((await (await driverOf(operation, limit))(processes[1])).status).not.toBe(429)
    },
    60_000,
  )

  test('R162: by IP address cannot be bypassed by an address that the caller only claims to have', async () => {
    const call = (count: number) =>
      processes[0].anonymous().call(
        operations.find(({ name }) => name === 'readDomain')!,
        {
          params: { type: 'domain', hostID: 'acme.localhost' },
          headers: { 'x-forwarded-for': `192.0.2.${count % 250}` },
        },
      )
    for (let count = 0; count < 60; count++) expect((await call(count)).status).not.toBe(429)
    expect((await call(61)).status).toBe(429)
  })

  test('of invitations count a first one and a repeated one the same', async () => {
    const [invite, again] = ['createUser', 'resendInvitation'].map((name) =>
      operations.find((each) => each.name === name)!,
    )
    const call = (operation: Operation): Promise<TestAnswer<Operation>> =>
      processes[0].as(tree.acme.owner).call(operation, inputOf(operation))
    for (let count = 0; count < 10; count++) {
      for (const each of [invite!, again!]) expect((await call(each)).status).not.toBe(429)
    }
    for (const each of [invite!, again!]) expect((await call(each)).status).toBe(429)
  })

  test('of test leads allow one a minute per campaign, whoever asks', async () => {
    const { acme } = tree
    const campaign = await makeCampaign(db, acme.clients[0]!, {})
    const send = (on: TestApp, user: TestUser) =>
      on.as(user).call(sendTestLead, { body: { leadspeek_api_id: campaign.id } })
    expect((await send(processes[0], acme.owner)).status).toBe(200)
    expect((await send(processes[1], acme.owner)).status).toBe(429)
    expect((await send(processes[1], acme.clients[0]!.user)).status).toBe(429)
    clock.advance(60_000)
    expect((await send(processes[1], acme.owner)).status).toBe(200)
  })
})

describe('across all calls', () => {
  const statuses = async (users: readonly TestUser[], count: number): Promise<number[]> => {
    const results: number[] = []
    for (let at = 0; at < count; at++) {
      results.push((await processes[at % 2]!.as(users[at % users.length]!).call(readMe)).status)
    }
    return results
  }
  const countPasses = (found: readonly number[]): number => found.filter((status) => status === 200).length

  test('one person can make 300 calls a minute, over two processes and after a restart', async () => {
    const { owner } = tree.brightside
    for (const each of processes) each.forget(owner)
    const results = await statuses([owner], 310)
    expect([countPasses(results), results.at(-1)]).toEqual([300, 429])
    const restartedProcess = await startProcess()
    expect((await restartedProcess.as(owner).call(readMe)).status).toBe(429)
    await restartedProcess.close()
    clock.advance(60_000)
    expect(countPasses(await statuses([owner], 2))).toBe(2)
  })

  test('the people of one company can make 1,200 calls a minute', async () => {
    const place = { ...tree.acme.owner }
    const users = await Promise.all(
      Array.from({ length: 5 }, (_none, at) => makeUser(db, place, 'agencyOwner', `partner${at}@acme.test`)),
    )
    const start_ms = clock.now()
    expect(countPasses(await statuses(users, 20))).toBe(20)
    // Each of the two processes has reserved a share of 60 calls; other processes use all but 120 of the rest.
    await countAsMany(120, 1_080, start_ms)
    const results = await statuses(users, 230)
    expect([countPasses(results), results.at(-1)]).toEqual([220, 429])
  })
})
