import { parsePhoneNumberFromString } from 'libphonenumber-js'
import type { ImportMapping } from '#contract/identity/imports.ts'
import { readEmailAddress } from '#contract/core/email-address.ts'
import { withoutInvisible } from '#contract/core/invisible.ts'
import { zipFromCell } from '#contract/core/zip-code.ts'
import { hashesOfEmail, spellingsOf } from '../email-hashes.ts'
import { readHash } from '../read-hash.ts'
import { Cells, orMessage } from './read-cells.ts'
import type { CsvRecord } from './read-records.ts'
import { readTraits } from './read-traits.ts'
import type { RowProblem } from './row-problem.ts'

/** A person as a row describes them. Missing columns leave stored values unchanged. */
export interface ImportedPerson {
  row: number
  externalId: string | null
  firstName: string
  lastName: string
  email: string | null
  phoneE164: string | null
  street: string | null
  city: string | null
  state: string | null
  zip: string | null
  /** Hex hashes: those in the row and those of its email address. */
  hashes: string[]
  /** Further information, by name. */
  traits: Record<string, string>
  /** Values that count as empty because they cannot be read. */
  unread: RowProblem[]
}

const hashNames = { md5: 'MD5', sha1: 'SHA-1', sha256: 'SHA-256' } as const

const readAddress = orMessage(readEmailAddress, 'is not a valid email address')
export const readZip = orMessage(zipFromCell, 'isn’t a five-digit ZIP code')
const readState = orMessage(
  (text) => (/^[a-z]{2}$/i.test(text) ? text.toUpperCase() : null),
  'isn’t a two-letter state',
)
const readPhone = orMessage((text) => {
  const number = parsePhoneNumberFromString(withoutInvisible(text), 'US')
  return number?.isPossible() ? (number.number as string) : null
}, 'isn’t a valid phone number')

/** Converts a record to a person, or says what is wrong with its key. Problems never contain values. */
export function readPerson(record: CsvRecord, mapping: ImportMapping, row: number): ImportedPerson | RowProblem {
  const cells = new Cells(record, mapping, row)
  const keys = readKeys(cells)
  if ('message' in keys) return keys
  return {
    row,
    externalId: cells.text('external_id') || null,
    firstName: cells.text('first_name'),
    lastName: cells.text('last_name'),
    email: keys.email,
    phoneE164: cells.optional('phone', readPhone),
    street: cells.text('street') || null,
    city: cells.text('city') || null,
    state: cells.optional('state', readState),
    zip: cells.optional('zip', readZip),
    hashes: keys.hashes,
    traits: readTraits(cells, mapping),
    unread: cells.unread,
  }
}

/**
 * The address of a record and all hashes of it; or a problem if it has none that can be read. One of several keys may be
 * unreadable: then it counts as empty.
 */
export function readKeys(cells: Cells): { email: string | null; hashes: string[] } | RowProblem {
  const email = cells.optional('email', readAddress)
  const emailHashes = (email === null ? [] : spellingsOf(email)).flatMap((spelling) =>
    Object.values(hashesOfEmail(spelling)),
  )
  const givenHashes = (['md5', 'sha1', 'sha256'] as const).flatMap(
    (kind) =>
      cells.optional(
        kind,
        orMessage((text) => readHash(text, kind), `isn’t a valid ${hashNames[kind]} hash`),
      ) ?? [],
  )
  const hashes = [...new Set([...emailHashes, ...givenHashes])]
  const keys = ['email', 'md5', 'sha1', 'sha256']
  const unreadCell = cells.unread.find(({ field, message }) => keys.includes(field) && message !== 'holds no value')
  return hashes.length > 0 ? { email, hashes } : (unreadCell ?? cells.problem('email', 'has no email address or hash'))
}
