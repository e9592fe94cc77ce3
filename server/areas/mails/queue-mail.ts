import { z } from 'zod'
import type { Language } from '#contract/core/language.ts'
import { mailQueueOf } from './mail-server/mail-servers.ts'
import { readSenders } from '#server/areas/branding/read-senders.ts'
import { sendAs } from './send-as.ts'
import { machineTime } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { newId } from '#server/platform/ids.ts'
import { addJob, type Job } from '#server/platform/jobs.ts'
import { mayArriveLater } from '#server/platform/mail.ts'
import { layOutMail, type MailContent } from './lay-out-mail.ts'
import type { Platform } from '#server/platform/platform.ts'
import { translatorOf, type Translate } from '#server/platform/translate.ts'

/** The recipient of a mail about an account: somebody who has one (`Account`), or is about to. */
export interface Receiver {
  rootId: string
  /** The brand that sends it: the agency's, or the root's if null. */
  agencyId: string | null
  email: string
  /** The person's own; for a visitor their browser's (`languageOf`). */
  language: Language
}

/** A mail to one person about their account. */
interface AccountMail {
  to: Receiver
  /** Writes it in the recipient's language: every sentence through `say`, names and other values unchanged. */
  write(say: Translate): MailContent
  /** Urgent, because somebody waits for it: a code, a link to sign in. */
  isUrgent?: boolean
  /** When its contents expire (a code's end), in machine time; it is not sent later. */
  uselessAfter_ms?: number
}

const context = 'job.send-account-mail'
const payload = z.object({ id: z.uuid(), sealed: z.string() })
type QueuedMail = Omit<AccountMail, 'write'> & { content: MailContent }

/**
 * Sends a mail after the transaction has been committed, and never otherwise. Its contents are sealed in the queue,
 * where codes, links and addresses must not be readable.
 */
export async function queueMail(tx: Tx, platform: Platform, mail: AccountMail): Promise<unknown> {
  const { to, isUrgent, uselessAfter_ms, write } = mail
  const content = write(await translatorOf(to.language, 'mail'))
  const queuedMail: QueuedMail = { to, isUrgent, uselessAfter_ms, content }
  const sealedMail = platform.secrets.seal(JSON.stringify(queuedMail), context)
  return addJob(
    tx,
    sendAccountMailJob.name,
    { id: newId(machineTime(platform.clock)), sealed: sealedMail },
    {
      queue: mailQueueOf(to),
      isUrgent,
    },
  )
}

/** Every attempt sends the same under the same Message-ID, so that a crash in between shows at most one mail. */
export const sendAccountMailJob: Job = {
  name: 'send-account-mail',
  mails: true,
  async run(platform, input) {
    const { id, sealed } = payload.parse(input)
    const mail = JSON.parse(platform.secrets.open(sealed, context)) as QueuedMail
    const { to } = mail
    if (mail.uselessAfter_ms !== undefined && machineTime(platform.clock) > mail.uselessAfter_ms) return
    const owner = to.agencyId ?? to.rootId
    const senders = await inScope(platform.appPool, { kind: 'none' }, (tx) => readSenders(tx, to.rootId, [owner]))
    const sender = senders.get(owner)
    if (!sender) throw new Error(`company ${owner} has no brand to send as`)
    const outcome = await sendAs(
      platform,
      to,
      { ...layOutMail(sender, mail.content, to.language), to: [to.email], id },
      { isUrgent: mail.isUrgent },
    )
    // Without a mail server nobody can be reached; a rejected address will not be accepted later either.
    if (outcome.sent) return
    if (mayArriveLater(outcome)) {
      const { code, smtpStatus, said } = outcome
      throw new Error(`an account email could not be sent: ${[code, smtpStatus, said].filter(Boolean).join(' ')}`)
    }
    platform.log.warn({ code: outcome.code, job: id }, 'an account email was rejected and is not retried')
  },
}
