import { readMailRecipient, type MailRecipient } from '#server/areas/mails/preferences/read-mail-recipient.ts'
import { stopTokenOf } from '#server/areas/mails/preferences/stop-link.ts'
import { sendAs } from '#server/areas/mails/send-as.ts'
import { noteStopped } from '#server/areas/mails/stopped-addresses/stopped-addresses.ts'
import type { StoredMail } from '#server/areas/mails/lay-out-mail.ts'
import { machineTime } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { mayArriveLater, type MailOutcome } from '#server/platform/mail.ts'
import type { Platform } from '#server/platform/platform.ts'
import { failWith, type Answer, type Connector, type Sending } from '../connector.ts'
import { composeDigestMail } from './digest-mail.ts'
import { composeLeadMail } from './lead-mail.ts'
import { recipientMark } from './recipient-mark.ts'

/** Emails a campaign's report recipients through its agency's mail server, each a mail of their own with their own link to stop it. */
export const mail: Connector = {
  sharesOutlet: true,
  isRead: true,
  compose: ({ event, sender, ...place }) =>
    sender ? JSON.stringify(composeLeadMail(sender, event.data, place)) : null,
  composeDigest: (digest) => (digest.sender ? JSON.stringify(composeDigestMail(digest.sender, digest)) : null),
  async send(platform, delivery, body) {
    const storedMail = JSON.parse(body) as StoredMail
    const wanting = await findWanting(platform, delivery)
    const letters = wanting.map(({ id, email }) => ({
      id,
      letter: letterTo(platform, delivery, storedMail, id, email),
    }))
    return sendEach(platform, delivery, letters)
  },
  describe: (_destination, say) => say('the report recipients'),
}

/** No mail is begun that might outlast the lease. */
const beginWithin_ms = 9_000

type Letter = { id: string; letter: Parameters<typeof sendAs>[2] }

/** An attempt that some recipients have to wait for is made again for these only. */
async function sendEach(platform: Platform, delivery: Sending, letters: readonly Letter[]): Promise<Answer> {
  const began_ms = machineTime(platform.clock)
  const sentTo: string[] = []
  let refusal: Extract<MailOutcome, { sent: false }> | null = null
  for (const { id, letter } of letters) {
    if (machineTime(platform.clock) - began_ms > beginWithin_ms) {
      await storeMailed(platform, delivery, sentTo)
      return { ...failWith('mail_deferred'), postponed_ms: 1_000 }
    }
    const outcome = await sendAs(platform, delivery, letter)
    if (outcome.sent) sentTo.push(id)
    else if (mayArriveLater(outcome)) {
      await storeMailed(platform, delivery, sentTo)
      return { ...failWith(outcome.code), httpStatus: outcome.smtpStatus }
    } else refusal = outcome
  }
  // Where everybody stopped these mails, nothing arrives, as they wished.
  if (refusal === null) return { delivered: true, cause: null }
  if (sentTo.length > 0) return { delivered: true, cause: 'mail_partly_refused' }
  return { ...failWith(refusal.code), httpStatus: refusal.smtpStatus }
}

/** The same for every attempt. */
function letterTo(platform: Platform, delivery: Sending, mail: StoredMail, recipientId: string, email: string) {
  const token = stopTokenOf(platform, { companyId: delivery.agencyId, recipientId, kind: 'leads' })
  const withToken = (text: string): string => text.replaceAll(recipientMark, token)
  const { stopUrl } = mail
  return {
    ...mail,
    text: withToken(mail.text),
    html: withToken(mail.html),
    ...(stopUrl !== undefined && { stopUrl: withToken(stopUrl) }),
    id: `${delivery.id}.${recipientId.slice(0, 8)}`,
    to: [email],
  }
}

type Wanting = MailRecipient & { email: string }

/**
 * The recipients who don't have it yet and didn't stop mails of leads. That somebody without an account stopped them is told where
 * the campaign's people look: nobody there chose it.
 */
const findWanting = (platform: Platform, delivery: Sending): Promise<Wanting[]> =>
  inScope(platform.appPool, { kind: 'root', rootId: delivery.rootId }, async (tx) => {
    const { rootId, agencyId, recipients, isRepeat, id } = delivery
    const mailedTo = isRepeat ? await tx.query<{ to: string[] | null }>(readMailed, [agencyId, id]) : { rows: [] }
    const have = new Set(mailedTo.rows[0]?.to)
    const wanting: Wanting[] = []
    for (const email of recipients) {
      const recipient = await readMailRecipient(tx, { rootId, agencyId }, email, 'leads')
      if (!recipient.isStopped) wanting.push({ ...recipient, email })
      else if (!recipient.hasAccount) await noteStopped(tx, platform, delivery, email, 'unsubscribed')
    }
    return wanting.filter((recipient) => !have.has(recipient.id))
  })

const readMailed = 'select mailed_to as "to" from delivery where agency_id = $1 and id = $2'

const storeMailed = ({ appPool }: Platform, { rootId, agencyId, id }: Sending, sentTo: readonly string[]) =>
  inScope(appPool, { kind: 'root', rootId }, (tx) =>
    tx.query(
      `update delivery set mailed_to = coalesce(mailed_to, '{}') || $3::uuid[] where agency_id = $1 and id = $2`,
      [agencyId, id, sentTo],
    ),
  )
