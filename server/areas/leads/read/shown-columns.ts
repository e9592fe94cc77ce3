import { leadColumnsFor, usualLeadColumns, type LeadColumnName } from '#contract/leads/lead-columns.ts'
import { matchKeyText } from '#contract/leads/match-words.ts'
import type { Text } from '#i18n/arabic.ts'
import type { CsvValue } from '#server/platform/csv.ts'
import type { Translate } from '#server/platform/translate.ts'
import type { MatchKey } from '../resolve/batch.ts'
import { fileSql } from './lead-fields.ts'

type FieldName = Parameters<typeof fileSql>[0]
type Kind = 'text' | 'phone' | 'time' | 'dollars' | 'share' | 'status' | 'match' | 'type'

/** A column of a file made for people. */
interface ShownField {
  label: Text
  kind: Kind
  of: FieldName
}

const field = (label: Text, of: FieldName, kind: Kind = 'text'): ShownField => ({ label, of, kind })

/** What each column of the list shows. One that shows two lines is a column for each. */
const fieldsOf: Readonly<Record<LeadColumnName, readonly ShownField[]>> = {
  name: [
    field('First name', 'firstName'),
    field('Last name', 'lastName'),
    field('City', 'city'),
    field('State', 'state'),
    field('Type', 'kind', 'type'),
  ],
  contact: [field('Email', 'email'), field('Phone', 'phone', 'phone')],
  status: [field('Status', 'status', 'status'), field('Tags', 'tags')],
  assignee: [field('Assignee', 'assigneeName'), field('Next action', 'nextActionDate')],
  campaign: [field('Campaign', 'campaignName'), field('Client', 'clientName')],
  sure: [field('Match', 'confidence', 'share')],
  price: [field('Price', 'retailPrice_e4', 'dollars')],
  found: [field('Captured', 'createdAt', 'time')],
  email: [field('Email', 'email')],
  phone: [field('Phone', 'phone', 'phone')],
  street: [field('Street', 'street')],
  city: [field('City', 'city')],
  state: [field('State', 'state')],
  zip: [field('ZIP code', 'zip')],
  page: [field('Page', 'pageUrl')],
  matched: [field('Matched by', 'matchKey', 'match')],
  client: [field('Client', 'clientName')],
  wholesale: [field('Wholesale price', 'wholesalePrice_e4', 'dollars')],
  converted: [field('Converted', 'convertedAt', 'time')],
  tags: [field('Tags', 'tags')],
  // Its text is in no file, like a note's: only the day.
  next: [field('Next action', 'nextActionDate')],
  value: [field('Value', 'value_cents', 'dollars')],
}

/** The fields of a reader's columns in their order, each once; clients have no column that names their client. */
function fieldsFor(columns: string, isForClient: boolean): ShownField[] {
  const names = leadColumnsFor(isForClient)
  const choice = columns.split(',').flatMap((name) => names.find((one) => one === name) ?? [])
  const all = (choice.length > 0 ? choice : usualLeadColumns).flatMap((name) => fieldsOf[name])
  const usedFields = new Set<string>()
  return all.filter(({ of }) => {
    if (usedFields.has(of) || (isForClient && of === 'clientName')) return false
    usedFields.add(of)
    return true
  })
}

export interface ShownColumns {
  /** For the head and the SQL of a file. */
  fields: { name: string; sql: string; kind: Kind }[]
  /** The values of a row, from the texts of its fields. */
  valuesOf: (texts: readonly string[]) => CsvValue[]
}

export interface ShownOptions {
  columns: string
  timeZone: string
  isForClient: boolean
  say: Translate
  /** Names of the agency's statuses by their keys, in the reader's language. */
  statuses: ReadonlyMap<string, string>
}

/** The columns of a file made for people, in their language and time zone. */
export function shownColumns({ columns, timeZone, isForClient, say, statuses }: ShownOptions): ShownColumns {
  const shownFields = fieldsFor(columns, isForClient)
  const local = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  const readers: Readonly<Record<Kind, (text: string) => CsvValue>> = {
    text: (text) => text,
    phone: (phone) => ({ phone }),
    time: (text) => local.format(new Date(text)),
    dollars: Number,
    share: (text) => Math.round(Number(text) * 1_000) / 1_000,
    status: (key) => statuses.get(key) ?? key,
    match: (key) => say(matchKeyText(key === '' ? null : (key as MatchKey))),
    type: (kind) => say(kind === 'test' ? 'Test lead' : 'Lead'),
  }
  return {
    fields: shownFields.map(({ label, of, kind }) => ({
      name: kind === 'time' ? `${say(label)} (${timeZone})` : say(label),
      sql: fileSql(of, isForClient),
      kind,
    })),
    valuesOf: (texts) =>
      shownFields.map(({ kind }, n) => {
        const text = texts[n]!
        // A test lead was matched by nobody, which has words of its own.
        return text === '' && kind !== 'match' ? null : readers[kind](text)
      }),
  }
}
