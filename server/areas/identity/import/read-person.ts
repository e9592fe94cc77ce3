import { parsePhoneNumberFromString } from 'libphonenumber-js'
import type { ImportField, ImportMapping, PersonField } from '#contract/identity/imports.ts'
import { hashesOfEmail, isEmail } from '../email-hashes.ts'
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
}

const hashLengths = { md5: 32, sha1: 40, sha256: 64 } as const
const hashNames = { md5: 'MD5', sha1: 'SHA-1', sha256: 'SHA-256' } as const

/** Converts a record to a person, or returns the field that is invalid. Problems never contain values. */
export function readPerson(record: CsvRecord, mapping: ImportMapping, row: number): ImportedPerson | RowProblem {
  const value = (field: ImportField): string => {
    const column = mapping[field]
    return column === undefined ? '' : (record[column] ?? '')
  }
  const problem = (field: string, message: string): RowProblem => ({ row, field, message })
  const tooLong = Object.keys(mapping).find((field) => value(field as ImportField).length > 255)
  if (tooLong) return problem(tooLong, 'is longer than 255 characters')
  const hashes = readHashes(record, mapping, row)
  if (!Array.isArray(hashes)) return hashes
  const email = value('email').toLowerCase()
  const phone = value('phone') ? parsePhoneNumberFromString(value('phone'), 'US') : null
  if (value('phone') && !phone?.isPossible()) return problem('phone', 'isn’t a valid phone number')
  const zip = value('zip').replace(/-\d{4}$/, '')
  if (zip && !/^\d{5}$/.test(zip)) return problem('zip', 'isn’t a five-digit ZIP code')
  const state = value('state').toUpperCase()
  if (state && !/^[A-Z]{2}$/.test(state)) return problem('state', 'isn’t a two-letter state')
  const read = readTraits(record, mapping, row)
  if (!('traits' in read)) return read
  return {
    row,
    externalId: value('external_id') || null,
    firstName: value('first_name'),
    lastName: value('last_name'),
    email: email || null,
    phoneE164: phone?.number ?? null,
    street: value('street') || null,
    city: value('city') || null,
    state: state || null,
    zip: zip || null,
    hashes,
    traits: read.traits,
  }
}

/** The hashes in a record, or the field that is invalid. */
export function readHashes(record: CsvRecord, mapping: ImportMapping, row: number): string[] | RowProblem {
  const value = (field: PersonField): string => record[mapping[field] ?? ''] ?? ''
  const problem = (field: string, message: string): RowProblem => ({ row, field, message })
  const email = value('email').toLowerCase()
  if (email && !isEmail(email)) return problem('email', 'is not a valid email address')
  for (const field of ['md5', 'sha1', 'sha256'] as const) {
    const hash = value(field)
    if (hash && !(hash.length === hashLengths[field] && /^[0-9a-f]+$/i.test(hash)))
      return problem(field, `isn’t a valid ${hashNames[field]} hash`)
  }
  const hashes = hashesOf(email, [value('md5'), value('sha1'), value('sha256')])
  return hashes.length > 0 ? hashes : problem('email', 'has no email address or hash')
}

/** All three hashes of the address, and those in the row. */
function hashesOf(email: string, given: string[]): string[] {
  const own = email ? Object.values(hashesOfEmail(email)) : []
  return [...new Set([...own, ...given.filter(Boolean).map((hash) => hash.toLowerCase())])]
}
