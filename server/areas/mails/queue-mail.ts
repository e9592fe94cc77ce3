import type { Language } from '#contract/core/language.ts'
import type { MailKind } from '#contract/mails/kinds.ts'
import { mailQueueOf } from './mail-queue.ts'
import { machineTime } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { newId } from '#server/platform/ids.ts'
import { addJob } from '#server/platform/jobs.ts'
import type { MailContent } from './lay-out-mail.ts'
import { listenTo, type Said } from './own-texts/own-texts.ts'
import type { Receiver } from './receiver.ts'
import type { Platform } from '#server/platform/platform.ts'
import { translatorOf, type Translate } from '#server/platform/translate.ts'

export type { Receiver } from './receiver.ts'

/** A mail to one person about their account. */
interface AccountMail {
  to: Receiver
  /** Decides whether and when its reader wants it. */
  kind: MailKind
  /** Writes it in the recipient's language: every sentence through `say`, names and other values unchanged. */
  write(say: Translate, language: Language): MailContent
  /** Urgent, because somebody waits for it: a code, a link to sign in. */
  isUrgent?: boolean
  /** When its contents expire (a code's end), in machine time; it is not sent later. */
  uselessAfter_ms?: number
  /** It has waited, or is what others were collected in. */
  isDue?: boolean
}

export const sendAccountMailName = 'send-account-mail'
export const queuedMailContext = 'job.send-account-mail'
/** One that was queued before mails had kinds has none. */
export type QueuedMail = Omit<AccountMail, 'write' | 'kind'> & {
  kind?: MailKind
  content: MailContent
  /** What it says, for its sender’s own words, which are only known when it is sent. */
  said?: readonly Said[]
  isDue?: boolean
}

/**
 * Sends a mail after the transaction has been committed, and never otherwise. Its contents are sealed in the queue,
 * where codes, links and addresses must not be readable.
 */
export async function queueMail(tx: Tx, platform: Platform, mail: AccountMail): Promise<unknown> {
  const { write, ...rest } = mail
  const { to, isUrgent } = mail
  const { say, said } = listenTo(await translatorOf(to.language, 'mail'))
  const content = write(say, to.language)
  const queuedMail: QueuedMail = { ...rest, content, said }
  const sealedMail = platform.secrets.seal(JSON.stringify(queuedMail), queuedMailContext)
  return addJob(
    tx,
    sendAccountMailName,
    { id: newId(machineTime(platform.clock)), sealed: sealedMail },
    {
      queue: mailQueueOf(to),
      isUrgent,
    },
  )
}
