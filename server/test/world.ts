import { afterAll } from 'vitest'
import { startMailbox, type Mailbox } from '#demo/mailbox.ts'
import { closeMail } from '../platform/mail.ts'
import type { createTestApp } from './app.ts'
import { startTree, type OpenTree } from './open-tree.ts'

/** A tree of tenants with its own program, and the mailbox that gets its mail. */
export interface TestWorld extends OpenTree {
  mailbox: Mailbox
}

type Options = NonNullable<Parameters<typeof createTestApp>[1]>

/** For one test file: call it at the top; closed after the tests. */
export async function openWorld(options?: Options): Promise<TestWorld> {
  const { close, ...world } = await startWorld(options)
  afterAll(close)
  return world
}

/** The same, but the caller closes it. */
export async function startWorld({ clock, env, ...options }: Options = {}): Promise<
  TestWorld & { close(): Promise<void> }
> {
  const mailbox = await startMailbox({ now: () => (clock ? clock.now() : Date.now()) })
  const { close, ...tree } = await startTree({ clock, env: { SMTP_URL: mailbox.smtpUrl, ...env }, ...options })
  return {
    ...tree,
    mailbox,
    async close() {
      closeMail(tree.http.platform)
      await close()
      await mailbox.close()
    },
  }
}
