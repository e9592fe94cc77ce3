import { z } from 'zod'
import { composeFor } from '#server/areas/mails/compose-for.ts'
import { mailEach } from '#server/areas/mails/mail-each.ts'
import { mailQueueOf } from '#server/areas/mails/mail-queue.ts'
import type { MailContent } from '#server/areas/mails/lay-out-mail.ts'
import { sendAs } from '#server/areas/mails/send-as.ts'
import type { Language } from '#contract/core/language.ts'
import type { MailKind } from '#contract/mails/kinds.ts'
import { uuidOf } from '#server/platform/ids.ts'
import { isSettled, type MailMessage } from '#server/platform/mail.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Translate } from '#server/platform/translate.ts'

/** What a job that mails a payer about one of their charges is given; `only` names a recipient that is tried again. */
export const payerMailPayload = z.object({
  rootId: z.uuid(),
  agencyId: z.uuid(),
  chargeId: z.uuid(),
  only: z.uuid().optional(),
})

interface PayerTask {
  rootId: string
  agencyId: string
  only?: string | undefined
}

interface Letter {
  kind: MailKind
  /** Null if the agency pays. */
  clientId: string | null
  /** What it is about: a charge, or a payer's month. */
  about: string
  receivers: readonly { email: string; language: Language }[]
  write(say: Translate, language: Language): MailContent
  attachments?: MailMessage['attachments']
}

/**
 * Mails the people of a payer, in the payee's name: the agency's to its clients, the operator's to agencies. Every attempt has
 * the same Message-ID, so that a job that runs again shows nobody a second mail.
 */
export async function mailPayer(
  platform: Platform,
  jobName: string,
  task: PayerTask,
  { kind, clientId, about, receivers, write, attachments = [] }: Letter,
): Promise<void> {
  const { rootId } = task
  const payee = { rootId, agencyId: clientId === null ? null : task.agencyId }
  const job = { name: jobName, queue: mailQueueOf(payee), task }
  await mailEach(platform, job, receivers, async ({ email, language }) => {
    const letter = await composeFor(platform, { ...payee, email, language }, kind, (say) => write(say, language))
    if (!letter) return true
    const id = uuidOf([jobName, about, email])
    return isSettled(await sendAs(platform, payee, { ...letter, attachments, to: [email], id }))
  })
}
