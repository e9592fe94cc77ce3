import { createRequire } from 'node:module'
import type PDFDocument from 'pdfkit'
import { inVisualOrder, linesOf, orderOf, wordsOf, type Face, type Word } from './lay-out-words.ts'

export type PdfDocument = InstanceType<typeof PDFDocument>

type Weight = 400 | 600

const faces: readonly Face[] = ['latin', 'latin-ext', 'arabic']
const fontName = (face: Face, weight: Weight): string => `${face}-${weight}`
const { resolve } = createRequire(import.meta.url)

/**
 * A new tagged document that embeds the product's fonts; the file only contains the letters that are used. The library
 * is loaded with the first one: its tables of letters would take a tenth of every start.
 */
export async function createDocument(options: Omit<PDFKit.PDFDocumentOptions, 'displayTitle'>): Promise<PdfDocument> {
  const { default: PDFDocument } = await import('pdfkit')
  const document = new PDFDocument({ displayTitle: true, tagged: true, pdfVersion: '1.7', ...options })
  for (const face of faces) {
    for (const weight of [400, 600] as const) {
      const file = `@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-${face}-${weight}-normal.woff`
      document.registerFont(fontName(face, weight), resolve(file))
    }
  }
  return document
}

export interface TextPosition {
  x: number
  y: number
  width: number
  size: number
  color: string
  weight?: Weight
  /** The reading direction, which determines where lines start. */
  base: 'ltr' | 'rtl'
  /** Aligns lines to the end: for figures in a column. */
  atEnd?: boolean
}

/** The distance between two baselines, in font sizes. */
const lineHeights = 1.5

type Measures = Pick<TextPosition, 'width' | 'size' | 'base' | 'weight'>

/** How high a text gets when it is written. */
export const heightOf = (document: PdfDocument, text: string, measures: Measures): number =>
  layOut(document, text, measures).lines.length * measures.size * lineHeights

/** How wide a text is on one line. */
export function widthOf(document: PdfDocument, text: string, measures: Omit<Measures, 'width'>): number {
  const { lines, widthOfLine } = layOut(document, text, { ...measures, width: Number.POSITIVE_INFINITY })
  return lines[0] ? widthOfLine(lines[0]) : 0
}

function layOut(document: PdfDocument, text: string, { width, size, base, weight = 400 }: Measures) {
  const useFace = (face: Face): PdfDocument => document.font(fontName(face, weight)).fontSize(size)
  const widthOfWord = (word: Word): number =>
    word.pieces.reduce((sum, piece) => sum + useFace(piece.face).widthOfString(piece.text), 0)
  const blank = useFace('latin').widthOfString(' ')
  // A word is broken only if no line could hold it.
  const order = orderOf(text, base)
  let words = wordsOf(text, order, 255)
  for (let most = 48; most > 1 && words.some((word) => widthOfWord(word) > width); most = Math.floor(most * 0.8))
    words = wordsOf(text, order, most)
  const widthOfLine = (line: readonly Word[]): number =>
    line.reduce((sum, word) => sum + widthOfWord(word), blank * (line.length - 1))
  return { useFace, order, widthOfLine, blank, lines: linesOf(words, width, blank, widthOfWord) }
}

/** Writes a text in lines, mixed Arabic and Latin. Returns where the next line would begin. */
export function writeText(document: PdfDocument, text: string, position: TextPosition): number {
  const { x, width, size, base, atEnd = false } = position
  const { useFace, order, widthOfLine, blank, lines } = layOut(document, text, position)
  document.fillColor(position.color)
  let { y } = position
  for (const line of lines) {
    let at = (base === 'rtl') === atEnd ? x : x + width - widthOfLine(line)
    for (const word of inVisualOrder(line, order)) {
      for (const piece of word.pieces) {
        // On one baseline, whatever the fonts' own heights are.
        useFace(piece.face).text(piece.text, at, y + size, { lineBreak: false, baseline: 'alphabetic' })
        at += document.widthOfString(piece.text)
      }
      at += blank
    }
    y += size * lineHeights
  }
  return y
}
