import { dollarsFromCents } from '#contract/core/money.ts'
import type { ChargeRow } from '#server/areas/billing/charge-states.ts'
import { type RefundRow, creditNoteOf } from '#server/areas/billing/refunds/refunds.ts'
import { describeCharge } from '#server/areas/billing/describe-charge.ts'
import { queueMail } from '#server/areas/mails/queue-mail.ts'
import type { Text } from '#i18n/arabic.ts'
import type { Translate } from '#server/platform/translate.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { MailContent } from '#server/areas/mails/lay-out-mail.ts'
import type { Platform } from '#server/platform/platform.ts'
import { mailPayers } from '../dunning/mail-payers.ts'
import { readPayees } from '../read-payees.ts'
import type { MailSamples } from '#server/areas/mails/mail-sample.ts'

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/**
 * Tells both sides that a refund was returned: the payee has to pay it another way, and the payer can stop waiting for
 * it. Queued in the transaction that reverses the refund, so it is sent once.
 */
export async function mailReturned(tx: Tx, platform: Platform, charge: ChargeRow, refund: RefundRow): Promise<void> {
  const { invoice } = await describeCharge(tx, charge)
  await mailPayers(
    tx,
    platform,
    charge,
    returnedText(
      refund,
      invoice,
      'The bank rejected it, so its credit note is void. The payee has been notified and can refund it another way.',
    ),
  )
  const payees = returnedText(
    refund,
    invoice,
    'The payer’s bank rejected it, so its credit note is void. Refund the amount again, or another way.',
  )
  for (const { email, language } of await readPayees(tx, refund))
    await queueMail(tx, platform, {
      kind: 'money',
      to: { rootId: refund.root_id, agencyId: null, email, language },
      write: payees,
    })
}

const returnedText =
  (refund: Pick<RefundRow, 'amount_cents' | 'issuer' | 'year' | 'number'>, invoice: string | null, text: Text) =>
  (say: Translate): MailContent => ({
    title: say('A refund was returned'),
    paragraphs: [say(text)],
    facts: [
      [say('Amount'), dollars.format(dollarsFromCents(refund.amount_cents))],
      [say('Invoice'), invoice ?? ''],
      [say('Credit note'), creditNoteOf(refund)],
    ],
  })

/** With invented data. */
export const samples: MailSamples = {
  refund_returned: {
    kind: 'money',
    write: returnedText(
      { amount_cents: 5_000, issuer: 'agency', year: 2026, number: 3 },
      '2026-0007',
      'The bank rejected it, so its credit note is void. The payee has been notified and can refund it another way.',
    ),
  },
}
