import { beforeAll, describe, expect, it } from 'vitest'
import { login } from '#contract/access/session.ts'
import { makeFirstRoot, needsFirstRoot, readFirstRoot } from './first-root.ts'
import { createTestApp } from './test/app.ts'
import { createTestDatabase, type TestDatabase } from './test/harness.ts'

const answers = {
  ROOT_COMPANY: 'Northwind',
  ROOT_HOST: 'App.Northwind.example',
  ROOT_EMAIL: 'Ops@northwind.example',
  ROOT_PASSWORD: 'a long enough pass phrase',
}

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
  return () => db.drop()
})

describe('the first operator of an empty database', () => {
  it('needs a company, a host, an address and a password, and hears of all that are missing or wrong at once', () => {
    const read = (): unknown => readFirstRoot({ ROOT_HOST: 'https://app.example.com', ROOT_PASSWORD: 'short' })
    expect(read).toThrow(
      /ROOT_COMPANY .*is missing[^]*ROOT_HOST .*host name[^]*ROOT_EMAIL .*is missing[^]*ROOT_PASSWORD .*12/,
    )
    expect(read).not.toThrow(/short/)
  })

  it('can sign in on the platform’s host once made, and is not asked for again', async () => {
    const app = await createTestApp(db)
    expect(await needsFirstRoot(db.ownerPool)).toBe(true)
    await makeFirstRoot(app.platform, readFirstRoot(answers))
    expect(await needsFirstRoot(db.ownerPool)).toBe(false)
    const body = { username: 'ops@northwind.example', password: answers.ROOT_PASSWORD }
    const { status } = await app.anonymous('app.northwind.example').call(login, { body })
    expect(status).toBe(200)
    await app.close()
  })
})
