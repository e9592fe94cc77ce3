import { describe, expect, it } from 'vitest'
import { passwordTexts } from '#contract/sign-in/password-rules.ts'
import { login } from '#contract/sign-in/session.ts'
import {
  answersOf,
  FirstRootProblems,
  makeFirstRoot,
  needsFirstRoot,
  readFirstRoot,
  wrongAnswers,
} from './first-root.ts'
import { createTestApp } from './test/app.ts'
import { openTestDatabase } from './test/harness.ts'

const answers = {
  ROOT_COMPANY: 'Northwind',
  ROOT_HOST: 'App.Northwind.example',
  ROOT_EMAIL: 'Ops@northwind.example',
  ROOT_PASSWORD: 'a long enough pass phrase',
}

const db = await openTestDatabase()

describe('the first operator of an empty database', () => {
  it('needs a company, a host, an email address and a password, and all missing or invalid ones are reported at once', async () => {
    const reading = readFirstRoot({}, { ROOT_HOST: 'https://app.example.com', ROOT_PASSWORD: 'short' })
    await expect(reading).rejects.toThrow(
      /ROOT_COMPANY .*is missing[^]*ROOT_HOST .*host name[^]*ROOT_EMAIL .*is missing[^]*ROOT_PASSWORD .*15/,
    )
    await expect(reading).rejects.not.toThrow(/short/)
  })

  it('needs a host name, because agencies have theirs below it', async () => {
    for (const ROOT_HOST of ['203.0.113.7', '10'])
      expect(await wrongAnswers({}, { ...answers, ROOT_HOST })).toEqual([
        'ROOT_HOST: must be a host name, not an IP address',
      ])
  })

  it.each([
    ['password1234', passwordTexts.shortOfOperator],
    ['password1234567', passwordTexts.common],
    ['sunshinesunshine', passwordTexts.common],
    ['aaaaaaaaaaaaaaaaaaaa', passwordTexts.repetitive],
    ['northwind-northwind', passwordTexts.personal],
    ['ops@northwind.example', passwordTexts.personal],
    ['demo-demo-demo', passwordTexts.shortOfOperator],
    ['x1'.repeat(65), passwordTexts.long],
  ])('cannot have the password %s', async (password, text) => {
    expect(await wrongAnswers({}, { ...answers, ROOT_PASSWORD: password })).toEqual([`ROOT_PASSWORD: ${text}`])
    await expect(readFirstRoot({}, { ...answers, ROOT_PASSWORD: password })).rejects.toThrow(FirstRootProblems)
  })

  it('is asked for missing values only once the database is known to be empty', async () => {
    expect(await wrongAnswers({}, {})).toEqual([])
    const empty = answersOf({ ROOT_COMPANY: '', ROOT_HOST: '', ROOT_EMAIL: ' ', ROOT_PASSWORD: '\n' })
    expect(await wrongAnswers({}, empty)).toEqual([])
    await expect(readFirstRoot({}, empty)).rejects.toThrow(/ROOT_PASSWORD .*is missing/)
    expect(await wrongAnswers({}, { ROOT_EMAIL: 'nobody' })).toHaveLength(1)
  })

  it('can sign in on the platform’s host once created, and is not asked for again', async () => {
    const app = await createTestApp(db)
    expect(await needsFirstRoot(db.ownerPool)).toBe(true)
    const root = await readFirstRoot(app.platform.config, answers)
    // Processes of several roles may start together.
    await Promise.all([1, 2, 3].map(() => makeFirstRoot(app.platform, root)))
    expect(await needsFirstRoot(db.ownerPool)).toBe(false)
    const body = { username: 'ops@northwind.example', password: answers.ROOT_PASSWORD }
    const { status } = await app.anonymous('app.northwind.example').call(login, { body })
    expect(status).toBe(200)
    await app.close()
  })
})
