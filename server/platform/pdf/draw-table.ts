import { setImmediate as breathe } from 'node:timers/promises'
import { dark, gray, type Place, type Sheet } from './sheet.ts'
import { widthOf } from './write-text.ts'

/** A table over as many pages as it needs; its heading stands on each of them. */
export interface PaperTable {
  kind: 'table'
  head: readonly string[]
  /** Cells by column: the first are texts, all others figures, aligned to the end. */
  rows: readonly PaperRow[]
  /** The columns of texts, each with its share of the room that figures leave; one column if not said. */
  texts?: readonly number[]
  size?: number
}

interface PaperRow {
  cells: readonly string[]
  /** Details below the first cell. */
  details?: readonly string[]
  isTotal?: boolean
}

/** Between two columns. */
const gap = 12
const [above, below] = [5, 4]
/** A row takes a millisecond or two and a table has up to a thousand, so yield to other requests in between. */
const rowsAtOnce = 10

/** The share of the width that texts keep, however many figures there are. */
const minTexts = 0.24

export async function drawTable(sheet: Sheet, table: PaperTable): Promise<void> {
  if (table.rows.length === 0) return
  const { texts: shares = [1], size = 10 } = table
  const texts = shares.length
  const cols = columnsOf(sheet, table, shares, size)
  const whole = sheet.group('Table')
  const draw = (row: PaperRow, look: Look): void => {
    const group = sheet.group('TR', whole)
    drawRow(sheet, row, { ...look, cols, size, texts, group })
    group.end()
  }
  const head = (): void => draw({ cells: table.head }, { isHead: true })
  // A heading is never alone at the end of a page.
  sheet.makeRoom(70)
  head()
  for (const [index, row] of table.rows.entries()) {
    if (sheet.makeRoom(heightOfRow(sheet, row, cols, size))) head()
    draw(row, { isHead: false })
    if (index % rowsAtOnce === 0) await breathe()
  }
  whole.end()
  sheet.y += 8
}

/** Figures get the width of their longest value, so that none is broken; texts share the rest. */
function columnsOf(sheet: Sheet, { head, rows }: PaperTable, shares: readonly number[], size: number): Place[] {
  const texts = shares.length
  const measure = (text: string, weight: 400 | 600 = 400): number =>
    widthOf(sheet.document, text, { size, base: sheet.base, weight })
  const longestWord = (text: string): number => Math.max(...text.split(' ').map((word) => measure(word)))
  const figures = head.slice(texts).map((title, at) => {
    const values = new Set(rows.map(({ cells }) => cells[texts + at] ?? ''))
    // Few values are long enough to be the widest one.
    const longest = [...values].toSorted((one, other) => other.length - one.length).slice(0, 8)
    return Math.max(longestWord(title), ...longest.map((value) => measure(value, 600))) + 1
  })
  const neededWidth = figures.reduce((sum, width) => sum + width + gap, 0)
  const most = sheet.width * (1 - minTexts)
  const even = Math.min(110, (most - neededWidth) / Math.max(figures.length, 1))
  const widths = figures.map((width) => (even > 0 ? Math.min(width + even, Math.max(width, size * 7)) : width))
  const usedWidth = widths.reduce((sum, width) => sum + width + gap, 0)
  const textWidth = sheet.width - usedWidth - (texts - 1) * gap
  const allShares = shares.reduce((sum, share) => sum + share, 0)
  let from = 0
  return head.map((_title, at) => {
    const width = at < texts ? (textWidth * shares[at]!) / allShares : widths[at - texts]!
    const place = { from, width }
    from += width + gap
    return place
  })
}

interface Look {
  isHead: boolean
}

interface RowLook extends Look {
  cols: readonly Place[]
  size: number
  texts: number
  group: ReturnType<Sheet['group']>
}

const detailSize = (size: number): number => size - 1

function heightOfRow(
  sheet: Sheet,
  { cells, details = [], isTotal }: PaperRow,
  cols: readonly Place[],
  size: number,
): number {
  const weight = isTotal ? 600 : 400
  const ofCells = cells.map((text, at) => sheet.heightOf(text, cols[at]!, { size, weight }))
  const ofDetails = details.reduce((sum, text) => sum + sheet.heightOf(text, cols[0]!, { size: detailSize(size) }), 0)
  return above + Math.max(...ofCells, ofCells[0]! + ofDetails) + below
}

function drawRow(sheet: Sheet, { cells, details = [], isTotal = false }: PaperRow, look: RowLook): void {
  const { cols, size, texts, group, isHead } = look
  const weight = isTotal ? 600 : 400
  sheet.y += above
  const { y: top } = sheet
  let end = top
  for (const [at, text] of cells.entries()) {
    sheet.y = top
    const style = { size, weight, color: isHead ? gray : dark, atEnd: at >= texts } as const
    let cellEnd = sheet.put(text, cols[at]!, style, isHead ? 'TH' : 'TD', group)
    if (at === 0)
      for (const detail of details) {
        sheet.y = cellEnd
        cellEnd = sheet.put(detail, cols[0]!, { size: detailSize(size), color: gray }, 'TD', group)
      }
    end = Math.max(end, cellEnd)
  }
  sheet.y = end + below
  sheet.rule()
}
