import { dollarsFromCents } from '#contract/core/money.ts'
import { payoutCauseOf } from '#contract/payments/payouts.ts'
import type { MailContent } from '#server/areas/mails/lay-out-mail.ts'
import type { Translate } from '#server/platform/translate.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { PayoutStatus } from '#server/providers/payments/gateway.ts'
import type { Owner } from '../accounts/connected-accounts.ts'
import { mailAccountOwner } from '../accounts/mail-account-owner.ts'
import type { MailSamples } from '#server/areas/mails/mail-sample.ts'

/**
 * Tells an account's owner that the bank returned a payout: how much, why, and where to fix the account. Sent in the
 * operator's name, and queued in the transaction that stores the failure, so it is sent once.
 */
export async function mailFailedPayout(
  tx: Tx,
  platform: Platform,
  owner: Owner,
  { amount_cents, currency, bankLast4, cause }: PayoutStatus,
): Promise<void> {
  const money = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  const amount = money.format(dollarsFromCents(amount_cents))
  await mailAccountOwner(tx, platform, owner, (url) => failedPayoutText({ amount, bankLast4, cause, url }))
}

const failedPayoutText =
  ({ amount, bankLast4, cause, url }: { amount: string; bankLast4: string; cause: string | null; url: string }) =>
  (say: Translate): MailContent => ({
    title: say('A payout has failed'),
    paragraphs: [
      say(
        'The bank returned it, so the money is back in your balance. It is paid out again once the bank account is corrected.',
      ),
    ],
    button: { label: say('Open payment account'), url },
    facts: [
      [say('Amount'), amount],
      [say('Bank account'), bankLast4 === '' ? '' : `•••• ${bankLast4}`],
      [say('Reason'), say(payoutCauseOf(cause))],
    ],
  })

/** With invented data. */
export const samples: MailSamples = {
  payout_failed: {
    kind: 'money',
    isOperators: true,
    write: (say, _language, { url }) =>
      failedPayoutText({ amount: '$1,240.00', bankLast4: '6789', cause: null, url: url('/') })(say),
  },
}
