import { dollarsFromCents } from '#contract/core/money.ts'
import type { Language } from '#contract/core/language.ts'
import { findHostOf } from '#server/areas/branding/public.ts'
import type { ChargeRow } from '#server/areas/billing/public.ts'
import { queueMail } from '#server/areas/sign-in/public.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { pageAddress } from '#server/platform/page-address.ts'
import type { Platform } from '#server/platform/platform.ts'

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** Tells a payer's people that a payment failed, and where another card is stored: of a payment that asks them, too. */
export async function mailDeclined(tx: Tx, platform: Platform, charge: ChargeRow): Promise<void> {
  const host = await findHostOf(tx, charge.agency_id)
  if (!host) return
  const { rows } = await tx.query<{ email: string; language: Language }>(
    `select email, coalesce(language, 'en') as language from app_user
      where agency_id = $1 and client_id is not distinct from $2 and status = 'active' and gets_notices
        and removed_at is null order by created_at, id limit 20`,
    [charge.agency_id, charge.client_id],
  )
  const url = pageAddress(platform.config, host, '/user/card-setting')
  const asksPayer = charge.cause === 'authentication_required'
  for (const { email, language } of rows)
    await queueMail(tx, platform, {
      to: { rootId: charge.root_id, agencyId: charge.agency_id, email, language },
      write: (say) => ({
        title: say('A payment has failed'),
        paragraphs: [
          charge.balance_id !== null
            ? say(
                'Your card was declined, so nothing was topped up and nothing is owed. Store another card, then top up again.',
              )
            : asksPayer
              ? say('Your bank asks you to confirm this payment. Store the card once more, or another one.')
              : say('Your card was declined. Store another one: the payment is then tried again.'),
        ],
        button: { label: say('Open Card Setting'), url },
        facts: [[say('Amount'), dollars.format(dollarsFromCents(charge.amount_cents))]],
      }),
    })
}
