import { Readable } from 'node:stream'
import type { downloadJournal } from '#contract/billing/journal.ts'
import type { CsvFormat } from '#contract/core/csv.ts'
import { sentences } from '#contract/core/sentences.ts'
import type { AccountKind } from '#server/areas/ledger/book.ts'
import { readTimeZone } from '#server/areas/tenants/time-zone-setting.ts'
import { csvLine, csvStart } from '#server/platform/csv.ts'
import { dateOf } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { invalid } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { endOfDate_ms, startOfDate_ms } from '#server/platform/local-dates.ts'
import { numberOf, type Numbered } from '../invoices/invoice-number.ts'
import { creditNoteOf } from '../refunds/refunds.ts'
import { operatorKinds, sharedKinds } from './journal-accounts.ts'
import { readJournalAccounts, type NameAccount } from './own-accounts.ts'

const maxDays = 366
const day_ms = 86_400_000
/** A month of a large book is read in seconds. */
const statementTimeout_ms = 60_000

interface Days {
  zone: string
  from: Date
  until: Date
}

/** Each entry is two lines, so that debits equal credits; leads of a day are one entry for each client. */
export const handleDownloadJournal: Handler<typeof downloadJournal> = async ({ params, query }, call) => {
  const { start, end } = params
  if (end < start) throw invalid('end', sentences.endBeforeStart)
  const zone = await call.inScope((tx) => readTimeZone(tx, call.caller.companyId))
  const days: Days = { zone, from: dateOf(startOfDate_ms(start, zone)), until: dateOf(endOfDate_ms(end, zone)) }
  if (days.until.getTime() - days.from.getTime() > (maxDays + 1) * day_ms)
    throw invalid('end', 'A journal has at most 366 days. Choose fewer days.')
  const agencyIds = await readBooks(call)
  const nameOf = await call.inScope((tx) => readJournalAccounts(tx, call.caller))
  return {
    fileName: `journal-${start}-${end}.csv`,
    contentType: 'text/csv; charset=utf-8',
    stream: Readable.from(csvOf(call, agencyIds, days, { format: query.format, nameOf })),
  }
}

/** An agency has one book, an operator those of all its agencies. */
async function readBooks({ caller, inScope: scoped }: SignedInCall): Promise<string[]> {
  if (caller.agencyId !== null) return [caller.agencyId]
  return scoped(async (tx) => {
    const { rows } = await tx.query<{ id: string }>(
      'select agency_id as id from ledger_book where root_id = $1 order by agency_id',
      [caller.rootId],
    )
    return rows.map(({ id }) => id)
  })
}

const head = ['Date', 'Entry', 'Account number', 'Account', 'Debit', 'Credit', 'Memo', 'Document']

interface Shape {
  format: CsvFormat
  nameOf: NameAccount
}

async function* csvOf(
  call: SignedInCall,
  agencyIds: readonly string[],
  days: Days,
  shape: Shape,
): AsyncGenerator<string> {
  yield csvStart(shape.format) + csvLine(head, shape.format)
  for (const agencyId of agencyIds) {
    const entries = await readEntries(call, agencyId, days)
    if (entries.length > 0) yield entries.map((entry) => linesOf(entry, call.caller.agencyId, shape)).join('')
  }
}

interface Entry {
  day: string
  id: string
  kind: string
  debit: AccountKind
  credit: AccountKind
  /** Whether it is on the operator's side of the book. */
  is_operators: boolean
  amount_e4: number
  payer: string
  reference_id: string | null
  /** The number of its invoice or credit note; empty without one. */
  document: string
}

/** Transfers of the side whose journal it is, by day, kind, client and document. */
function readEntries({ platform, caller }: SignedInCall, agencyId: string, days: Days): Promise<Entry[]> {
  const { rootId } = caller
  const isOperator = caller.agencyId === null
  return inScope(
    platform.appPool,
    isOperator ? { kind: 'root', rootId } : { kind: 'agency', rootId, agencyId },
    async (tx) => {
      const { rows } = await tx.query<Omit<Entry, 'document'>>(
        `select (t.created_at at time zone $4)::date::text as day, min(t.id::text) as id, t.kind, debit.kind as debit,
                credit.kind as credit, (debit.kind = any($5::text[]) or credit.kind = any($5::text[])) as is_operators,
                sum(t.amount_e4)::bigint as amount_e4, payer.name as payer,
                case when t.reference_kind <> 'lead' then t.reference_id end as reference_id
           from ledger_transfer t
           join ledger_account debit on debit.agency_id = $1 and debit.id = t.debit_account_id
           join ledger_account credit on credit.agency_id = $1 and credit.id = t.credit_account_id
           join company payer on payer.id = coalesce(t.client_id, $1::uuid)
          where t.agency_id = $1 and t.created_at >= $2 and t.created_at < $3
            and case when $6::boolean then debit.kind = any($5::text[]) or credit.kind = any($5::text[])
                else debit.kind <> all($5::text[]) and credit.kind <> all($5::text[])
                  or debit.kind = any($7::text[]) or credit.kind = any($7::text[]) end
          group by 1, 3, 4, 5, 6, 8, 9
          order by 1, 2`,
        [agencyId, days.from, days.until, days.zone, operatorKinds, isOperator, sharedKinds],
      )
      const documentOf = await readDocuments(tx, agencyId, rows)
      return rows.map((row) => ({ ...row, document: documentOf(row.reference_id) }))
    },
    { readOnly: true, statementTimeout_ms },
  )
}

type Numbering = Numbered & { id: string; is_note: boolean }

/** A statement of its own: on a cluster, transfers are with their agency and invoices on the coordinator. */
async function readDocuments(
  tx: Tx,
  agencyId: string,
  entries: readonly Pick<Entry, 'reference_id'>[],
): Promise<(id: string | null) => string> {
  const ids = [...new Set(entries.flatMap(({ reference_id }) => reference_id ?? []))]
  const { rows } = await tx.query<Numbering>(
    `select id, issuer, year, number, false as is_note from invoice where agency_id = $1 and id = any($2::uuid[])
      union all
     select id, issuer, year, number, true from refund where agency_id = $1 and id = any($2::uuid[]) and number is not null`,
    [agencyId, ids],
  )
  const numbers = new Map(rows.map((row) => [row.id, row.is_note ? creditNoteOf(row) : numberOf(row)]))
  return (id) => (id === null ? '' : (numbers.get(id) ?? ''))
}

function linesOf(entry: Entry, agencyId: string | null, { format, nameOf }: Shape): string {
  const { day, id, kind, payer, amount_e4, document } = entry
  // What the operator books as owed to it, its agency books as owed by itself.
  const isSwapped = agencyId !== null && entry.is_operators
  const [debit, credit] = isSwapped ? [entry.credit, entry.debit] : [entry.debit, entry.credit]
  const memo = `${memoOf(kind)} · ${payer}`
  const amount = amount_e4 / 10_000
  return (
    csvLine([day, id, ...nameOf(debit), amount, null, memo, document], format) +
    csvLine([day, id, ...nameOf(credit), null, amount, memo, document], format)
  )
}

/** `lead_retail_credit` as `Lead retail credit`. */
const memoOf = (kind: string): string => kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll('_', ' ')
