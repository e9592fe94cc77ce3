import { z } from 'zod'
import { machineTime } from '#server/platform/clock.ts'
import type { Job } from '#server/platform/jobs.ts'
import { mayArriveLater } from '#server/platform/mail.ts'
import { composeFor } from './compose-for.ts'
import { queuedMailContext, sendAccountMailName, type QueuedMail } from './queue-mail.ts'
import { waits } from './preferences/waiting-mails.ts'
import { sayAgain } from './own-texts/own-texts.ts'
import { sendAs } from './send-as.ts'

const payload = z.object({ id: z.uuid(), sealed: z.string() })

/** Every attempt sends the same under the same Message-ID, so that a crash in between shows at most one mail. */
export const sendAccountMailJob: Job = {
  name: sendAccountMailName,
  mails: true,
  async run(platform, input) {
    const { id, sealed } = payload.parse(input)
    const mail = JSON.parse(platform.secrets.open(sealed, queuedMailContext)) as QueuedMail
    const { to } = mail
    if (mail.uselessAfter_ms !== undefined && machineTime(platform.clock) > mail.uselessAfter_ms) return
    if (await waits(platform, id, mail)) return
    const letter = await composeFor(platform, to, mail.kind ?? 'account', (say) =>
      sayAgain(mail.content, mail.said ?? [], say),
    )
    if (!letter) return
    const outcome = await sendAs(platform, to, { ...letter, to: [to.email], id }, { isUrgent: mail.isUrgent })
    // Without a mail server nobody can be reached; a rejected address will not be accepted later either.
    if (outcome.sent) return
    if (mayArriveLater(outcome)) {
      const { code, smtpStatus, said } = outcome
      throw new Error(`an account email could not be sent: ${[code, smtpStatus, said].filter(Boolean).join(' ')}`)
    }
    platform.log.warn({ code: outcome.code, job: id }, 'an account email was rejected and is not retried')
  },
}
