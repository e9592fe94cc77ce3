import { findHostOf } from '#server/areas/branding/find-host.ts'
import { gatewayRefused } from '#server/areas/billing/dunning/schedule.ts'
import { needsAnotherCard } from '#server/areas/billing/dunning/needs-another-card.ts'
import type { ChargeRow } from '#server/areas/billing/charge-states.ts'
import type { NotedRefusal } from '#server/areas/billing/dunning/dunning-cases.ts'
import type { Text } from '#i18n/arabic.ts'
import type { MailContent } from '#server/areas/mails/lay-out-mail.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { pageAddress } from '#server/platform/page-address.ts'
import type { Translate } from '#server/platform/translate.ts'
import type { Platform } from '#server/platform/platform.ts'
import { describeCause } from './causes.ts'
import { factsOf, mailPayers, sampleFacts } from './mail-payers.ts'
import { fiction, type MailSamples } from '#server/areas/mails/mail-sample.ts'

/**
 * Tells a payer's people that a payment failed: how much, what for, why, when it is retried, and where to add another
 * card. Sent in the payee's name: the agency's to its clients, the operator's to agencies.
 */
export async function mailDeclined(
  tx: Tx,
  platform: Platform,
  charge: ChargeRow,
  dunning: Pick<NotedRefusal, 'nextOn' | 'isOver'> | null,
): Promise<void> {
  const host = await findHostOf(tx, charge.agency_id)
  if (!host) return
  const url = pageAddress(platform.config, host, '/user/card-setting')
  const facts = await factsOf(tx, charge)
  await mailPayers(tx, platform, charge, declinedText(charge, dunning, url, facts))
}

function paragraphsOf(
  { cause }: Pick<ChargeRow, 'cause'>,
  dunning: Pick<NotedRefusal, 'nextOn' | 'isOver'> | null,
): Text[] {
  if (dunning === null)
    return cause === gatewayRefused
      ? ['The payment failed. Your card isn’t the cause.', 'Nothing was topped up and nothing is owed.']
      : ['Your card was declined, so nothing was topped up and nothing is owed. Store another card, then top up again.']
  if (cause === gatewayRefused)
    return [
      'The payment failed. Your card isn’t the cause.',
      dunning.isOver
        ? 'It is retried every day, and the payee has been notified. Your campaigns resume once it is paid.'
        : 'It is retried every day. Your campaigns keep running, and the payee has been notified.',
    ]
  const isOver = dunning.nextOn === null
  const next: Text = isOver
    ? 'This was the last attempt. Until it is paid, campaigns are stopped and only Card Setting is available.'
    : needsAnotherCard(cause)
      ? 'This card can’t be charged again. Seven days after the first attempt, campaigns stop until it is paid.'
      : 'The next attempt is on the date below. Seven days after the first attempt, campaigns stop until it is paid.'
  return ['Your card was declined. Add another one and the payment is retried immediately.', next]
}

const declinedText =
  (
    charge: Pick<ChargeRow, 'cause'>,
    dunning: Pick<NotedRefusal, 'nextOn' | 'isOver'> | null,
    url: string,
    facts: (say: Translate) => [string, string][],
  ) =>
  (say: Translate): MailContent => ({
    title: say('A payment has failed'),
    paragraphs: paragraphsOf(charge, dunning).map((text) => say(text)),
    button: { label: say('Open Card Setting'), url },
    facts: [
      ...facts(say),
      [say('Reason'), say(describeCause(charge.cause))],
      [say('Next attempt'), { date: needsAnotherCard(charge.cause) ? '' : (dunning?.nextOn ?? '') }],
    ],
  })

/** With invented data. */
export const samples: MailSamples = {
  payment_failed: {
    kind: 'money',
    write: (say, _language, { url }) =>
      declinedText(
        { cause: 'card_declined' },
        { nextOn: fiction.date, isOver: false },
        url('/user/card-setting'),
        sampleFacts,
      )(say),
  },
}
