import { sendAs } from '#server/areas/mails/send-as.ts'
import type { StoredMail } from '#server/areas/mails/lay-out-mail.ts'
import { failWith, type Connector } from '../connector.ts'
import { composeDigestMail } from './digest-mail.ts'
import { composeLeadMail } from './lead-mail.ts'

/** Emails a campaign's report recipients through its agency's mail server. */
export const mail: Connector = {
  sharesOutlet: true,
  isRead: true,
  compose: ({ event, sender, ...place }) =>
    sender ? JSON.stringify(composeLeadMail(sender, event.data, place)) : null,
  composeDigest: (digest) => (digest.sender ? JSON.stringify(composeDigestMail(digest.sender, digest)) : null),
  async send(platform, delivery, body) {
    const storedMail = JSON.parse(body) as StoredMail
    const outcome = await sendAs(platform, delivery, { ...storedMail, id: delivery.id, to: delivery.recipients })
    if (outcome.sent) return { delivered: true, cause: outcome.refused.length > 0 ? 'mail_partly_refused' : null }
    return { ...failWith(outcome.code), httpStatus: outcome.smtpStatus }
  },
  describe: (_destination, say) => say('the report recipients'),
}
