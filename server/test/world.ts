import { startMailbox, type Mailbox } from '#demo/mailbox.ts'
import { closeMail } from '../platform/mail.ts'
import { createTestApp, type TestApp } from './app.ts'
import { makeTree, type TestTree } from './factories.ts'
import { createTestDatabase, type TestDatabase } from './harness.ts'

/** The program over a database of its own with the tree of companies. */
export interface TestStand {
  db: TestDatabase
  tree: TestTree
  http: TestApp
}

/** The same with the mailbox that its mails come to. */
export interface TestWorld extends TestStand {
  mailbox: Mailbox
}

type Options = NonNullable<Parameters<typeof createTestApp>[1]>

/** For a test file in which nothing is mailed; otherwise as `openTestWorld`. */
export async function openTestStand(options: Options, take: (stand: TestStand) => void): Promise<() => Promise<void>> {
  const db = await createTestDatabase()
  const tree = await makeTree(db)
  const http = await createTestApp(db, options)
  take({ db, tree, http })
  return async () => {
    await http.close()
    await db.drop()
  }
}

/** In a test file: `let world: TestWorld; beforeAll(() => openTestWorld({ clock }, (opened) => (world = opened)))` */
export async function openTestWorld(
  { clock, env, ...options }: Options,
  take: (world: TestWorld) => void,
): Promise<() => Promise<void>> {
  const mailbox = await startMailbox({ now: () => (clock ? clock.now() : Date.now()) })
  let opened: TestStand | undefined
  const close = await openTestStand({ clock, env: { SMTP_URL: mailbox.smtpUrl, ...env }, ...options }, (stand) => {
    opened = stand
    take({ ...stand, mailbox })
  })
  return async () => {
    closeMail(opened!.http.platform)
    await close()
    await mailbox.close()
  }
}
