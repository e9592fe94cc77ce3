import { parsePhoneNumberFromString } from 'libphonenumber-js'
import { isBlankCell } from '#contract/core/csv-dialect.ts'
import { readEmailAddress } from '#contract/core/email-address.ts'
import { withoutInvisible } from '#contract/core/invisible.ts'
import { fieldsOf, keyFields, type KeyField, type ListFields } from '#contract/enrichment/columns.ts'
import { plainInformation } from '#contract/identity/advance-information.ts'
import { hashesOfEmail, spellingsOf } from '#server/areas/identity/email-hashes.ts'
import { readHash } from '#server/areas/identity/read-hash.ts'
import type { FoundPerson } from '#server/areas/identity/find-persons.ts'

/** How a row was matched, most reliable first. */
export type MatchKey = 'email' | 'md5' | 'sha1' | 'sha256' | 'phone' | 'lead'

/** The keys in a row that can identify a person: hex hashes, and the phone number as E.164. */
export interface RowKeys {
  hashes: [key: MatchKey, hash: string][]
  phone: string | null
}

type Cells = (field: string) => string

/** Reads a row's cells by field: from the user's mapping, otherwise by column names. */
export function readerOf({
  columns,
  fields,
}: {
  columns: readonly string[]
  fields: readonly string[] | null
}): (cells: readonly string[]) => Cells {
  const at = new Map<string, number>((fields ?? fieldsOf(columns)).map((field, column) => [field, column] as const))
  return (cells) => (field) => {
    const text = (cells[at.get(field) ?? -1] ?? '').replace(/^'(?=[=+\-@])/, '').trim()
    return isBlankCell(text) ? '' : text
  }
}

const readers: Readonly<Record<KeyField, (text: string) => string | null>> = {
  email: readEmailAddress,
  md5: (text) => readHash(text, 'md5'),
  sha1: (text) => readHash(text, 'sha1'),
  sha256: (text) => readHash(text, 'sha256'),
  phone: (text) => {
    const phone = parsePhoneNumberFromString(withoutInvisible(text), 'US')
    return phone?.isPossible() ? phone.number : null
  },
}

/** Invalid keys, such as a misspelled address, count as empty. */
export function keysOf(cell: Cells): RowKeys {
  const hashes: RowKeys['hashes'] = []
  const email = readers.email(cell('email'))
  for (const { sha256, md5 } of (email === null ? [] : spellingsOf(email)).map(hashesOfEmail))
    hashes.push(['email', sha256], ['email', md5])
  for (const key of ['md5', 'sha1', 'sha256'] as const) {
    const hash = readers[key](cell(key))
    if (hash !== null) hashes.push([key, hash])
  }
  return { hashes, phone: readers.phone(cell('phone')) }
}

/** How many keys of a list could not be read. */
export function countUnread(
  list: { columns: readonly string[]; rows: readonly string[][] },
  fields: ListFields | null,
): number {
  const readCells = readerOf({ columns: list.columns, fields })
  const isUnread = (cell: Cells, key: KeyField): boolean => cell(key) !== '' && readers[key](cell(key)) === null
  return list.rows.reduce((sum, row) => {
    const cell = readCells(row)
    return sum + keyFields.filter((key) => isUnread(cell, key)).length
  }, 0)
}

const personFields: Readonly<Record<string, (person: FoundPerson) => string | null>> = {
  first_name: ({ firstName }) => firstName,
  last_name: ({ lastName }) => lastName,
  email: ({ email }) => email,
  phone: ({ phone }) => phone,
  street: ({ street }) => street,
  city: ({ city }) => city,
  state: ({ state }) => state,
  zip: ({ zip }) => zip,
}

/** What can be added to a row, in the order of the download's columns. */
export const addedFields: readonly string[] = [...Object.keys(personFields), ...plainInformation]

/** What is known about a person that the row lacks: contact data and information. */
export function addedTo(
  cell: Cells,
  person: FoundPerson,
  information: ReadonlyMap<string, string> | undefined,
): Record<string, string> {
  const additions: Record<string, string> = {}
  for (const [field, valueOf] of Object.entries(personFields)) {
    const value = valueOf(person)
    if (value && cell(field) === '') additions[field] = value
  }
  return { ...additions, ...missingOf((kind) => cell(`trait.${kind}`) !== '', information) }
}

/** The non-sensitive kinds of information that are known and still missing. */
export function missingOf(
  has: (kind: string) => boolean,
  information: ReadonlyMap<string, string> | undefined,
): Record<string, string> {
  const kinds = plainInformation.filter((kind) => information?.has(kind) && !has(kind))
  return Object.fromEntries(kinds.map((kind) => [kind, information!.get(kind)!]))
}
