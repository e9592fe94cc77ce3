import type { Language } from '#contract/core/language.ts'
import { dollarsFromCents } from '#contract/core/money.ts'
import { payoutCauseOf } from '#contract/payments/payouts.ts'
import { findHostOf } from '#server/areas/branding/find-host.ts'
import type { MailContent } from '#server/areas/mails/lay-out-mail.ts'
import type { Translate } from '#server/platform/translate.ts'
import { queueMail } from '#server/areas/mails/queue-mail.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { pageAddress } from '#server/platform/page-address.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { PayoutStatus } from '#server/providers/payments/gateway.ts'
import type { Owner } from '../accounts/connected-accounts.ts'
import type { MailSamples } from '#server/areas/mails/mail-sample.ts'

/** The page on which the owner fixes the account. */
const pages: Readonly<Record<Owner['kind'], string>> = {
  agency: '/configuration/general-setting?section=payment-account',
  sales: '/configuration/sales-connect-account',
}

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
  const host = await findHostOf(tx, owner.agencyId ?? owner.rootId)
  if (!host) return
  const money = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  const url = pageAddress(platform.config, host, pages[owner.kind])
  for (const { email, language } of await readOwners(tx, owner))
    await queueMail(tx, platform, {
      kind: 'money',
      to: { rootId: owner.rootId, agencyId: null, email, language },
      write: failedPayoutText({ amount: money.format(dollarsFromCents(amount_cents)), bankLast4, cause, url }),
    })
}

/** The agency's owners who get notices, or the sales person. */
async function readOwners(tx: Tx, { kind, id, rootId }: Owner): Promise<{ email: string; language: Language }[]> {
  const { rows } = await tx.query<{ email: string; language: Language }>(
    `select email, coalesce(language, 'en') as language from app_user
      where root_id = $1 and status = 'active' and removed_at is null
        and ($2 = 'agency' and company_id = $3 and kind = 'agencyOwner' and gets_notices or $2 = 'sales' and id = $3)
      order by created_at, id limit 20`,
    [rootId, kind, id],
  )
  return rows
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
