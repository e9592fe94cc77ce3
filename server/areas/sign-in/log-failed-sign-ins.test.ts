import { beforeEach, expect, test } from 'vitest'
import { listSecurityEvents } from '#contract/activity/security-events.ts'
import { listUserLogs } from '#contract/activity/user-logs.ts'
import { login } from '#contract/sign-in/session.ts'
import { verifyAuditChains } from '#server/areas/activity/verify-audit-chains.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { noLimits } from '#server/test/app.ts'
import { testPassword, type TestUser } from '#server/test/factories.ts'
import { logFailedSignInsJob } from './log-failed-sign-ins.ts'
import { openTree } from '#server/test/open-tree.ts'
import { whileRefused } from '#server/test/refuse-rows.ts'

const minute_ms = 60_000
const clock = createStillClock(Date.UTC(2026, 10, 20, 12))
const { db, http, tree } = await openTree({ clock, limiter: noLimits })
beforeEach(async () => {
  clock.advance(24 * 60 * minute_ms)
  http.forget()
  await runLogJob()
})

const runLogJob = () => logFailedSignInsJob.run(http.platform, {})
const guess = async (username: string, host: string, remoteAddress = '203.0.113.7', password = 'wrong') => {
  const payload = await http.seal('POST', '/api/login', { username, password })
  const headers = { 'content-type': 'application/json' }
  const request = { method: 'POST', url: '/api/login', remoteAddress, headers, payload } as const
  return (await http.anonymous(host).inject(request)).statusCode
}
const readEntries = async (owner: TestUser, companyID = owner.companyId) => {
  const { body } = await http.as(owner).call(listUserLogs, { body: { companyID, action: 'security' } })
  return body.data.filter(({ action }) => action === 'Sign-in refused')
}

test('R162, SEC-7: failed sign-ins are in the log of the account’s company, with count, reason, and origin', async () => {
  const { owner, clients } = tree.acme
  const { email, host } = clients[0]!.user
  for (let times = 0; times < 7; times++) expect(await guess(email, host)).toBe(401)
  expect(await readEntries(owner), 'nothing while somebody waits for an answer').toEqual([])
  await runLogJob()
  const [entry, ...more] = await readEntries(owner)
  expect(more).toEqual([])
  expect(entry).toMatchObject({ name: '', user_ip: '203.0.113.7' })
  expect(entry!.description).toBe(
    'client: 7 sign-ins refused since 2026-11-21 12:00 UTC: wrong password (5), the account waits (2).',
  )
  const { data } = (await http.as(owner).call(listSecurityEvents, { query: {} })).body
  expect(data[0]).toMatchObject({ action: 'security.signInRefused', actor: null, subject: 'client' })
  expect(data[0]!.reason).toBe(entry!.description)
  for (const otherOwner of [tree.brightside.owner, tree.root.system]) expect(await readEntries(otherOwner)).toEqual([])
})

test('endless guessing writes four entries an hour, which count everything', async () => {
  const { owner, admin } = tree.brightside
  for (let times = 0; times < 30; times++) {
    await guess(admin.email, admin.host, `203.0.113.${times % 2}`)
    await runLogJob()
    clock.advance(2 * minute_ms)
  }
  clock.advance(15 * minute_ms)
  await runLogJob()
  http.forget(owner)
  const entries = await readEntries(owner)
  expect(entries).toHaveLength(5)
  const counts = entries.map(({ description }) => Number(/(\d+) sign-in/.exec(description)![1]))
  expect(counts.reduce((sum, count) => sum + count)).toBe(30)
  expect(entries[0]!.description).toContain('From several addresses')
  expect((await verifyAuditChains(db.appPool)).problems).toEqual([])
}, 60_000)

test('an unknown account leaves no trace, and a later successful sign-in does not erase failures', async () => {
  const { owner, admin } = tree.acme
  await guess('nobody@acme.test', admin.host)
  await guess(admin.email, admin.host)
  await guess(tree.brightside.owner.email, admin.host, '203.0.113.9', testPassword)
  const answer = await http
    .anonymous(admin.host)
    .call(login, { body: { username: admin.email, password: testPassword } })
  expect(answer.status).toBe(200)
  await runLogJob()
  const since = `refused since ${new Date(clock.now()).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  expect((await readEntries(owner)).slice(0, 1).map(({ description }) => description)).toEqual([
    `admin: 1 sign-in ${since}: wrong password (1).`,
  ])
  expect((await readEntries(tree.brightside.owner))[0]!.description).toBe(
    `owner: 1 sign-in ${since}: not for this site, or closed (1).`,
  )
  expect(JSON.stringify(await readEntries(owner))).not.toContain('nobody')
})

test('two concurrent processes log each failure once', async () => {
  const { owner, bareAdmin } = tree.acme
  for (let times = 0; times < 3; times++) await guess(bareAdmin.email, bareAdmin.host)
  await Promise.all([runLogJob(), runLogJob(), runLogJob()])
  expect((await readEntries(owner)).filter(({ description }) => description.startsWith('bare:'))).toHaveLength(1)
})

test('a log that cannot be written does not block others', async () => {
  const owners = [tree.acme.owner, tree.brightside.owner]
  const counts = async () => Promise.all(owners.map(async (owner) => (await readEntries(owner)).length))
  for (const [at, stuckAgency] of [tree.acme, tree.brightside].entries()) {
    clock.advance(24 * 60 * minute_ms)
    http.forget()
    const before = await counts()
    for (const { email, host } of owners) await guess(email, host)
    await whileRefused(
      db,
      'activity',
      `agency_id <> '${stuckAgency.id}' or action <> 'security.signInRefused'`,
      runLogJob,
    )
    expect(await counts()).toEqual(before.map((count, n) => count + (n === at ? 0 : 1)))
    await runLogJob()
    expect(await counts()).toEqual(before.map((count) => count + 1))
  }
})
