import type { Language } from '#contract/core/language.ts'
import type { MailContent } from '#server/areas/mails/lay-out-mail.ts'
import type { MailSamples } from '#server/areas/mails/mail-sample.ts'
import type { Translate } from '#server/platform/translate.ts'
import { findHostOf } from '#server/areas/branding/find-host.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { pageAddress } from '#server/platform/page-address.ts'
import type { Platform } from '#server/platform/platform.ts'
import { paymentLinkOf } from '#server/areas/billing/invoices/payment-link.ts'
import { mailPayers, showDollars } from '../dunning/mail-payers.ts'
import { openFacts, openNotes, sampleCharges, sumOf, type OpenCharge } from './open-charges.ts'

interface Payer {
  rootId: string
  agencyId: string
  clientId: string | null
}

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

const reminderText =
  (charges: readonly OpenCharge[], url: string, linkOf: (charge: OpenCharge) => string) =>
  (say: Translate, language: Language): MailContent => ({
    title: say('Payment reminder: {amount} open', { amount: showDollars(sumOf(charges)) }),
    paragraphs: [
      say('These amounts have not been paid yet. If you have paid them in the meantime, please ignore this mail.'),
      ...openNotes(charges, say),
    ],
    facts: openFacts(charges, linkOf, say, language),
    button: { label: say('Open Card Setting'), url },
  })

/** With invented data. */
export const samples: MailSamples = {
  payment_reminder: {
    kind: 'money',
    write: (say, language, { url }) =>
      reminderText(sampleCharges, url('/user/card-setting'), () => url('/pay-invoice#sample'))(say, language),
  },
}
