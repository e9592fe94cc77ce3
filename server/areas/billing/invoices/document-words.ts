import type { Language } from '#contract/core/language.ts'
import { translateAll, translatorOf } from '#server/platform/translate.ts'

/** The texts of invoices and credit notes. `{number}` is a document number. */
const texts = {
  invoice: 'Invoice',
  creditNote: 'Credit note',
  number: 'Number',
  issued: 'Issued',
  from: 'From',
  to: 'To',
  periodEnd: 'Leads up to',
  description: 'Description',
  quantity: 'Quantity',
  unitPrice: 'Price',
  amount: 'Amount',
  deducted: 'Paid or invoiced earlier',
  net: 'Before tax',
  total: 'With tax',
  ofThatTax: 'Of that tax',
  sellerTaxNumber: 'Seller’s tax number',
  payerTaxNumber: 'Payer’s tax number',
  taxExempt: 'No tax is charged',
  toPay: 'To pay',
  paid: 'Paid',
  paidWith: 'Paid with',
  refunded: 'Refunded',
  ofInvoice: 'Of invoice',
  reason: 'Reason',
  credited: 'Credited',
  void: 'This credit note is void: the refund did not arrive.',
  leads: 'Leads',
  enrichment: 'Enriched list',
  minimum_spend: 'Adjustment to minimum spend',
  onboarding: 'Onboarding charge',
  developer: 'Developer API',
  manual_bill: 'Manual bill',
  platform_fee: 'Platform fee',
  lead_minimum: 'Adjustment to monthly minimum',
  earlier_leads: 'Leads from earlier months whose client payment failed',
  earlier_balance: 'Balance from earlier invoices',
  leftOverBy: 'Carried over from',
  requested: 'Requested by the payer',
  duplicate: 'Duplicate charge',
  mistake: 'Wrong amount',
  quality: 'Poor lead quality',
  currency: 'All amounts are in US dollars.',
  page: 'Page',
} as const
export type DocumentWords = Readonly<Record<keyof typeof texts, string>>

export const documentWordsIn = async (language: Language): Promise<DocumentWords> =>
  translateAll(texts, await translatorOf(language, 'invoice'))
