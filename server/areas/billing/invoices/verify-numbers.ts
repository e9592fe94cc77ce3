import type { Book } from '#server/areas/ledger/book.ts'
import type { Tx } from '#server/platform/database/tx.ts'

/**
 * Verifies that invoices and credit notes are numbered without gaps: each issuer's series of a year begins with 1 and
 * has as many documents as the last number it gave. Returns findings that contain ids only.
 */
export async function verifyNumbers(tx: Tx, book: Book): Promise<string[]> {
  // On a cluster, the documents are on another node than their series, so both are read and compared here.
  return [
    ...findGaps('invoices', await readSeries(tx, book, invoicesText), await readSeries(tx, book, invoiceSeriesText)),
    ...findGaps(
      'credit notes',
      await readSeries(tx, book, creditNotesText),
      await readSeries(tx, book, creditNoteSeriesText),
    ),
  ]
}

interface Series {
  issuer: 'agency' | 'root'
  year: number
  /** How many documents there are, and the highest number: equal if none is missing. */
  count: number
  highest: number
}

const invoicesText = `
  select issuer, year, count(*)::int as count, max(number) as highest from invoice where agency_id = $1 group by 1, 2`
const invoiceSeriesText = `
  select issuer, year, last as count, last as highest from invoice_series where agency_id = $1`
const creditNotesText = `
  select issuer, year, count(*)::int as count, max(number) as highest
    from refund where agency_id = $1 and number is not null group by 1, 2`
const creditNoteSeriesText = `
  select issuer, year, last as count, last as highest from credit_note_series where agency_id = $1`

const readSeries = async (tx: Tx, { agencyId }: Book, text: string): Promise<Series[]> =>
  (await tx.query<Series>(text, [agencyId])).rows

function findGaps(documents: string, issued: readonly Series[], series: readonly Series[]): string[] {
  const nameOf = ({ issuer, year }: Series): string => `${documents} of ${year} issued by the ${issuer}`
  const lengthOf = ({ count, highest }: Series): string => `${count} up to ${highest}`
  const lengths = new Map(issued.map((one) => [nameOf(one), lengthOf(one)]))
  const lasts = new Map(series.map((one) => [nameOf(one), lengthOf(one)]))
  return [...new Set([...lengths.keys(), ...lasts.keys()])]
    .filter((name) => lengths.get(name) !== lasts.get(name))
    .sort()
    .map((name) => `${name} are not numbered without gaps`)
}
