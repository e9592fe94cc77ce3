import type { InvoiceLine } from '#contract/billing/invoices.ts'
import { msg, type Text } from '../../i18n/texts.tsx'

/** Names of the kinds of invoice lines. */
export const lineKinds: Readonly<Record<InvoiceLine['kind'], Text>> = {
  leads: msg('Leads'),
  enrichment: msg('Enriched list'),
  minimum_spend: msg('Adjustment to minimum spend'),
  onboarding: msg('Onboarding charge'),
  developer: msg('Developer API'),
  manual_bill: msg('Manual bill'),
  platform_fee: msg('Platform fee'),
  lead_minimum: msg('Adjustment to monthly minimum'),
  earlier_balance: msg('Balance from earlier invoices'),
  earlier_leads: msg('Leads from earlier months whose client payment failed'),
}
