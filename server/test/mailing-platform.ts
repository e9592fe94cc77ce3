import { startMailbox, type Mailbox } from '#demo/mailbox.ts'
import { closeMail } from '#server/platform/mail.ts'
import { afterAll } from 'vitest'
import type { StillClock } from './deliveries-world.ts'
import { createTestDatabase, type TestDatabase } from './harness.ts'
import { createTestPlatform, type TestPlatform } from './platform.ts'

interface MailingPlatform {
  db: TestDatabase
  /** A test may replace it. */
  mailbox: Mailbox
  platform: TestPlatform
}

/** A platform that sends its mail to a mailbox, for one test file: call it before the tests; closed after them. */
export async function openMailingPlatform(clock: StillClock): Promise<MailingPlatform> {
  const db = await createTestDatabase()
  const mailbox = await startMailbox({ now: clock.now })
  const platform = await createTestPlatform(db, { clock, env: { SMTP_URL: mailbox.smtpUrl } })
  const open = { db, mailbox, platform }
  afterAll(async () => {
    closeMail(platform)
    await platform.close()
    await open.mailbox.close()
    await db.drop()
  })
  return open
}
