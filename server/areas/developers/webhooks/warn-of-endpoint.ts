import type { MailContent } from '#server/areas/mails/lay-out-mail.ts'
import type { Translate } from '#server/platform/translate.ts'
import { queueMail } from '#server/areas/mails/queue-mail.ts'
import { readNoticeReceivers } from '#server/areas/tenants/read-addresses.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Health } from '#server/areas/integrations/connections/destination-health.ts'
import type { Book } from '#server/areas/integrations/deliveries/book.ts'
import type { MailSamples } from '#server/areas/mails/mail-sample.ts'

const failuresUntilWarning = 5
/** An endpoint that fails on and off shouldn't cause an email each time. */
const minInterval_ms = 24 * 3_600_000

interface Warned {
  id: string
  url: string
  warned_at: Date | null
  warned_of: 'failing' | 'disabled' | null
}

/** The warning to send after these attempts, unless it was already sent; null for none. */
function warningOf(health: Health, { warned_at, warned_of }: Warned, now_ms: number): 'failing' | 'disabled' | null {
  if (health.status === 'disabled') return warned_of === 'disabled' ? null : 'disabled'
  const isFresh = now_ms - (warned_at?.getTime() ?? 0) >= minInterval_ms
  return health.consecutiveFailures >= failuresUntilWarning && warned_of === null && isFresh ? 'failing' : null
}

/**
 * Emails an agency's own users when their webhook fails five times in a row, at most once a day, and when failures
 * turned it off. Runs in the transaction that records them; a webhook that recovers can cause warnings again.
 */
export async function warnOfEndpoint(
  tx: Tx,
  platform: Platform,
  book: Book,
  endpoint: Warned,
  health: Health,
  now_ms: number,
): Promise<void> {
  const isWell = health.consecutiveFailures === 0
  const warning = warningOf(health, endpoint, now_ms)
  if (warning === null && !(isWell && endpoint.warned_of !== null)) return
  await tx.query(
    `update event_endpoint set warned_of = $3, warned_at = case when $3::text is null then warned_at else $4 end
      where agency_id = $1 and id = $2`,
    [book.agencyId, endpoint.id, warning, dateOf(now_ms)],
  )
  if (warning === null) return
  const isOff = warning === 'disabled'
  for (const { email, language } of await readNoticeReceivers(tx, book.agencyId))
    await queueMail(tx, platform, {
      kind: 'problems',
      to: { ...book, email, language },
      write: endpointText({ isOff, url: endpoint.url }),
    })
}

const endpointText =
  ({ isOff, url }: { isOff: boolean; url: string }) =>
  (say: Translate): MailContent => ({
    title: isOff ? say('Developer webhook turned off') : say('Developer webhook failing'),
    paragraphs: [
      isOff
        ? say(
            'It was turned off because its messages did not arrive. Fix the cause, then send a test: once it arrives, the webhook is turned on again.',
          )
        : say('Its messages aren’t arriving. They are retried automatically for up to 75 hours.'),
      say('Messages, under Developer webhooks, shows each attempt with its cause. You can resend failed ones.'),
    ],
    facts: [[say('Webhook'), url]],
  })

/** With invented data. */
export const samples: MailSamples = {
  webhook_failing: { kind: 'problems', write: endpointText({ isOff: false, url: 'https://hooks.example.com/leads' }) },
  webhook_off: { kind: 'problems', write: endpointText({ isOff: true, url: 'https://hooks.example.com/leads' }) },
}
