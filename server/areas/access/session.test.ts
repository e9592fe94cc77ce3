import { afterAll, beforeAll, expect, test } from 'vitest'
import { login } from '#contract/access/session.ts'
import { readMe, readUser } from '#contract/access/user.ts'
import { createTestApp, type TestApp } from '#server/test/app.ts'
import { makeTree, testPassword, type TestTree } from '#server/test/factories.ts'
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

test('a person signs in on the host of their agency and reads who they are', async () => {
  const { owner } = tree.acme
  const answer = await http.anonymous(owner.host).call(login, {
    body: { username: owner.email, password: testPassword },
  })
  expect(answer.body).toEqual({
    access_token: expect.any(String),
    refresh_token: expect.any(String),
    expires_in: 600,
  })
  expect(answer.headers['set-cookie']).toMatch(/^device=.*HttpOnly; SameSite=Strict$/)
  const me = await http.as(owner).call(readMe)
  expect(me.body.data).toMatchObject({ id: owner.id, user_type: 'userdownline', company_name: 'Acme' })
  const other = await http.as(owner).call(readUser, { params: { id: tree.acme.clients[0]!.user.id } })
  expect(other.status).toBe(200)
})
