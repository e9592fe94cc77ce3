import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { logout, makeDownloadTicket } from '#contract/sign-in/session.ts'
import { operation } from '#contract/core/operation.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { bind } from '#server/platform/http/route.ts'
import { routes } from '#server/routes.ts'
import { createTestApp, noLimits, type TestApp } from '#server/test/app.ts'
import { makeTree, type TestTree, type TestUser } from '#server/test/factories.ts'
import { createTestDatabase, type TestDatabase } from '#server/test/harness.ts'

const file = operation({
  id: 'own',
  name: 'file',
  area: 'test',
  method: 'GET',
  path: '/test/file/{name}',
  summary: 'For tests.',
  params: z.strictObject({ name: z.string() }),
  query: z.strictObject({ sort: z.string().optional() }),
  answer: z.string(),
  access: { agencyOwner: { reach: ['own'] }, client: { reach: ['own'] } },
  transport: 'download',
})

let db: TestDatabase
let http: TestApp
let tree: TestTree
const clock = createStillClock(Date.UTC(2026, 10, 20, 12))
beforeAll(async () => {
  db = await createTestDatabase()
  tree = await makeTree(db)
  const download = bind(file, async (_input, { caller }) => ({
    fileName: 'who.txt',
    contentType: 'text/plain',
    stream: Readable.from([caller.userId]),
  }))
  http = await createTestApp(db, { clock, limiter: noLimits, routes: [...routes, download] })
})
afterAll(async () => {
  await http.close()
  await db.drop()
})

const path = '/api/test/file/leads.csv'
async function makeTicket(user: TestUser): Promise<string> {
  const answer = await http.as(user).call(makeDownloadTicket, { body: { path } })
  expect(answer.body.expires_in).toBe(60)
  return answer.body.ticket
}
/** Opens a URL as a browser follows a link: without any of our headers. */
const open = (url: string, host = 'acme.localhost') => http.anonymous(host).inject({ method: 'GET', url })

test('a ticket opens its download once, as the person it was issued to, whatever else the query says', async () => {
  const ticket = await makeTicket(tree.acme.owner)
  const answer = await open(`${path}?sort=name&ticket=${ticket}`)
  expect(answer.statusCode).toBe(200)
  expect(answer.payload).toBe(tree.acme.owner.id)
  expect((await open(`${path}?ticket=${ticket}`)).statusCode).toBe(401)
})

test('a ticket expires after a minute', async () => {
  const ticket = await makeTicket(tree.acme.owner)
  clock.advance(60_000)
  expect((await open(`${path}?ticket=${ticket}`)).statusCode).toBe(401)
})

test('a ticket opens no other path and no other host, and is used up by the attempt', async () => {
  const [elsewhere, abroad] = [await makeTicket(tree.acme.owner), await makeTicket(tree.acme.owner)]
  expect((await open(`/api/test/file/other.csv?ticket=${elsewhere}`)).statusCode).toBe(401)
  expect((await open(`${path}?ticket=${elsewhere}`)).statusCode).toBe(401)
  expect((await open(`${path}?ticket=${abroad}`, 'brightside.localhost')).statusCode).toBe(401)
})

test('a ticket opens only downloads', async () => {
  const answer = await http
    .as(tree.acme.owner)
    .call(makeDownloadTicket, { body: { path: `/api/user/${tree.acme.owner.id}` } })
  expect((await open(`/api/user/${tree.acme.owner.id}?ticket=${answer.body.ticket}`)).statusCode).toBe(401)
})

test('a ticket ends with the session it was created in', async () => {
  const ticket = await makeTicket(tree.acme.admin)
  await http.as(tree.acme.admin).call(logout)
  expect((await open(`${path}?ticket=${ticket}`)).statusCode).toBe(401)
})

test('of two concurrent requests with one ticket, one gets the file', async () => {
  const ticket = await makeTicket(tree.acme.owner)
  const answers = await Promise.all(Array.from({ length: 8 }, () => open(`${path}?ticket=${ticket}`)))
  expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1)
})

test.each(['', 'short', 'a'.repeat(43), 'a'.repeat(500)])('a made-up ticket (%s) opens nothing', async (ticket) => {
  expect((await open(`${path}?ticket=${ticket}`)).statusCode).toBe(401)
})
