import { findHostOf } from '#server/areas/branding/find-host.ts'
import { gatewayRefused } from '#server/areas/billing/dunning/schedule.ts'
import type { ChargeRow } from '#server/areas/billing/charge-states.ts'
import type { NotedRefusal } from '#server/areas/billing/dunning/dunning-cases.ts'
import type { MailContent } from '#server/areas/mails/lay-out-mail.ts'
import type { Translate } from '#server/platform/translate.ts'
import { queueMail } from '#server/areas/mails/queue-mail.ts'
import { dateOf } from '#server/platform/clock.ts'
import { readAsRoot } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { pageAddress } from '#server/platform/page-address.ts'
import type { Platform } from '#server/platform/platform.ts'
import { readPayees } from '../read-payees.ts'
import { mailDeclined } from './mail-declined.ts'
import { factsOf, sampleFacts, type Facts } from './mail-payers.ts'
import type { MailSamples } from '#server/areas/mails/mail-sample.ts'

/**
 * Mails the people concerned by a failed charge. A decline is mailed to the payer. A request that the gateway rejected
 * (decision 168) is mailed to the payer once, who can't fix it, and to the payee daily. `noted` is null for a top-up.
 */
export async function notifyDeclined(
  tx: Tx,
  platform: Platform,
  charge: ChargeRow,
  refusal: NotedRefusal | null,
): Promise<void> {
  if (charge.cause !== gatewayRefused) return mailDeclined(tx, platform, charge, refusal)
  const now_ms = platform.clock.now()
  const isNews = refusal?.isNews ?? !(await wasRejectedSince(tx, charge, 'balance', now_ms - 2 * day_ms))
  if (isNews) await mailDeclined(tx, platform, charge, refusal)
  // Less than a day, so that a retry at the same hour of the next day is reported again.
  if (!(await wasRejectedSince(tx, charge, 'payee', now_ms - (day_ms * 5) / 6)))
    await mailTurnedAway(tx, platform, charge, refusal?.isOver === true)
}

const day_ms = 24 * 3_600_000

/** One email at a time reports all rejected charges of a payee: its list of failed payments has the details. */
async function mailTurnedAway(tx: Tx, platform: Platform, charge: ChargeRow, isOver: boolean): Promise<void> {
  const payeeId = charge.client_id === null ? charge.root_id : charge.agency_id
  const host = await readAsRoot(tx, charge.root_id, () => findHostOf(tx, payeeId))
  if (!host) return
  const url = pageAddress(platform.config, host, '/configuration/failed-payments')
  const facts = await factsOf(tx, charge)
  for (const { email, language } of await readPayees(tx, charge))
    await queueMail(tx, platform, {
      kind: 'money',
      to: { rootId: charge.root_id, agencyId: null, email, language },
      write: turnedAwayText({ isOver, isOfClient: charge.client_id !== null, url, facts }),
    })
}

/** Whether another charge was rejected since: an earlier try at the same top-up, or any payment to the same payee. */
async function wasRejectedSince(
  tx: Tx,
  charge: ChargeRow,
  of: 'balance' | 'payee',
  since_ms: number,
): Promise<boolean> {
  const { rows } = await readAsRoot(tx, charge.root_id, () =>
    tx.query(
      `select from charge
        where root_id = $1 and ($2::uuid is null or agency_id = $2) and (client_id is null) = $3
          and ($4::uuid is null or balance_id = $4) and status = 'declined' and cause = $5 and moved_at > $6 and id <> $7
        limit 1`,
      [
        charge.root_id,
        of === 'payee' && charge.client_id === null ? null : charge.agency_id,
        charge.client_id === null,
        of === 'balance' ? charge.balance_id : null,
        gatewayRefused,
        dateOf(since_ms),
        charge.id,
      ],
    ),
  )
  return rows.length > 0
}

const turnedAwayText =
  ({ isOver, isOfClient, url, facts }: { isOver: boolean; isOfClient: boolean; url: string; facts: Facts }) =>
  (say: Translate): MailContent => ({
    title: say('The payment provider is rejecting payments'),
    paragraphs: [
      say(
        'The cards aren’t the cause. The receiving account may be restricted, or its key may lack a permission. Check your account with the payment provider.',
      ),
      say(
        isOver
          ? 'The payment is retried every day. Until it succeeds, the payer’s campaigns stay stopped.'
          : 'The payment is retried every day. Until it succeeds, the payer’s campaigns keep running.',
      ),
      ...(!isOfClient ? [] : [say('You still owe the wholesale cost of their leads.')]),
    ],
    button: { label: say('Open failed payments'), url },
    facts: facts(say),
  })

/** With invented data. */
export const samples: MailSamples = {
  payments_rejected: {
    kind: 'money',
    write: (say, _language, { url }) =>
      turnedAwayText({
        isOver: false,
        isOfClient: true,
        url: url('/configuration/failed-payments'),
        facts: sampleFacts,
      })(say),
  },
}
