import { z } from 'zod'
import { composeFor } from '#server/areas/mails/compose-for.ts'
import { mailEach } from '#server/areas/mails/mail-each.ts'
import { mailQueueOf } from '#server/areas/mails/mail-queue.ts'
import type { MailContent } from '#server/areas/mails/lay-out-mail.ts'
import { sendAs } from '#server/areas/mails/send-as.ts'
import type { ChargeRow } from '#server/areas/billing/charge-states.ts'
import type { Language } from '#contract/core/language.ts'
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
export type PayerMail = z.output<typeof payerMailPayload>

interface Letter {
  charge: Pick<ChargeRow, 'client_id'>
  receivers: readonly { email: string; language: Language }[]
  write(say: Translate): MailContent
  attachments?: MailMessage['attachments']
}

/**
 * Mails the people of a payer, in the payee's name: the agency's to its clients, the operator's to agencies. Every attempt has
 * the same Message-ID, so that a job that runs again shows nobody a second mail.
 */
export async function mailPayer(
  platform: Platform,
  jobName: string,
  task: PayerMail,
  { charge, receivers, write, attachments = [] }: Letter,
): Promise<void> {
  const { rootId, chargeId } = task
  const payee = { rootId, agencyId: charge.client_id === null ? null : task.agencyId }
  const job = { name: jobName, queue: mailQueueOf(payee), task }
  await mailEach(platform, job, receivers, async ({ email, language }) => {
    const letter = await composeFor(platform, { ...payee, email, language }, 'money', write)
    if (!letter) return true
    const id = uuidOf([jobName, chargeId, email])
    return isSettled(await sendAs(platform, payee, { ...letter, attachments, to: [email], id }))
  })
}
