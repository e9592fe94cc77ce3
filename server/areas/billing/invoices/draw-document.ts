import type { Readable } from 'node:stream'
import { readPaperBrand } from '#server/areas/branding/read-paper-brand.ts'
import { drawPaper, type Paper, type PaperPart } from '#server/platform/pdf/draw-paper.ts'
import type { Parties } from '../papers/read-parties.ts'
import { documentWordsIn, type DocumentWords } from './document-words.ts'

/** A table line: title, quantity, price and amount. */
interface DocumentLine {
  text: string
  quantity: string
  price: string
  amount: string
  /** Details below the line. */
  parts?: readonly string[]
}

type Rows = readonly (readonly [label: string, value: string])[]

/** The content of an invoice, credit note or receipt, with all texts already in its language. */
export interface PaperDocument {
  title: string
  number: string
  issuedAt: Date
  parties: Parties
  /** Names and tax numbers as of the document. */
  seller: { name: string; taxNumber: string }
  payer: { name: string; taxNumber: string }
  stamp?: Paper['stamp']
  facts: Rows
  lines: readonly DocumentLine[]
  /** Totals below the lines; the last one is the result. */
  sums: Rows
  notes: readonly string[]
  /** Where it is paid; absent if nothing is left to pay. */
  payAt?: string | undefined
}

/** Draws a document between a seller and a payer, in the seller’s brand. Streamed once its last page is known. */
export async function drawDocument(document: PaperDocument): Promise<Readable> {
  const { title, number, issuedAt, parties, stamp } = document
  const words = await documentWordsIn(parties.language)
  return drawPaper({
    title,
    number,
    language: parties.language,
    createdAt: issuedAt,
    size: parties.size,
    brand: await readPaperBrand(parties.look),
    ...(stamp && { stamp }),
    parts: partsOf(document, words),
  })
}

/** Who sends a document to whom, with addresses. */
export function partiesPart(
  parties: Parties,
  seller: PaperDocument['seller'],
  payer: PaperDocument['payer'],
  words: DocumentWords,
): PaperPart {
  const taxLineOf = ({ taxNumber }: { taxNumber: string }): string =>
    taxNumber === '' ? '' : `${words.taxNumber} ${taxNumber}`
  return {
    kind: 'parties',
    parties: [
      {
        label: words.from,
        lines: [seller.name, ...parties.seller.address, parties.seller.email, taxLineOf(seller)],
      },
      { label: words.to, lines: [payer.name, ...parties.payer.address, taxLineOf(payer)] },
    ],
  }
}

function partsOf(
  { parties, seller, payer, facts, lines, sums, notes, payAt }: PaperDocument,
  words: DocumentWords,
): PaperPart[] {
  const { description, quantity, unitPrice, amount } = words
  const hasPrices = lines.some(({ price }) => price !== '')
  return [
    { kind: 'facts', facts },
    partiesPart(parties, seller, payer, words),
    {
      kind: 'table',
      head: hasPrices ? [description, quantity, unitPrice, amount] : [description, amount],
      rows: lines.map((line) => ({
        cells: hasPrices ? [line.text, line.quantity, line.price, line.amount] : [line.text, line.amount],
        details: line.parts ?? [],
      })),
    },
    { kind: 'sums', sums },
    ...(payAt === undefined ? [] : [{ kind: 'link' as const, text: words.payHere, url: payAt }]),
    ...notes.map((text) => ({ kind: 'text' as const, text })),
    { kind: 'text', text: words.currency, isQuiet: true },
  ]
}
