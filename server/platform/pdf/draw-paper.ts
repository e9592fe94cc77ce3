import type { Readable } from 'node:stream'
import { setImmediate as breathe } from 'node:timers/promises'
import { directionOf, type Language } from '#contract/core/language.ts'
import { translatorOf } from '#server/platform/translate.ts'
import { drawTable, type PaperTable } from './draw-table.ts'
import { dark, gray, Sheet } from './sheet.ts'
import { widthOf } from './write-text.ts'

/** Whose paper it is: the name and color at its top, and its logo as PNG, if it has one. */
export interface PaperBrand {
  name: string
  /** `#rrggbb`. */
  color: string
  logo: { bytes: Buffer; aspect: number } | null
}

/** How urgent a status is, which determines its color. */
type StampTone = 'good' | 'open' | 'bad' | 'quiet'

/** A block of a paper, with all texts already in its language. */
export type PaperPart =
  | { kind: 'text'; text: string; isQuiet?: boolean; isHeading?: boolean }
  /** An address to open, with what is there above it. */
  | { kind: 'link'; text: string; url: string }
  /** Blocks side by side: who sends it, and to whom. The first line is a name; empty lines are left out. */
  | { kind: 'parties'; parties: readonly { label: string; lines: readonly string[] }[] }
  /** Labels with values in one column; empty values are left out. */
  | { kind: 'facts'; facts: readonly (readonly [label: string, value: string])[]; isRuled?: boolean }
  /** Large figures side by side. */
  | { kind: 'figures'; figures: readonly (readonly [label: string, value: string])[] }
  | PaperTable
  /** Amounts at the end of the lines; the last one is the result. */
  | { kind: 'sums'; sums: readonly (readonly [label: string, amount: string])[] }

export interface Paper {
  title: string
  /** Its own number; empty if it has none. */
  number: string
  language: Language
  createdAt?: Date
  size: 'LETTER' | 'A4'
  isWide?: boolean
  brand: PaperBrand
  stamp?: { text: string; tone: StampTone }
  parts: readonly PaperPart[]
}

const margin = 48
const gap = 16

const stampColors: Readonly<Record<StampTone, string>> = {
  good: '#147a4b',
  open: '#8a5a00',
  bad: '#b3261e',
  quiet: gray,
}

/** Draws a paper on as many pages as needed. It is streamed once its last page is known. */
export async function drawPaper(paper: Paper): Promise<Readable> {
  const { title, number, language, brand, createdAt, size, isWide = false } = paper
  const whole = number === '' ? title : `${title} ${number}`
  const sheet = await Sheet.start({
    title: isWide ? `${brand.name} · ${title}` : whole,
    author: brand.name,
    language,
    base: directionOf(language),
    size,
    isWide,
    margin,
    color: brand.color,
    ...(createdAt && { createdAt }),
  })
  const say = await translatorOf(language, 'invoice')
  const file = sheet.document as unknown as Readable
  drawParts(sheet, paper, whole).then(
    () =>
      sheet.end(`${brand.name} · ${whole}`, (page, pages) =>
        say('Page {page} of {pages}', { page: String(page), pages: String(pages) }),
      ),
    (error: Error) => file.destroy(error),
  )
  return file
}

async function drawParts(sheet: Sheet, paper: Paper, whole: string): Promise<void> {
  drawTop(sheet, paper.brand)
  drawTitle(sheet, paper, whole)
  for (const part of paper.parts) {
    await drawPart(sheet, part)
    await breathe()
  }
}

/** A mark without letters has the name next to it; a wide logo is one already. */
const widest = 2

function drawTop(sheet: Sheet, { name, logo }: PaperBrand): void {
  const height = 34
  const logoWidth = logo ? Math.min(height * logo.aspect, 180) : 0
  if (logo) sheet.picture(logo.bytes, name, { from: 0, width: logoWidth, height })
  if (!logo || logo.aspect < widest) {
    const from = logo ? logoWidth + 10 : 0
    const top = sheet.y
    sheet.y += 5
    sheet.put(name, { from, width: sheet.width - from }, { size: 15, weight: 600 })
    sheet.y = top
  }
  sheet.y += height + 20
}

function drawTitle(sheet: Sheet, { stamp }: Paper, whole: string): void {
  const size = 22
  const stampWidth = stamp ? widthOf(sheet.document, stamp.text, { size: 10, weight: 600, base: sheet.base }) + 20 : 0
  const place = { from: 0, width: sheet.width - stampWidth - gap }
  if (stamp) {
    const color = stampColors[stamp.tone]
    const box = { from: sheet.width - stampWidth, width: stampWidth }
    sheet.decorate((document) =>
      document
        .roundedRect(sheet.xOf(box), sheet.y + 5, box.width, 22, 4)
        .lineWidth(1.25)
        .stroke(color),
    )
    const top = sheet.y
    sheet.y += 9
    sheet.put(stamp.text, { from: box.from + 10, width: stampWidth }, { size: 10, weight: 600, color })
    sheet.y = top
  }
  sheet.write(whole, { size, weight: 600 }, 'H1', place)
  sheet.y += 8
}

