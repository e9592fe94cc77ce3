import { startMailbox, type Mailbox } from '#demo/mailbox.ts'
import { closeMail } from '../platform/mail.ts'
import { createTestApp, type TestApp } from './app.ts'
import { makeTree, type TestTree } from './factories.ts'
import { createTestDatabase, type TestDatabase } from './harness.ts'

/** The program over a database of its own with the tree of companies, and the mailbox that its mails come to. */
export interface TestWorld {
  db: TestDatabase
  tree: TestTree
  http: TestApp
  mailbox: Mailbox
}

type Options = NonNullable<Parameters<typeof createTestApp>[1]>

/** In a test file: `let world: TestWorld; beforeAll(() => openTestWorld({ clock }, (opened) => (world = opened)))` */
export async function openTestWorld(
  { clock, env, ...options }: Options,
  take: (world: TestWorld) => void,
): Promise<() => Promise<void>> {
  const db = await createTestDatabase()
  const tree = await makeTree(db)
  const mailbox = await startMailbox({ now: () => (clock ? clock.now() : Date.now()) })
  const http = await createTestApp(db, { clock, env: { SMTP_URL: mailbox.smtpUrl, ...env }, ...options })
  take({ db, tree, http, mailbox })
  return async () => {
    closeMail(http.platform)
    await http.close()
    await mailbox.close()
    await db.drop()
  }
}
