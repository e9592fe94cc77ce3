import type { Readable } from 'node:stream'
import { isBlankCell } from '#contract/core/csv-dialect.ts'
import { readEmailAddress } from '#contract/core/email-address.ts'
import { maxRecords } from '#contract/identity/address-files.ts'
import { invalid } from '#server/platform/failure.ts'
import { readCsv } from '#server/platform/csv-reading/read-csv.ts'
import type { CsvRecords } from '#server/platform/csv-reading/read-records.ts'
import { hashesOfEmail, spellingsOf } from './email-hashes.ts'
import { readHash } from './read-hash.ts'

/** The hex hashes of an email address; if it was uploaded as a hash, only that one. */
export interface Address {
  md5: string
  sha1: string | null
  sha256: string | null
}

const limits = { line_bytes: 320, file_bytes: 5 * 1024 * 1024 }

/** A first line that is a column heading, not an address. */
const heading = /^(?:e-?mail(?:[ _-]?address)?|(?:e-?mail[ _-]?)?(?:md5|hash)|hem|address)$/i

/**
 * The distinct addresses in an uploaded CSV file, parsed as a stream: one email address or MD5 hash per record (R251).
 * Throws for the first invalid record, naming the field; always consumes the stream to its end.
 */
export const readAddresses = (stream: Readable, field: string): Promise<Address[]> =>
  readCsv(stream, { field, ...limits, record_bytes: limits.line_bytes }, (records) => collect(records, field))

async function collect({ lines, delimiter }: CsvRecords, field: string): Promise<Address[]> {
  const addressOf = new Map<string, Address>()
  let records = 0
  // Of a file with several columns, the one whose heading says that it has addresses or hashes.
  let column = -1
  for await (const { info, record } of lines) {
    if (records === 0 && column === -1) {
      column = columnOf(record)
      if (column !== -1) continue
    }
    const cells = record.filter((cell) => cell !== '')
    const text = (column === -1 ? cells[0] : record[column]) ?? ''
    if (isBlankCell(text)) continue
    // A name with a comma in it stands before its address: `Doe, Jo <jo@example.com>`.
    const lineAddresses = addressesOf(text)
    const addresses =
      cells.length === 1 || (column !== -1 && lineAddresses.length > 0)
        ? lineAddresses
        : addressesOf(cells.join(delimiter))
    if (++records > maxRecords) throw invalid(field, 'The file has more than 10,000 records.')
    if (addresses.length === 0 && column === -1 && cells.length > 1)
      throw invalid(field, `Line ${info.lines} has more than one value.`)
    if (addresses.length === 0) throw invalid(field, `Line ${info.lines} is neither an email address nor an MD5 hash.`)
    add(addressOf, addresses)
  }
  if (addressOf.size === 0) throw invalid(field, 'The file has no email addresses or MD5 hashes.')
  return [...addressOf.values()]
}

/** Which column has the addresses or hashes, if the record has headings; else -1. */
function columnOf(record: readonly string[]): number {
  const byName = record.findIndex((cell) => /^e-?mail/i.test(cell) && heading.test(cell))
  if (byName !== -1) return byName
  // Beside others, this is where somebody lives.
  const isAlone = record.filter((cell) => cell !== '').length === 1
  return record.findIndex((cell) => heading.test(cell) && (isAlone || !/^address$/i.test(cell)))
}

/** The distinct addresses of a call's `addresses`. Throws for the first invalid one, naming it. */
export function addressesIn(texts: readonly string[]): Address[] {
  const addressOf = new Map<string, Address>()
  for (const [index, text] of texts.entries()) {
    const addresses = addressesOf(text)
    if (addresses.length === 0) throw invalid(`addresses.${index}`, 'This is neither an email address nor an MD5 hash.')
    add(addressOf, addresses)
  }
  return [...addressOf.values()]
}

/** What a text means: an address in every form that others may have hashed, or a hash. Empty for neither. */
function addressesOf(text: string): Address[] {
  const hash = readHash(text, 'md5')
  if (hash !== null) return [{ md5: hash, sha1: null, sha256: null }]
  const email = readEmailAddress(text)
  return email === null ? [] : spellingsOf(email).map(hashesOfEmail)
}

/** Keeps the address of which more hashes are known. */
function add(to: Map<string, Address>, addresses: readonly Address[]): void {
  for (const address of addresses) if (!to.get(address.md5)?.sha256) to.set(address.md5, address)
}
