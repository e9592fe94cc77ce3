import type { Readable } from 'node:stream'
import { setImmediate as breathe } from 'node:timers/promises'
import { directionOf, type Language } from '#contract/core/language.ts'
import { createDocument, writeText, type PdfDocument } from '#server/platform/pdf/write-text.ts'
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

/** The content of an invoice or credit note, with all texts already in its language. */
export interface PaperDocument {
  title: string
  number: string
  language: Language
  issuedAt: Date
  seller: { name: string; color: string }
  facts: readonly (readonly [label: string, value: string])[]
  lines: readonly DocumentLine[]
  /** Totals below the lines; the last one is the final amount. */
  sums: readonly (readonly [label: string, amount: string])[]
  note: string
}

const dark = '#1d2229'
const gray = '#5b6470'
const hairline = '#d9dde3'
const margin = 56
const gap = 6
const bottom = 70

/** Column widths as fractions of the width, from the start of the line. */
const shares = [0.52, 0.14, 0.16, 0.18] as const

/** Draws the document with the seller’s name and color, on as many pages as needed. Streamed while it is made. */
export async function drawDocument(paper: PaperDocument): Promise<Readable> {
  const document = await createDocument({
    margin: 0,
    lang: paper.language,
    info: { Title: `${paper.title} ${paper.number}`, Author: paper.seller.name, CreationDate: paper.issuedAt },
  })
  const file = document as unknown as Readable
  new Pen(document, paper, await documentWordsIn(paper.language)).draw().then(
    () => document.end(),
    (error: Error) => file.destroy(error),
  )
  return file
}

/** A line takes a millisecond or two and an agency's invoice has hundreds, so yield to other requests in between. */
const linesAtOnce = 10

class Pen {
  readonly #document: PdfDocument
  readonly #paper: PaperDocument
  readonly #words: DocumentWords
  readonly #base: 'ltr' | 'rtl'
  readonly #width: number
  #y = 0
  #pages = 1

  constructor(document: PdfDocument, paper: PaperDocument, words: DocumentWords) {
    this.#document = document
    this.#paper = paper
    this.#words = words
    this.#base = directionOf(paper.language)
    this.#width = document.page.width - 2 * margin
  }

  async draw(): Promise<void> {
    const { title, number, seller, facts, lines, sums, note } = this.#paper
    this.#band()
    this.#y = 48
    this.#write(seller.name, { size: 15, weight: 600 })
    this.#y += 24
    this.#write(`${title} ${number}`, { size: 24, weight: 600 })
    this.#y += 10
    for (const [label, value] of facts.filter(([, text]) => text !== '')) this.#fact(label, value)
    this.#y += 14
    if (lines.length > 0) await this.#table(lines)
    for (const [at, [label, amount]] of sums.entries()) this.#sum(label, amount, at === sums.length - 1)
    this.#y += 16
    if (note !== '') this.#write(note, { size: 10.5 })
    this.#write(this.#words.currency, { size: 9, color: gray })
  }

  /** Writes over the full width and moves down. */
  #write(text: string, { size = 10.5, weight = 400 as 400 | 600, color = dark }): void {
    this.#y = writeText(this.#document, text, {
      x: margin,
      y: this.#y,
      width: this.#width,
      base: this.#base,
      size,
      weight,
      color,
    })
  }

  #band(): void {
    const { page } = this.#document
    this.#document.rect(0, 0, page.width, 12).fill(this.#paper.seller.color)
    this.#document.rect(0, page.height - 6, page.width, 6).fill(this.#paper.seller.color)
  }

  /** Starts a new page if a row of this height doesn't fit. */
  #makeRoom(height: number): void {
    if (this.#y + height <= this.#document.page.height - bottom) return
    this.#document.addPage({ size: 'A4', margin: 0 })
    this.#pages += 1
    this.#band()
    this.#y = 40
    this.#write(`${this.#paper.title} ${this.#paper.number} · ${this.#words.page} ${this.#pages}`, {
      size: 9,
      color: gray,
    })
    this.#y += 10
  }

  #rule(): void {
    this.#document
      .moveTo(margin, this.#y)
      .lineTo(margin + this.#width, this.#y)
      .lineWidth(0.5)
      .stroke(hairline)
    this.#y += 6
  }

  #fact(label: string, value: string): void {
    const y = this.#y
    const labelEnd = this.#cell(label, { from: 0, share: 0.26, color: gray })
    this.#y = y
    const valueEnd = this.#cell(value, { from: 0.26, share: 0.74 })
    this.#y = Math.max(labelEnd, valueEnd) + 2
  }

  /** Writes in a part of the width, measured from the start of the line. Returns the position of the next line. */
  #cell(text: string, { from, share, atEnd = false, weight = 400 as 400 | 600, color = dark }: CellPlace): number {
    const isRtl = this.#base === 'rtl'
    const leftEdge = margin + this.#width * (isRtl ? 1 - from - share : from)
    // The gap between columns goes where nothing is printed, so that numbers align with the rule below them.
    const x = isRtl === atEnd ? leftEdge : leftEdge + gap
    const place = { x, y: this.#y, width: share * this.#width - gap, base: this.#base, atEnd }
    return writeText(this.#document, text, { ...place, size: 10.5, weight, color })
  }

  #row(cells: readonly string[], style: Pick<CellPlace, 'weight' | 'color'> = {}): void {
    const y = this.#y
    let from = 0
    let end = y
    for (const [at, share] of shares.entries()) {
      this.#y = y
      end = Math.max(end, this.#cell(cells[at]!, { from, share, atEnd: at > 0, ...style }))
      from += share
    }
    this.#y = end + 4
  }

  async #table(lines: readonly DocumentLine[]): Promise<void> {
    const { description, quantity, unitPrice, amount } = this.#words
    this.#row([description, quantity, unitPrice, amount], { color: gray })
    this.#rule()
    for (const [index, line] of lines.entries()) {
      this.#makeRoom(60)
      this.#row([line.text, line.quantity, line.price, line.amount])
      for (const part of line.parts ?? []) {
        this.#makeRoom(24)
        this.#row([part, '', '', ''], { color: gray })
      }
      this.#rule()
      if (index % linesAtOnce === 0) await breathe()
    }
  }

  #sum(label: string, amount: string, isLast: boolean): void {
    this.#makeRoom(24)
    const weight = isLast ? 600 : 400
    const y = this.#y
    this.#cell(label, { from: 0.3, share: 0.5, atEnd: true, weight, color: isLast ? dark : gray })
    this.#y = y
    this.#y = this.#cell(amount, { from: 0.8, share: 0.2, atEnd: true, weight }) + 3
  }
}

interface CellPlace {
  from: number
  share: number
  /** Whether it is aligned to the end of its column. */
  atEnd?: boolean
  weight?: 400 | 600
  color?: string
}
