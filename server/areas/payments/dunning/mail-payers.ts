import { dollarsFromCents } from '#contract/core/money.ts'
import type { Language } from '#contract/core/language.ts'
import { describeCharge } from '#server/areas/billing/describe-charge.ts'
import type { ChargeRow } from '#server/areas/billing/charge-states.ts'
import { queueMail } from '#server/areas/mails/queue-mail.ts'
import type { Text } from '#i18n/arabic.ts'
import type { Translate } from '#server/platform/translate.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { MailContent } from '#server/areas/mails/lay-out-mail.ts'
import type { Platform } from '#server/platform/platform.ts'

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** What a charge is for. */
export const chargeKinds: Readonly<Record<ChargeRow['kind'], Text>> = {
  onboarding: 'Onboarding charge',
  manual_bill: 'Manual bill',
  developer: 'Developer API',
  leads: 'Leads',
  client_leads: 'Leads',
  wallet_top_up: 'Data Wallet top-up',
  campaign_top_up: 'Campaign top-up',
}

export const showDollars = (cents: number): string => dollars.format(dollarsFromCents(cents))

export type Facts = (say: Translate) => NonNullable<MailContent['facts']>

/** A payment's amount, purpose, invoice and card; with the link that opens the invoice, if it is given. */
export async function factsOf(tx: Tx, charge: ChargeRow, invoiceUrl?: string): Promise<Facts> {
  const { invoice, paidWith } = await describeCharge(tx, charge)
  return (say) => [
    [say('Amount'), dollars.format(dollarsFromCents(charge.amount_cents))],
    [say('For'), say(chargeKinds[charge.kind])],
    [say('Invoice'), invoice !== null && invoiceUrl ? { url: invoiceUrl, label: invoice } : (invoice ?? '')],
    [say('Card'), paidWith],
  ]
}

/** The people of a payer who get notices. */
export async function readPayersPeople(
  tx: Tx,
  charge: Pick<ChargeRow, 'agency_id' | 'client_id'>,
): Promise<{ email: string; language: Language }[]> {
  const { rows } = await tx.query<{ email: string; language: Language }>(
    `select email, coalesce(language, 'en') as language from app_user
      where agency_id = $1 and client_id is not distinct from $2 and status = 'active' and gets_notices
        and removed_at is null order by created_at, id limit 20`,
    [charge.agency_id, charge.client_id],
  )
  return rows
}

/**
 * Mails the people of a payer who get notices, in the payee's name: the agency's to its clients, the operator's to
 * agencies.
 */
export async function mailPayers(
  tx: Tx,
  platform: Platform,
  charge: Pick<ChargeRow, 'root_id' | 'agency_id' | 'client_id'>,
  write: (say: Translate, language: Language) => MailContent,
): Promise<void> {
  const agencyId = charge.client_id === null ? null : charge.agency_id
  for (const { email, language } of await readPayersPeople(tx, charge))
    await queueMail(tx, platform, {
      kind: 'money',
      to: { rootId: charge.root_id, agencyId, email, language },
      write: (say) => write(say, language),
    })
}

/** An invented payment's. */
export const sampleFacts = (say: Translate, invoiceUrl?: string): ReturnType<Facts> => [
  [say('Amount'), '$159.38'],
  [say('Invoice'), invoiceUrl ? { url: invoiceUrl, label: '2026-0007' } : '2026-0007'],
  [say('Card'), 'Visa •••• 4242'],
]
