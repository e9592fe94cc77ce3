import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMailbox, type Mailbox } from '#demo/mailbox.ts'
import { forgetPassword } from '#contract/sign-in/password.ts'
import { saveSetting } from '#contract/settings/settings.ts'
import { jobs } from '#server/jobs.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { startJobs, type RunningJobs } from '#server/platform/jobs.ts'
import { closeMail } from '#server/platform/mail.ts'
import { createTestApp, type TestApp } from '#server/test/app.ts'
import { makeTree, type TestTree, type TestUser } from '#server/test/factories.ts'
import { createTestDatabase, type TestDatabase } from '#server/test/harness.ts'
import { startSmtp, type SmtpStandIn } from '#server/test/smtp-stand-in.ts'
import { queueMail } from './queue-mail.ts'

const pause_ms = 1_500
let db: TestDatabase
let http: TestApp
let tree: TestTree
let platforms: Mailbox
let slow: SmtpStandIn
let working: RunningJobs

beforeAll(async () => {
  db = await createTestDatabase()
  tree = await makeTree(db)
  platforms = await startMailbox({ now: () => Date.now() })
  slow = await startSmtp({ security: 'none' })
  const OUTGOING_ALLOW = `127.0.0.1:${slow.port}`
  http = await createTestApp(db, { env: { SMTP_URL: platforms.smtpUrl, OUTGOING_ALLOW } })
  const server = {
    companyID: tree.acme.id,
    host: '127.0.0.1',
    port: slow.port,
    security: 'none',
    username: '',
    from_name: 'Acme Mailer',
    from_email: 'leads@acme-mail.test',
  }
  const body = { settingname: 'smtp', ...server }
  expect((await http.as(tree.acme.owner).call(saveSetting, { body })).status).toBe(200)
  slow.slowDown(pause_ms)
  working = await startJobs(http.platform, jobs)
})
afterAll(async () => {
  slow.slowDown(0)
  await working.stop()
  closeMail(http.platform)
  await http.close()
  await platforms.close()
  await slow.close()
  await db.drop()
})

const queue = (user: TestUser, title: string, isUrgent = false): Promise<unknown> =>
  inScope(db.appPool, { kind: 'none' }, (tx) =>
    queueMail(tx, http.platform, {
      kind: 'account',
      to: { rootId: user.rootId, agencyId: tree.acme.id, email: user.email, language: 'en' },
      isUrgent,
      write: () => ({ title, paragraphs: ['Text.'], facts: [], note: '' }),
    }),
  )

const until = async (holds: () => boolean, within_ms: number): Promise<number> => {
  const started_ms = performance.now()
  while (!holds()) {
    if (performance.now() - started_ms > within_ms) throw new Error('it never came')
    await sleep(10)
  }
  return performance.now() - started_ms
}
const subjects = (): string[] => slow.received.map(({ raw }) => /^Subject: (.*)$/m.exec(raw)![1]!)

test('another agency’s reset email does not wait for a slow mail server, nor does anybody’s code wait behind notices', async () => {
  const { owner } = tree.acme
  for (let n = 0; n < 8; n++) await queue(owner, `Notice ${n}`)
  await until(() => slow.received.length > 0, 10_000)
  await queue(owner, 'Code', true)

  await http
    .anonymous(tree.brightside.owner.host)
    .call(forgetPassword, { body: { username: tree.brightside.owner.email } })
  const waited_ms = await until(
    () => platforms.messages().some(({ to }) => to.includes(tree.brightside.owner.email)),
    10_000,
  )
  expect(waited_ms).toBeLessThan(pause_ms)
  expect(slow.received.length, 'the slow server is at work still').toBeLessThan(4)

  // One at a time through the slow server; the code is next once the current mail is sent.
  await until(() => subjects().some((subject) => subject.includes('Code')), 10_000)
  expect(subjects().findIndex((subject) => subject.includes('Code'))).toBeLessThanOrEqual(2)
})
