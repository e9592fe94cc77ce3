import type { Language } from '#contract/core/language.ts'
import { translateAll, translatorOf } from '#server/platform/translate.ts'

/** The texts of invoices and credit notes. `{number}` is a document number. */
const texts = {
  invoice: 'Invoice',
  creditNote: 'Credit note',
  number: 'Number',
  issued: 'Issued',
  due: 'Due',
  period: 'Period',
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
  taxNumber: 'Tax number',
  taxExempt: 'No tax is charged',
  toPay: 'To pay',
  paid: 'Paid',
  paidOn: 'Paid on',
  paidWith: 'Paid with',
  byHand: 'Outside the platform',
  isOverdue: 'Overdue',
  isCredited: 'Fully credited',
  invoiceAmount: 'Invoice amount',
  amountPaid: 'Amount paid',
  refunded: 'Refunded',
  ofInvoice: 'Of invoice',
  reason: 'Reason',
  credited: 'Credited',
  isVoid: 'Not valid',
  receipt: 'Receipt',
  statement: 'Statement',
  date: 'Date',
  payment: 'Payment',
  paidBack: 'Paid back',
  writtenOff: 'Written off',
  opening: 'Opening balance',
  closing: 'Closing balance',
  charged: 'Charged',
  paidOrCredited: 'Paid or credited',
  balance: 'Balance',
  nothingDue: 'Nothing due',
  void: 'This credit note is void: the refund did not arrive.',
  leads: 'Leads',
  client_leads: 'Leads',
  wallet_top_up: 'Data Wallet top-up',
  campaign_top_up: 'Campaign top-up',
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
} as const
export type DocumentWords = Readonly<Record<keyof typeof texts, string>>

export const documentWordsIn = async (language: Language): Promise<DocumentWords> =>
  translateAll(texts, await translatorOf(language, 'invoice'))

/** How an open invoice is paid. */
export const wayToPay = async (language: Language, host: string, email: string): Promise<string> => {
  const say = await translatorOf(language, 'invoice')
  return host === ''
    ? say('Questions about this document? Write to {email}.', { email })
    : say('To pay, sign in at {host}. Questions? Write to {email}.', { host, email })
}
