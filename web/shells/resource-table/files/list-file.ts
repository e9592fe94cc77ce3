import { strToU8, zipSync } from 'fflate'
import { byteOrderMark, guardedText, quotedText } from '#contract/core/csv-text.ts'
import type { FileValue } from '../columns.ts'

/** What a file of a list says: a name for each column, and the rows. Times are written in the time zone of the browser. */
type ListFile = { heads: readonly string[]; rows: readonly (readonly FileValue[])[]; rightToLeft: boolean }

/** Swedish writes dates as ISO 8601 does. */
const local = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' })

/** Marks that keep words of other scripts in order on a screen; in a file they would be part of the text. */
const bidiMarks = /[\u200E\u200F\u2066-\u2069]/g
const plainText = (text: string): string => text.replaceAll(bidiMarks, '')

function csvField(value: FileValue): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  return quotedText(value instanceof Date ? local.format(value) : guardedText(plainText(value)))
}

const csvLine = (values: readonly FileValue[]): string => `${values.map(csvField).join(',')}\r\n`

export const csvOf = ({ heads, rows }: ListFile): Blob =>
  new Blob([byteOrderMark, csvLine(heads), ...rows.map(csvLine)], { type: 'text/csv;charset=utf-8' })

const escapeXml = (text: string): string =>
  plainText(text)
    // Characters that XML cannot hold.
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')

/** Of the styles below. */
const styles = { head: 1, time: 2 } as const

/** Days since the end of 1899, of the time that a clock at the reader's wall shows. */
const sheetTime = (at: Date): number => (at.getTime() - at.getTimezoneOffset() * 60_000) / 86_400_000 + 25_569

const textCell = (text: string, style = ''): string =>
  `<c t="inlineStr"${style}><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`

function cellOf(value: FileValue): string {
  if (value === null) return '<c/>'
  if (typeof value === 'number') return `<c><v>${value}</v></c>`
  return value instanceof Date ? `<c s="${styles.time}"><v>${sheetTime(value)}</v></c>` : textCell(value)
}

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const office = 'http://schemas.openxmlformats.org'
const main = `${office}/spreadsheetml/2006/main`
const relations = `${office}/package/2006/relationships`
const kind = `${office}/officeDocument/2006/relationships`
const part = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The parts of an XLSX file that are the same for every list. */
const fixedParts: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${part}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${part}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${part}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${kind}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${kind}"><sheets><sheet name="List" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${kind}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${kind}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="164" applyNumberFormat="1"/></cellXfs></styleSheet>`,
}

/**
 * A file for Excel, whose first row stays in view. Texts are texts, whatever they begin with. The server's library for such
 * files compresses longer ones in a script from a blob, which the page's own rules refuse.
 */
export function sheetOf({ heads, rows, rightToLeft }: ListFile): Blob {
  const head = `<row>${heads.map((text) => textCell(text, ` s="${styles.head}"`)).join('')}</row>`
  const lines = rows.map((values) => `<row>${values.map(cellOf).join('')}</row>`)
  const sheet = `<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"${rightToLeft ? ' rightToLeft="1"' : ''}><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="${heads.length}" width="24" customWidth="1"/></cols><sheetData>${head}${lines.join('')}</sheetData></worksheet>`
  const parts = Object.entries({ ...fixedParts, 'xl/worksheets/sheet1.xml': sheet })
  const files = Object.fromEntries(parts.map(([name, text]) => [name, strToU8(xml + text)]))
  return new Blob([new Uint8Array(zipSync(files))], { type: `${part}.sheet` })
}
