import { z } from 'zod'
import { managers } from '../core/access.ts'
import { csvFormat } from '../core/csv.ts'
import { id } from '../core/ids.ts'
import { operation } from '../core/operation.ts'
import { doneAnswer, line, localDate } from '../core/wire.ts'
import { sentences } from '../core/sentences.ts'

export const downloadJournal = operation({
  id: 'own',
  name: 'downloadJournal',
  area: 'billing',
  method: 'GET',
  path: '/billing/journal/{companyID}/{start}/{end}/csv',
  summary:
    'Downloads the ledger of some days as a journal for bookkeeping: of an agency from its own point of view, of the operator over all agencies. At most 366 days.',
  params: z.strictObject({ companyID: id, start: localDate, end: localDate }),
  query: z.strictObject({ format: csvFormat }),
  answer: z.string(),
  access: managers('settings.enable'),
  object: { kind: 'company', in: 'params', key: 'companyID' },
  transport: 'download',
  // It reads whole books.
  limits: [{ count: 20, perSeconds: 3600, by: 'user' }],
})

/** Every account of a journal, from whichever side. */
export const journalKinds = [
  'agency_payable',
  'root_revenue',
  'clearing',
  'root_bank',
  'wallet',
  'wallet_expired',
  'commission_cost',
  'commission_payable',
  'root_tax',
  'client_receivable',
  'agency_revenue',
  'agency_clearing',
  'agency_bank',
  'client_prepaid',
  'agency_tax',
  'rounding',
  'dispute_held',
  'dispute_lost',
  'gateway_fee',
] as const

/** As bookkeeping programs have them. */
const accountNumber = z
  .string()
  .trim()
  .regex(/^([A-Za-z0-9][A-Za-z0-9./-]{0,19})?$/, sentences.accountNumber)

const ownAccount = {
  kind: z.enum(journalKinds),
  number: accountNumber.meta({ description: 'Empty for none.' }),
  name: z.union([z.literal(''), line(80)]).meta({ description: 'Empty: the journal’s own name.' }),
}

const journalAccount = z.object({ ...ownAccount, usual_name: z.string() })
export type JournalAccount = z.output<typeof journalAccount>

const companyAccounts = { kind: 'company', in: 'params', key: 'companyID' } as const

export const listJournalAccounts = operation({
  id: 'own',
  name: 'listJournalAccounts',
  area: 'billing',
  method: 'GET',
  path: '/billing/journal/{companyID}/accounts',
  summary:
    'Lists the accounts of a company’s journal with the numbers and names that its own bookkeeping has for them.',
  params: z.strictObject({ companyID: id }),
  answer: z.object({ result: z.literal('success'), data: z.array(journalAccount) }),
  access: managers('settings.enable'),
  object: companyAccounts,
})

export const saveJournalAccounts = operation({
  id: 'own',
  name: 'saveJournalAccounts',
  area: 'billing',
  method: 'PUT',
  path: '/billing/journal/accounts',
  summary: 'Saves the numbers and names of the accounts of a company’s journal; what is left out has the usual ones.',
  body: z.strictObject({
    companyID: id,
    accounts: z
      .array(z.strictObject(ownAccount))
      .max(journalKinds.length)
      .refine((all) => new Set(all.map(({ kind }) => kind)).size === all.length, sentences.accountTwice)
      .refine((all) => hasOneName(all), sentences.accountNames),
  }),
  answer: doneAnswer,
  access: managers('settings.update'),
  object: { kind: 'company', in: 'body', key: 'companyID' },
})

/** Several of our accounts may be one of the bookkeeping's, but that one has one name. */
function hasOneName(all: readonly { number: string; name: string }[]): boolean {
  const names = new Map<string, string>()
  return all.every(({ number, name }) => {
    if (number === '' || name === '') return true
    const otherName = names.get(number)
    names.set(number, name)
    return otherName === undefined || otherName === name
  })
}
