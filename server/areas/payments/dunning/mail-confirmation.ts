import { findHostOf } from '#server/areas/branding/find-host.ts'
import type { ChargeRow } from '#server/areas/billing/charge-states.ts'
import { readTimeZone } from '#server/areas/tenants/time-zone-setting.ts'
import type { MailContent } from '#server/areas/mails/lay-out-mail.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { localDateAt } from '#server/platform/local-dates.ts'
import { pageAddress } from '#server/platform/page-address.ts'
import type { Translate } from '#server/platform/translate.ts'
import type { Platform } from '#server/platform/platform.ts'
import { mailPayers, factsOf, sampleFacts, type Facts } from './mail-payers.ts'
import { fiction, type MailSamples } from '#server/areas/mails/mail-sample.ts'

/** Asks a payer's people to confirm a payment at their bank, and names the deadline. */
export async function mailConfirmation(tx: Tx, platform: Platform, charge: ChargeRow, until_ms: number): Promise<void> {
  const host = await findHostOf(tx, charge.agency_id)
  if (!host) return
  const zone = await readTimeZone(tx, charge.client_id ?? charge.agency_id)
  const facts = await factsOf(tx, charge)
  const url = pageAddress(platform.config, host, '/user/card-setting')
  const date = localDateAt(until_ms, zone)
  await mailPayers(tx, platform, charge, confirmationText({ url, date, facts }))
}

const confirmationText =
  ({ url, date, facts }: { url: string; date: string; facts: Facts }) =>
  (say: Translate): MailContent => ({
    title: say('Your bank asks you to confirm a payment'),
    paragraphs: [
      say('Open Card Setting and confirm the payment there. Your bank will ask for a code or your fingerprint.'),
      say('If you don’t confirm, or add another card, the payment is canceled. Nothing is charged twice.'),
    ],
    button: { label: say('Confirm the payment'), url },
    facts: [...facts(say), [say('Confirm by'), { date }]],
  })

/** With invented data. */
export const samples: MailSamples = {
  payment_confirmation: {
    kind: 'money',
    write: (say, _language, { url }) =>
      confirmationText({ url: url('/user/card-setting'), date: fiction.date, facts: sampleFacts })(say),
  },
}
