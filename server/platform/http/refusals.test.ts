import { expect, test } from 'vitest'
import { downloadCertificate } from '#contract/agreements/acceptances.ts'
import { listCompanies } from '#contract/companies/companies.ts'
import { readCredentials } from '#contract/developers/credentials.ts'
import { createCustomer } from '#contract/payments/cards.ts'
import { readMe } from '#contract/people/user.ts'
import { login } from '#contract/sign-in/session.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { newId, newToken } from '#server/platform/ids.ts'
import { testPassword, type TestUser } from '#server/test/factories.ts'
import { openTree } from '#server/test/open-tree.ts'
import { standardLimits } from './app.ts'
import { refusedByNetwork, refusedByToken } from './refusals.ts'

// Calls that are refused for who makes them: counted by network and by user, before anything is looked up (SEC-5).

const clock = createStillClock(Date.UTC(2026, 10, 20, 12))
const generalLimits = { user: standardLimits.user, company: { count: 310, perSeconds: 60 } }
const options = { clock, generalLimits, refusedLimit: refusedByNetwork }
const { db, http, tree } = await openTree(options)

const me = (user: TestUser): Promise<number> =>
  http
    .as(user)
    .call(readMe)
    .then(({ status }) => status)
const guess = (authorization = `Bearer ${newToken()}`) => http.anonymous().call(readMe, { headers: { authorization } })

/** Calls with made-up tokens, a few at a time, until the network has used its limit up. */
async function flood(calls: number): Promise<number[]> {
  const statuses: number[] = []
  while (statuses.length < calls)
    statuses.push(...(await Promise.all(Array.from({ length: 20 }, () => guess()))).map(({ status }) => status))
  return statuses
}

const countQueries = async (work: () => Promise<unknown>): Promise<number> => {
  const { appPool } = http.platform
  const query = appPool.query
  const connect = appPool.connect
  let queries = 0
  Object.assign(appPool, {
    query: (...given: never[]) => (queries++, Reflect.apply(query, appPool, given)),
    connect: (...given: never[]) => (queries++, Reflect.apply(connect, appPool, given)),
  })
  try {
    await work()
  } finally {
    Object.assign(appPool, { query, connect })
  }
  return queries
}

test('made-up tokens of one network get 429 after 600 a minute, and then cost no query', async () => {
  const statuses = await flood(refusedByNetwork.count)
  expect(new Set(statuses)).toEqual(new Set([401]))
  const last = await guess()
  expect([last.status, last.headers['retry-after']]).toEqual([429, '60'])
  expect(await countQueries(() => flood(100))).toBe(0)
  expect(new Set(await flood(100))).toEqual(new Set([429]))
  // Nor do calls without a token, or with one of no form at all, while other networks are answered as before.
  expect((await http.anonymous().call(readMe)).status).toBe(429)
  expect((await guess('Basic x')).status).toBe(429)
  const elsewhere = { method: 'GET', url: '/api/user', remoteAddress: '203.0.113.7' } as const
  expect((await http.anonymous().inject(elsewhere)).statusCode).toBe(401)
  clock.advance(60_000)
  expect((await guess()).status).toBe(401)
})

test('people behind the same address go on, renew expired tokens and sign in', async () => {
  const { owner, admin } = tree.acme
  expect([await me(owner), await me(admin)]).toEqual([200, 200])
  await flood(refusedByNetwork.count)
  expect((await guess()).status).toBe(429)
  expect(await me(owner)).toBe(200)
  const body = { username: owner.email, password: testPassword }
  expect((await http.anonymous(owner.host).call(login, { body })).status).toBe(200)
  // An expired token still says so, as often as one page needs it, and then no more.
  await db.adminPool.query(`update session set access_expires_at = '2000-01-01' where user_id = $1`, [admin.id])
  clock.advance(6_000)
  const expiredStatuses: number[] = []
  for (let calls = 0; calls <= refusedByToken; calls++) expiredStatuses.push(await me(admin))
  expect(new Set(expiredStatuses.slice(0, refusedByToken - 1))).toEqual(new Set([401]))
  expect(expiredStatuses.at(-1)).toBe(429)
  clock.advance(60_000)
})

test('a user’s refused calls count like others, and leave what the company shares', async () => {
  const { admin, owner } = tree.acme
  const ask = (): Promise<number> =>
    http
      .as(admin)
      .call(readCredentials, { params: { companyID: tree.acme.id } })
      .then(({ status }) => status)
  http.forget()
  const most = generalLimits.user.count
  const statuses: number[] = []
  for (let calls = 0; calls < most + 5; calls++) statuses.push(await ask())
  expect(new Set(statuses.slice(0, most))).toEqual(new Set([403]))
  expect(new Set(statuses.slice(most))).toEqual(new Set([429]))
  for (let calls = 0; calls < 2 * (generalLimits.company.count - most); calls++) expect(await me(owner)).toBe(200)
})

test('a user’s calls beyond a limit of their own leave what the company shares', async () => {
  const { admin, owner } = tree.acme
  clock.advance(60_000)
  const most = downloadCertificate.limits![0]!.count
  const ask = () => http.as(owner).call(downloadCertificate, { params: { acceptanceId: newId(clock.now()) } })
  const statuses: number[] = []
  while (statuses.length < most + 190) statuses.push((await ask()).status)
  expect(new Set(statuses.slice(0, most))).toEqual(new Set([404]))
  expect(new Set(statuses.slice(most))).toEqual(new Set([429]))
  for (let calls = 0; calls < generalLimits.company.count - most - 5; calls++) expect(await me(admin)).toBe(200)
})

test('callers whom nobody knows leave what people behind their address share', async () => {
  clock.advance(60_000)
  const [most] = createCustomer.limits!.filter(({ by }) => by === 'address')
  const body = { companyID: tree.acme.id }
  for (let calls = 0; calls <= most!.count; calls++)
    expect((await http.anonymous().call(createCustomer, { body })).status).toBe(401)
  expect((await http.as(tree.acme.owner).call(createCustomer, { body })).status).toBe(422)
})

const turns = 9
const callsOfTurn = 10

/** What each of some calls, one after another, takes of this process's processor, in milliseconds. */
async function workOf(call: () => Promise<unknown>): Promise<number> {
  const start = process.cpuUsage()
  for (let at = 0; at < callsOfTurn; at++) await call()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1_000 / callsOfTurn
}
const medianOf = (times: number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1]!

test('a refused call takes no more work than one that is answered, so that a flood leaves other companies their time', async () => {
  const { user } = tree.acme.clients[1]!
  const kinds = {
    answered: () => me(tree.brightside.owner),
    nobody: () => guess(),
    forbidden: () => http.as(user).call(listCompanies, { params: { companyID: tree.acme.id } }),
  }
  const work = { answered: [] as number[], nobody: [] as number[], forbidden: [] as number[] }
  // In turns, because whatever else the machine does makes all of them dearer.
  for (let turn = 0; turn < turns; turn++) {
    clock.advance(60_000)
    for (const [kind, call] of Object.entries(kinds)) work[kind as keyof typeof work].push(await workOf(call))
  }
  const [allowedWork, nobody, forbiddenWork] = [work.answered, work.nobody, work.forbidden].map(medianOf)
  expect(Math.max(nobody!, forbiddenWork!) / allowedWork!).toBeLessThan(1.5)
  const queries: number[] = []
  for (const call of Object.values(kinds)) {
    // What is remembered of callers and counts is forgotten by then.
    clock.advance(60_000)
    queries.push(await countQueries(call))
  }
  expect(Math.max(...queries) / queries[0]!).toBeLessThan(1.5)
})
