import { z } from 'zod'
import { statementMonth } from '../billing/papers.ts'
import { managers } from '../core/access.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { doneAnswer, localDate } from '../core/wire.ts'

/** Dollars by how long they have been due: the payer’s calendar decides, and an invoice is due on the day it is issued. */
const aging = {
  /** Booked and not charged yet; below zero what the payer has paid ahead. */
  unbilled: z.number(),
  /** Due today. */
  current: z.number(),
  days_1_30: z.number(),
  days_31_60: z.number(),
  over_60: z.number(),
  /** The sum of these: what the ledger says is open. */
  total: z.number(),
}

const receivable = z.object({
  company_id: id,
  company_name: z.string(),
  ...aging,
  /** The payer’s local date of the last reminder; null if there was none. */
  reminded_on: localDate.nullable(),
})
export type Receivable = z.output<typeof receivable>

const params = z.strictObject({ companyID: id })
const company = { kind: 'company', in: 'params', key: 'companyID' } as const

export const listReceivables = operation({
  id: 'own',
  name: 'listReceivables',
  area: 'payments',
  method: 'GET',
  path: '/payment/receivables/{companyID}',
  summary: 'Lists what an agency’s clients, or the operator’s agencies, owe by age, the largest amounts first.',
  params,
  query: pageQuery,
  answer: pageOf(receivable).extend({ sums: z.object(aging) }),
  access: managers('settings.enable'),
  object: company,
})

export const downloadStatements = operation({
  id: 'own',
  name: 'downloadStatements',
  area: 'payments',
  method: 'GET',
  path: '/payment/receivables/{companyID}/statements/{month}/zip',
  summary: 'Downloads the month’s statements of all payers who owe something, as PDFs in one ZIP file.',
  params: z.strictObject({ companyID: id, month: statementMonth }),
  answer: z.string(),
  access: managers('settings.enable'),
  object: company,
  transport: 'download',
})

const payees = {
  rootSystem: { reach: ['below'] },
  rootAdmin: { reach: ['below'], permission: 'settings.update' },
  agencyOwner: { reach: ['below'] },
} as const

export const remindPayer = operation({
  id: 'own',
  name: 'remindPayer',
  area: 'payments',
  method: 'POST',
  path: '/payment/receivables/remind',
  summary: 'Reminds a payer of its open charges by mail, at most once a day.',
  body: z.strictObject({ companyID: id }),
  answer: doneAnswer,
  errors: ['conflict'],
  access: payees,
  object: { kind: 'company', in: 'body', key: 'companyID' },
})
