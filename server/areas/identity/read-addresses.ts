import type { Readable } from 'node:stream'
import { maxRecords } from '#contract/identity/address-files.ts'
import { invalid } from '#server/platform/failure.ts'
import { readCsv, type CsvLine } from '#server/platform/read-csv.ts'
import { hashesOfEmail, isEmail } from './email-hashes.ts'

/** The hex hashes of an email address; if it was uploaded as a hash, only that one. */
export interface Address {
  md5: string
  sha1: string | null
  sha256: string | null
}

const limits = { line_bytes: 320, file_bytes: 5 * 1024 * 1024 }
const options = { delimiter: [',', ';', '\t'], max_record_size: limits.line_bytes }

/** A first line that is a column heading, not an address. */
const heading = /^(?:e-?mail(?:[ _-]?address)?|(?:e-?mail[ _-]?)?(?:md5|hash)|hem|address)$/i
const md5 = /^[0-9a-f]{32}$/i
/** What spreadsheets treat as the start of a formula, including full-width characters. */
const formula = /^[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/

/**
 * The distinct addresses in an uploaded CSV file, parsed as a stream: one email address or MD5 hash per record (R251).
 * Throws for the first invalid record, naming the field; always consumes the stream to its end.
 */
export const readAddresses = (stream: Readable, field: string): Promise<Address[]> =>
  readCsv(stream, { field, ...limits }, options, (lines) => collect(lines, field))

async function collect(lines: AsyncIterable<CsvLine>, field: string): Promise<Address[]> {
  const found = new Map<string, Address>()
  let records = 0
  for await (const { info, record } of lines) {
    const [text = '', ...more] = record.filter((cell) => cell !== '')
    if (text === '' || (records === 0 && more.length === 0 && heading.test(text))) continue
    if (more.length > 0) throw invalid(field, `Line ${info.lines} has more than one value.`)
    if (++records > maxRecords) throw invalid(field, 'The file has more than 10,000 records.')
    const address = addressOf(text)
    if (address === null)
      throw invalid(
        field,
        formula.test(text)
          ? `Line ${info.lines} contains a formula.`
          : `Line ${info.lines} is neither an email address nor an MD5 hash.`,
      )
    found.set(address.md5, found.get(address.md5)?.sha256 ? found.get(address.md5)! : address)
  }
  if (found.size === 0) throw invalid(field, 'The file has no email addresses or MD5 hashes.')
  return [...found.values()]
}

/** The distinct addresses of a call's `addresses`. Throws for the first invalid one, naming it. */
export function addressesIn(texts: readonly string[]): Address[] {
  const found = new Map<string, Address>()
  for (const [index, text] of texts.entries()) {
    const address = addressOf(text.trim())
    if (!address) throw invalid(`addresses.${index}`, 'This is neither an email address nor an MD5 hash.')
    if (!found.get(address.md5)?.sha256) found.set(address.md5, address)
  }
  return [...found.values()]
}

function addressOf(text: string): Address | null {
  if (md5.test(text)) return { md5: text.toLowerCase(), sha1: null, sha256: null }
  const email = text.toLowerCase()
  return isEmail(email) && !formula.test(email) ? hashesOfEmail(email) : null
}
