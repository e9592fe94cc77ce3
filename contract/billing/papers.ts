import { z } from 'zod'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { sentences } from '../core/sentences.ts'
import { payersAndPayees } from './charges.ts'

const company = { kind: 'company', in: 'params', key: 'companyID' } as const

export const downloadReceipt = operation({
  id: 'own',
  name: 'downloadReceipt',
  area: 'billing',
  method: 'GET',
  path: '/billing/receipts/{companyID}/{chargeId}/pdf',
  summary: 'Downloads the receipt of a payment as PDF, in the payer’s language and the seller’s brand.',
  params: z.strictObject({ companyID: id, chargeId: id }),
  answer: z.string(),
  access: payersAndPayees,
  object: company,
  transport: 'download',
})

/** A month of the payer's calendar. */
export const statementMonth = z.string().regex(/^(20\d\d|2100)-(0[1-9]|1[0-2])$/, sentences.month)

export const downloadStatement = operation({
  id: 'own',
  name: 'downloadStatement',
  area: 'billing',
  method: 'GET',
  path: '/billing/statements/{companyID}/{month}/pdf',
  summary: 'Downloads a month’s statement of a payer as PDF: what was charged, paid and credited, and what is open.',
  params: z.strictObject({ companyID: id, month: statementMonth }),
  answer: z.string(),
  access: payersAndPayees,
  object: company,
  transport: 'download',
})
