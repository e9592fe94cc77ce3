import { startMailbox, type Mailbox } from '#demo/mailbox.ts'
import { closeMail } from '../platform/mail.ts'
import type { createTestApp } from './app.ts'
import { startTree, type OpenTree } from './open-tree.ts'

/** A tree of tenants behind a program of its own, with the mailbox that its mails come to. */
export interface TestWorld extends OpenTree {
  mailbox: Mailbox
}

type Options = NonNullable<Parameters<typeof createTestApp>[1]>

/** In a test file: `let world: TestWorld; beforeAll(() => openTestWorld({ clock }, (opened) => (world = opened)))` */
export async function openTestWorld(
  { clock, env, ...options }: Options,
  take: (world: TestWorld) => void,
): Promise<() => Promise<void>> {
  const mailbox = await startMailbox({ now: () => (clock ? clock.now() : Date.now()) })
  const { close, ...tree } = await startTree({ clock, env: { SMTP_URL: mailbox.smtpUrl, ...env }, ...options })
  take({ ...tree, mailbox })
  return async () => {
    closeMail(tree.http.platform)
    await close()
    await mailbox.close()
  }
}
