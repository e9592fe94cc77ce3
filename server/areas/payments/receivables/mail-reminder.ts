import type { Language } from '#contract/core/language.ts'
import { dollarsFromCents } from '#contract/core/money.ts'
import type { ChargeRow } from '#server/areas/billing/charge-states.ts'
import { numberOf, type Numbered } from '#server/areas/billing/invoices/invoice-number.ts'
import type { MailContent } from '#server/areas/mails/lay-out-mail.ts'
import type { MailSamples } from '#server/areas/mails/mail-sample.ts'
import type { Translate } from '#server/platform/translate.ts'
import { findHostOf } from '#server/areas/branding/find-host.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { pageAddress } from '#server/platform/page-address.ts'
import type { Platform } from '#server/platform/platform.ts'
import { showDate } from '#server/platform/show-date.ts'
import { paymentLinkOf } from '../links/payment-link.ts'
import { chargeKinds, mailPayers } from '../dunning/mail-payers.ts'

/** A charge that nobody has paid, with the number of its invoice if it has one. */
export interface OpenCharge extends Pick<ChargeRow, 'id' | 'kind' | 'amount_cents'> {
  issuer: Numbered['issuer'] | null
  year: number
  number: number
  issued_on: string
}

interface Payer {
  rootId: string
  agencyId: string
  clientId: string | null
}

export const sumOf = (charges: readonly OpenCharge[]): number =>
  charges.reduce((sum, { amount_cents }) => sum + amount_cents, 0)

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const show = (cents: number): string => dollars.format(dollarsFromCents(cents))

/** As many as a mail lists one by one. */
const maxListed = 10

/** To the payer's people who get notices: what is open, since when, and where it is paid. */
export async function mailReminder(
  tx: Tx,
  platform: Platform,
  payer: Payer,
  charges: readonly OpenCharge[],
): Promise<void> {
  const host = await findHostOf(tx, payer.agencyId)
  if (!host) return
  const of = { root_id: payer.rootId, agency_id: payer.agencyId, client_id: payer.clientId }
  const url = pageAddress(platform.config, host, '/user/card-setting')
  const linkOf = ({ id: chargeId }: OpenCharge): string =>
    paymentLinkOf(platform, host, { agencyId: payer.agencyId, chargeId })
  await mailPayers(tx, platform, of, reminderText(charges, url, linkOf))
}

type Fact = NonNullable<MailContent['facts']>[number]

const reminderText =
  (charges: readonly OpenCharge[], url: string, linkOf: (charge: OpenCharge) => string) =>
  (say: Translate, language: Language): MailContent => ({
    title: say('Payment reminder: {amount} open', { amount: show(sumOf(charges)) }),
    paragraphs: [
      say('These amounts have not been paid yet. If you have paid them in the meantime, please ignore this mail.'),
      ...(charges.some(({ issuer }) => issuer !== null)
        ? [say('Open an invoice below to pay it with any card, without signing in.')]
        : []),
      ...(charges.length > maxListed ? [say('The oldest {count} are listed here.', { count: String(maxListed) })] : []),
    ],
    facts: charges.slice(0, maxListed).map((charge): Fact => {
      const { kind, issuer, amount_cents, issued_on, year, number } = charge
      const text = `${show(amount_cents)} · ${showDate(issued_on, language)}`
      // Each invoice is opened and paid by its own link, without signing in.
      return issuer === null
        ? [say(chargeKinds[kind]), text]
        : [
            say('Invoice {number}', { number: numberOf({ issuer, year, number }) }),
            { url: linkOf(charge), label: text },
          ]
    }),
    button: { label: say('Open Card Setting'), url },
  })

/** With invented data. */
export const samples: MailSamples = {
  payment_reminder: {
    kind: 'money',
    write: (say, language, { url }) =>
      reminderText(
        [
          {
            id: '',
            kind: 'leads',
            amount_cents: 15_938,
            issuer: 'agency',
            year: 2026,
            number: 7,
            issued_on: '2026-11-01',
          },
        ],
        url('/user/card-setting'),
        () => url('/pay-invoice#sample'),
      )(say, language),
  },
}