async function drawPart(sheet: Sheet, part: PaperPart): Promise<void> {
  switch (part.kind) {
    case 'text':
      return drawText(sheet, part)
    case 'link':
      return drawLink(sheet, part)
    case 'parties':
      return drawParties(sheet, part)
    case 'facts':
      return drawFacts(sheet, part)
    case 'figures':
      return drawFigures(sheet, part)
    case 'table':
      return drawTable(sheet, part)
    default:
      return drawSums(sheet, part)
  }
}

type PartOf<Kind extends PaperPart['kind']> = Extract<PaperPart, { kind: Kind }>

function drawText(sheet: Sheet, { text, isQuiet = false, isHeading = false }: PartOf<'text'>): void {
  if (text === '') return
  if (isHeading) {
    // Not the last thing on a page.
    sheet.makeRoom(80)
    sheet.y += 10
    sheet.write(text, { size: 12, weight: 600 }, 'H2')
    sheet.y += 4
    return
  }
  sheet.write(text, isQuiet ? { size: 9, color: gray } : { size: 10 })
  sheet.y += 4
}

/** The address can be read and typed, too: a paper may be printed. */
function drawLink(sheet: Sheet, { text, url }: PartOf<'link'>): void {
  const place = { from: 0, width: sheet.width }
  sheet.makeRoom(sheet.heightOf(text, place, { weight: 600 }) + sheet.heightOf(url, place))
  sheet.write(text, { weight: 600 })
  sheet.link(url)
  sheet.y += 8
}

function drawParties(sheet: Sheet, { parties }: PartOf<'parties'>): void {
  const width = sheet.width / parties.length - gap
  const { y: top } = sheet
  let end = top
  for (const [at, { label, lines }] of parties.entries()) {
    const place = { from: at * (width + gap), width }
    sheet.y = top
    sheet.y = sheet.put(label, place, { size: 9, color: gray }) + 1
    for (const [index, line] of lines.filter((one) => one !== '').entries())
      sheet.y = sheet.put(line, place, index === 0 ? { size: 11, weight: 600 } : { size: 10 })
    end = Math.max(end, sheet.y)
  }
  sheet.y = end + 14
}

function drawFacts(sheet: Sheet, { facts, isRuled = false }: PartOf<'facts'>): void {
  const shownFacts = facts.filter(([, value]) => value !== '')
  const longest = Math.max(
    ...shownFacts.map(([label]) => widthOf(sheet.document, label, { size: 10, base: sheet.base })),
    0,
  )
  const labelWidth = Math.min(Math.max(longest, 90), sheet.width * 0.4)
  const place = { from: labelWidth + gap, width: sheet.width - labelWidth - gap }
  for (const [label, value] of shownFacts) {
    sheet.makeRoom(sheet.heightOf(value, place) + 2)
    if (isRuled) {
      sheet.rule()
      sheet.y += 7
    }
    const labelEnd = sheet.put(label, { from: 0, width: labelWidth }, { color: gray })
    sheet.y = Math.max(labelEnd, sheet.put(value, place)) + (isRuled ? 5 : 2)
  }
  if (isRuled) sheet.rule()
  sheet.y += 12
}

function drawFigures(sheet: Sheet, { figures }: PartOf<'figures'>): void {
  if (figures.length === 0) return
  sheet.y += 6
  const width = sheet.width / figures.length - gap
  const { y: top } = sheet
  let end = top
  for (const [at, [label, value]] of figures.entries()) {
    const place = { from: at * (width + gap), width }
    sheet.y = top
    sheet.y = sheet.put(label, place, { size: 9, color: gray })
    end = Math.max(end, sheet.put(value, place, { size: 17, weight: 600 }))
  }
  sheet.y = end + 12
}

function drawSums(sheet: Sheet, { sums }: PartOf<'sums'>): void {
  const amountWidth = 110
  sheet.y += 4
  // Together on one page, so that they can be added up.
  sheet.makeRoom(sums.length * 20)
  for (const [at, [label, amount]] of sums.entries()) {
    const isLast = at === sums.length - 1
    const style = {
      atEnd: true,
      size: isLast ? 11.5 : 10,
      weight: isLast ? 600 : 400,
      color: isLast ? dark : gray,
    } as const
    const amountPlace = { from: sheet.width - amountWidth, width: amountWidth }
    const labelPlace = { from: sheet.width * 0.25, width: sheet.width * 0.75 - amountWidth - gap }
    const labelEnd = sheet.put(label, labelPlace, style)
    sheet.y = Math.max(labelEnd, sheet.put(amount, amountPlace, { ...style, color: dark })) + 3
  }
  sheet.y += 14
}
