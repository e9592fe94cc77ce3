import { afterAll, beforeAll, expect, test } from 'vitest'
import { finishTour } from '#contract/people/tour.ts'
import { readMe } from '#contract/people/user.ts'
import { createTestApp, type TestApp } from '#server/test/app.ts'
import { makeTree, type TestTree, type TestUser } from '#server/test/factories.ts'
import { createTestDatabase, type TestDatabase } from '#server/test/harness.ts'

let db: TestDatabase
let http: TestApp
let tree: TestTree
beforeAll(async () => {
  db = await createTestDatabase()
  tree = await makeTree(db)
  http = await createTestApp(db)
})
afterAll(async () => {
  await http.close()
  await db.drop()
})

test('R175: the tour is remembered for the person who saw it, and for nobody else', async () => {
  const { acme, brightside } = tree
  const seen = async (user: TestUser) => (await http.as(user).call(readMe)).body.data.tour_seen
  expect(await seen(acme.owner)).toBe('F')
  expect((await http.as(acme.owner).call(finishTour, { body: {} })).status).toBe(200)
  expect([await seen(acme.owner), await seen(brightside.owner)]).toEqual(['T', 'F'])
  expect((await http.as(acme.clients[0]!.user).call(finishTour, { body: {} })).status).toBe(403)
})
