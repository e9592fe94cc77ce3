import { findHostOf } from '#server/areas/branding/find-host.ts'
import { describeCharge } from '#server/areas/billing/describe-charge.ts'
import { paymentLinkOf } from '#server/areas/billing/invoices/payment-link.ts'
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
import { factsOf, mailPayers, sampleFacts, type Facts } from './mail-payers.ts'
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
  // Whoever keeps the books pays an invoice by its link. A top-up that failed is over, and what the gateway rejects no card pays.
  const isPayable = dunning !== null && charge.cause !== gatewayRefused
  const isInvoiced = isPayable && (await describeCharge(tx, charge)).invoice !== null
  const link = isInvoiced
    ? paymentLinkOf(platform, host, { agencyId: charge.agency_id, chargeId: charge.id })
    : undefined
  const facts = await factsOf(tx, charge, link)
  await mailPayers(tx, platform, charge, declinedText({ charge, dunning, url, facts, isInvoiced }))
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

interface DeclinedMail {
  charge: Pick<ChargeRow, 'cause'>
  dunning: Pick<NotedRefusal, 'nextOn' | 'isOver'> | null
  url: string
  facts: Facts
  isInvoiced: boolean
}

const declinedText =
  ({ charge, dunning, url, facts, isInvoiced }: DeclinedMail) =>
  (say: Translate): MailContent => ({
    title: say('A payment has failed'),
    paragraphs: [
      ...paragraphsOf(charge, dunning).map((text) => say(text)),
      ...(isInvoiced ? [say('Open an invoice below to pay it with any card, without signing in.')] : []),
    ],
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
      declinedText({
        charge: { cause: 'card_declined' },
        dunning: { nextOn: fiction.date, isOver: false },
        url: url('/user/card-setting'),
        facts: (each) => sampleFacts(each, url('/pay-invoice#sample')),
        isInvoiced: true,
      })(say),
  },
}
