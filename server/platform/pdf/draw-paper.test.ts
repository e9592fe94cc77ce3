import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { readPdf } from '#server/test/read-pdf.ts'
import { drawPaper, type Paper } from './draw-paper.ts'
import { paperSizeOf } from './paper-size.ts'

const paper = (over: Partial<Paper> = {}): Paper => ({
  title: 'Invoice',
  number: '2026-0001',
  language: 'en',
  size: 'LETTER',
  brand: { name: 'Acme', color: '#0f766e', logo: null },
  parts: [],
  ...over,
})
const table = (count: number): Paper['parts'] => [
  {
    kind: 'table',
    head: ['Description', 'Amount'],
    rows: Array.from({ length: count }, (_, n) => ({ cells: [`Leads ${n}`, '$1.25'] })),
  },
]
const fileOf = async (over: Partial<Paper>): Promise<{ file: string; text: string }> => {
  const bytes = await buffer(await drawPaper(paper(over)))
  return { file: bytes.toString('latin1'), text: readPdf(bytes).replaceAll('\n', ' ') }
}
const countOf = (text: string, part: string): number => text.split(part).length - 1

describe('a paper', () => {
  test('numbers its pages, and repeats the heading of a table on each', async () => {
    const { file, text } = await fileOf({ parts: table(100) })
    const pages = countOf(file, '/Type /Page\n')
    expect(pages).toBeGreaterThan(2)
    for (let page = 1; page <= pages; page++) expect(text).toContain(`Page ${page} of ${pages}`)
    expect(countOf(text, 'Description Amount')).toBe(pages)
  })

  test('is tagged, with its language, its title, and texts in reading order', async () => {
    const { file } = await fileOf({ language: 'ar', parts: [{ kind: 'text', text: 'ليلى أحمد' }] })
    for (const part of ['/Marked true', '/StructTreeRoot', '/Lang (ar)', '/DisplayDocTitle true'])
      expect(file).toContain(part)
    const inOrder = Buffer.from('ليلى أحمد', 'utf16le').swap16().toString('latin1')
    expect(file.replaceAll('\\', '')).toContain(inOrder)
  })

  test('breaks a word only if no line can hold it, after a separator', async () => {
    const address = 'https://www.plumbright.example/emergency/plumbing/offers-of-the-winter-of-this-year'
    const { text } = await fileOf({ parts: [{ kind: 'text', text: address }] })
    expect(text).toContain(` ${address} `)
  })

  test.each([
    ['US', '', 'LETTER'],
    ['DE', 'US', 'A4'],
    ['', 'CA', 'LETTER'],
    ['', 'EG', 'A4'],
    ['', '', 'LETTER'],
  ])('to %s from %s is on %s', (receiver, sender, size) => {
    expect(paperSizeOf(receiver, sender)).toBe(size)
  })
})
