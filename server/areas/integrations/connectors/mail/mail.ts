import { readMailRecipient } from '#server/areas/mails/preferences/read-mail-recipient.ts'
import { sendAs } from '#server/areas/mails/send-as.ts'
import type { StoredMail } from '#server/areas/mails/lay-out-mail.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Platform } from '#server/platform/platform.ts'
import { failWith, type Connector, type Sending } from '../connector.ts'
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
    const to = await findWanting(platform, delivery)
    // Everybody stopped these mails: as they wished, nothing arrives.
    if (to.length === 0) return { delivered: true, cause: null }
    const outcome = await sendAs(platform, delivery, { ...storedMail, id: delivery.id, to })
    if (outcome.sent) return { delivered: true, cause: outcome.refused.length > 0 ? 'mail_partly_refused' : null }
    return { ...failWith(outcome.code), httpStatus: outcome.smtpStatus }
  },
  describe: (_destination, say) => say('the report recipients'),
}

/** The recipients who didn't stop mails of leads. */
const findWanting = (platform: Platform, { rootId, agencyId, recipients }: Sending): Promise<string[]> =>
  inScope(
    platform.appPool,
    { kind: 'root', rootId },
    async (tx) => {
      const wanting: string[] = []
      for (const email of recipients)
        if (!(await readMailRecipient(tx, { rootId, agencyId }, email, 'leads')).isStopped) wanting.push(email)
      return wanting
    },
    { readOnly: true },
  )
