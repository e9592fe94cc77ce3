import { createDocument, heightOf, writeText, type PdfDocument, type TextPosition } from './write-text.ts'

export const dark = '#1d2229'
export const gray = '#5b6470'
const hairline = '#d9dde3'
const linkColor = '#1d4ed8'

/** What a page loses at its end to its number, in points. */
const footer = 30

export interface SheetOptions {
  title: string
  author: string
  language: string
  base: 'ltr' | 'rtl'
  createdAt?: Date
  size: 'LETTER' | 'A4'
  isWide: boolean
  margin: number
  color: string
}

type Structure = ReturnType<PdfDocument['struct']>

export type Style = Partial<Pick<TextPosition, 'size' | 'weight' | 'color' | 'atEnd'>>

/** A part of the width, in points from the start of the line: from the right in Arabic. */
export interface Place {
  from: number
  width: number
}

/**
 * Pages of one document, filled from the top. What is written is tagged for screen readers with its text in reading
 * order, because Arabic is drawn from the left; lines and colors are marked as decoration.
 */
export class Sheet {
  readonly document: PdfDocument
  readonly width: number
  readonly base: 'ltr' | 'rtl'
  readonly #options: SheetOptions
  readonly #root: Structure
  y: number

  private constructor(document: PdfDocument, options: SheetOptions) {
    this.document = document
    this.#options = options
    this.base = options.base
    this.width = document.page.width - 2 * options.margin
    this.y = options.margin
    this.#root = document.struct('Document')
    document.addStructure(this.#root)
    this.#band()
  }

  static async start(options: SheetOptions): Promise<Sheet> {
    const { title, author, language, createdAt, size, isWide } = options
    const document = await createDocument({
      size,
      layout: isWide ? 'landscape' : 'portrait',
      margin: 0,
      lang: language,
      // Page numbers say how many there are, which is known at the end.
      bufferPages: true,
      info: { Title: title, Author: author, ...(createdAt && { CreationDate: createdAt }) },
    })
    return new Sheet(document, options)
  }

  /** Where the text of a page ends. */
  get bottom(): number {
    return this.document.page.height - this.#options.margin - footer
  }

  /** Writes decoration: nothing of it is read aloud. */
  decorate(draw: (document: PdfDocument) => void): void {
    this.document.markContent('Artifact', { type: 'Layout' })
    draw(this.document)
    this.document.endMarkedContent()
  }

  #band(): void {
    this.decorate((document) => document.rect(0, 0, document.page.width, 6).fill(this.#options.color))
  }

  addPage(): void {
    this.document.addPage()
    this.#band()
    this.y = this.#options.margin
  }

  /** The left edge of a place. */
  xOf({ from, width }: Place): number {
    return this.#options.margin + (this.base === 'rtl' ? this.width - from - width : from)
  }

  heightOf(text: string, place: Place, { size = 10, weight = 400 }: Style = {}): number {
    return heightOf(this.document, text, { width: place.width, base: this.base, size, weight })
  }

  /** Writes at the current height without moving down. Returns where the next line would begin. */
  put(text: string, place: Place, style: Style = {}, tag = 'P', parent: Structure = this.#root): number {
    const { size = 10, weight = 400, color = dark, atEnd = false } = style
    if (text === '') return this.y
    let end = this.y
    const at = { x: this.xOf(place), y: this.y, width: place.width, base: this.base, size, weight, color, atEnd }
    const element = this.document.struct(tag, { actual: text }, () => {
      end = writeText(this.document, text, at)
    })
    parent.add(element)
    return end
  }

  /** Writes over a place and moves down, to a new page if this one is full. */
  write(text: string, style: Style = {}, tag = 'P', place: Place = { from: 0, width: this.width }): void {
    this.makeRoom(this.heightOf(text, place, style))
    this.y = this.put(text, place, style, tag)
  }

  /** Writes an address that opens when it is clicked, and moves down. */
  link(url: string): void {
    const place = { from: 0, width: this.width }
    const top = this.y
    const group = this.group('Link')
    this.y = this.put(url, place, { color: linkColor }, 'Span', group)
    // A string object is a text in the file; a plain one would be a name.
    const options = { structParent: group, Contents: new String(url) }
    this.document.link(this.xOf(place), top, this.width, this.y - top, url, options as object)
    group.end()
  }

  /** A picture with a text for those who cannot see it. */
  picture(bytes: Buffer, alt: string, box: Place & { height: number }): void {
    const { document, y } = this
    const x = this.xOf(box)
    this.#root.add(
      document.struct('Figure', { alt }, () => {
        document.image(bytes, x, y, {
          fit: [box.width, box.height],
          align: this.base === 'rtl' ? 'right' : undefined,
          valign: 'center',
        })
      }),
    )
  }

  /** Elements that belong together, such as a table with its rows; end it after the last one. */
  group(tag: string, parent: Structure = this.#root): Structure {
    const element = this.document.struct(tag)
    parent.add(element)
    return element
  }

  rule(): void {
    const { margin } = this.#options
    this.decorate((document) =>
      document
        .moveTo(margin, this.y)
        .lineTo(margin + this.width, this.y)
        .lineWidth(0.5)
        .stroke(hairline),
    )
  }

  /** Starts a new page if the rest of this one is too low. Returns whether it did. */
  makeRoom(height: number): boolean {
    if (this.y + height <= this.bottom || this.y <= this.#options.margin) return false
    this.addPage()
    return true
  }

  /** Numbers all pages, and ends the document. */
  end(name: string, pageText: (page: number, pages: number) => string): void {
    const { count } = this.document.bufferedPageRange()
    const style = { size: 8, color: gray }
    for (let page = 0; page < count; page++) {
      this.document.switchToPage(page)
      const at = { y: this.bottom + footer - 12, base: this.base, ...style }
      const [start, rest] = [
        { from: 0, width: this.width * 0.7 },
        { from: this.width * 0.7, width: this.width * 0.3 },
      ]
      this.document.markContent('Artifact', { type: 'Pagination' })
      writeText(this.document, name, { ...at, x: this.xOf(start), width: start.width })
      writeText(this.document, pageText(page + 1, count), { ...at, x: this.xOf(rest), width: rest.width, atEnd: true })
      this.document.endMarkedContent()
    }
    this.#root.end()
    this.document.end()
  }
}
