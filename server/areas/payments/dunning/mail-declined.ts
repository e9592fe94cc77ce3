import { dollarsFromCents } from '#contract/core/money.ts'
import type { Language } from '#contract/core/language.ts'
import { findHostOf } from '#server/areas/branding/public.ts'
import { describeCharge, type ChargeRow, type Dunning } from '#server/areas/billing/public.ts'
import { queueMail, type MailText, type Say } from '#server/areas/sign-in/public.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { MailContent } from '#server/platform/mail-layout.ts'
import { pageAddress } from '#server/platform/page-address.ts'
import type { Platform } from '#server/platform/platform.ts'
import { needsAnotherCard, sayCause } from './causes.ts'

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

const kinds: Readonly<Record<ChargeRow['kind'], MailText>> = {
  onboarding: 'Onboarding charge',
  manual_bill: 'Manual bill',
  developer: 'Developer API',
  leads: 'Leads',
  client_leads: 'Leads',
  wallet_top_up: 'Data Wallet top-up',
  campaign_top_up: 'Campaign top-up',
}

/** The people who answer for what a company pays. */
async function readPayers(
  tx: Tx,
  { agency_id, client_id }: Pick<ChargeRow, 'agency_id' | 'client_id'>,
): Promise<{ email: string; language: Language }[]> {
  const { rows } = await tx.query<{ email: string; language: Language }>(
    `select email, coalesce(language, 'en') as language from app_user
      where agency_id = $1 and client_id is not distinct from $2 and status = 'active' and gets_notices
        and removed_at is null order by created_at, id limit 20`,
    [agency_id, client_id],
  )
  return rows
}

/**
 * Tells a payer's people that a payment failed: how much, what for, why, when it is tried again, and where another card is
 * stored. In the name of whoever is paid: the agency to its clients, the operator to agencies.
 */
export async function mailDeclined(
  tx: Tx,
  platform: Platform,
  charge: ChargeRow,
  dunning: Dunning | null,
): Promise<void> {
  const host = await findHostOf(tx, charge.agency_id)
  if (!host) return
  const { invoice, paidWith } = await describeCharge(tx, charge)
  const url = pageAddress(platform.config, host, '/user/card-setting')
  const write = (say: Say): MailContent => ({
    title: say('A payment has failed'),
    paragraphs: paragraphsOf(charge, dunning).map((text) => say(text)),
    button: { label: say('Open Card Setting'), url },
    facts: [
      [say('Amount'), dollars.format(dollarsFromCents(charge.amount_cents))],
      [say('For'), say(kinds[charge.kind])],
      [say('Invoice'), invoice ?? ''],
      [say('Card'), paidWith],
      [say('Reason'), say(sayCause(charge.cause))],
      [say('Next try'), needsAnotherCard(charge.cause) ? '' : (dunning?.nextOn ?? '')],
    ],
  })
  const agencyId = charge.client_id === null ? null : charge.agency_id
  for (const { email, language } of await readPayers(tx, charge))
    await queueMail(tx, platform, { to: { rootId: charge.root_id, agencyId, email, language }, write })
}

function paragraphsOf({ cause }: ChargeRow, dunning: Dunning | null): MailText[] {
  if (dunning === null)
    return [
      'Your card was declined, so nothing was topped up and nothing is owed. Store another card, then top up again.',
    ]
  const isOver = dunning.nextOn === null
  const next: MailText = isOver
    ? 'This was the last try. Until it is paid, campaigns make no leads and only Card Setting is open.'
    : needsAnotherCard(cause)
      ? 'This card cannot be charged again. Seven days after the first try campaigns stop until it is paid.'
      : 'It is tried again on the day below. Seven days after the first try campaigns stop until it is paid.'
  return ['Your card was declined. Store another one: the payment is then tried at once.', next]
}
