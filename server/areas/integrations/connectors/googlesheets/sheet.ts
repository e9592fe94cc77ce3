import { z } from 'zod'
import { leadFields, nameOfField, rareFields, type LeadField } from '#contract/integrations/services.ts'
import { valueOf } from '../map-fields.ts'
import { readJson } from '../read-status.ts'
import { ServiceFailed, type SentLead, type Session, type Target } from '../service.ts'

/** The columns with which every sheet began, in order. The first identifies the lead. */
const firstColumns: readonly LeadField[] = [
  'id',
  'created_at',
  'campaignName',
  'first_name',
  'last_name',
  'email',
  'phone',
  'street',
  'city',
  'state',
  'zip',
  'page_url',
  'note',
]

/** The columns of a new sheet, in order; later additions go last, as do those of rare fields. */
export const columns: readonly LeadField[] = [
  ...firstColumns,
  ...leadFields.filter((field) => !firstColumns.includes(field)),
]

/** The stored state of a campaign's sheet. */
export const sheetState = z.object({
  spreadsheetId: z.string(),
  url: z.string(),
  sheetId: z.number(),
  tab: z.string(),
  shared: z.array(z.string()).default([]),
  /** What those may do whom we shared it with. */
  role: z.enum(['writer', 'reader']).default('writer'),
  /** The rare fields that have a column, in the order in which they were added. */
  rare: z.array(z.string()).default([]),
})
export type Sheet = z.output<typeof sheetState>

const gridProperties = z.object({ columnCount: z.number().optional() })
const properties = z.object({
  properties: z.object({ sheetId: z.number(), title: z.string(), gridProperties: gridProperties.optional() }),
})
const newSpreadsheet = z.object({
  spreadsheetId: z.string(),
  spreadsheetUrl: z.string(),
  sheets: z.array(properties).min(1),
})
const values = z.object({
  values: z.array(z.array(z.union([z.string(), z.number(), z.boolean(), z.null()]))).optional(),
})

const tabName = 'Leads'
/** Bytes; an id has 36 characters, so this is enough for a few hundred thousand leads. */
const longestColumn = 32 * 1024 * 1024

const sheetsUrl = ({ config }: Session, path: string): string => `${config.GOOGLE_SHEETS_URL}${path}`
const fileUrl = (session: Session, { spreadsheetId }: Pick<Sheet, 'spreadsheetId'>, path = ''): string =>
  sheetsUrl(session, `/v4/spreadsheets/${encodeURIComponent(spreadsheetId)}${path}`)
/** A range of the tab, whose name may contain anything. */
const range = ({ tab }: Pick<Sheet, 'tab'>, cells: string): string =>
  encodeURIComponent(`'${tab.replaceAll("'", "''")}'!${cells}`)

/** 1 is A, 27 is AA. */
export function columnLetter(number: number): string {
  const rest = (number - 1) % 26
  const before = Math.floor((number - 1) / 26)
  return `${before > 0 ? columnLetter(before) : ''}${String.fromCodePoint(65 + rest)}`
}

/** The campaign's sheet, created with the first lead and stored at once. */
export async function openSheet(session: Session, target: Target): Promise<Sheet> {
  const state = sheetState.safeParse(target.state)
  return state.success ? followTab(session, state.data, target) : makeSheet(session, target)
}

async function makeSheet(session: Session, target: Target): Promise<Sheet> {
  const answer = await session.request({
    method: 'POST',
    url: sheetsUrl(session, '/v4/spreadsheets'),
    json: {
      properties: { title: target.campaignName },
      sheets: [{ properties: { title: tabName, gridProperties: { frozenRowCount: 1 } } }],
    },
  })
  const { spreadsheetId, spreadsheetUrl, sheets } = readJson(newSpreadsheet, answer)
  const { sheetId, title } = sheets[0]!.properties
  const place = { spreadsheetId, url: spreadsheetUrl, sheetId, tab: title }
  const sheet: Sheet = { ...place, shared: [], role: 'writer', rare: [] }
  await target.saveState(sheet)
  return sheet
}

/** Finds the tab by its id, because people may rename it. Throws `list_deleted` if it is gone. */
async function followTab(session: Session, sheet: Sheet, target: Target): Promise<Sheet> {
  const tabs = await readTabs(session, sheet)
  const tab = tabs.find(({ properties: { sheetId } }) => sheetId === sheet.sheetId)?.properties.title
  if (tab === undefined) throw new ServiceFailed({ delivered: false, cause: 'list_deleted' })
  if (tab === sheet.tab) return sheet
  await target.saveState({ ...sheet, tab })
  return { ...sheet, tab }
}

/** Throws `list_deleted` if the file is gone and `no_permission` if we may no longer see it. */
export async function readTabs(session: Session, sheet: Pick<Sheet, 'spreadsheetId'>) {
  const url = fileUrl(session, sheet, '?fields=spreadsheetId,sheets.properties')
  const answer = await session.request({ method: 'GET', url })
  return readJson(z.object({ sheets: z.array(properties) }), answer).sheets
}

/** Gives the sheet a column for each rare field that these leads have; no column is ever removed. */
export async function addColumns(sheet: Sheet, leads: readonly SentLead[], target: Target): Promise<Sheet> {
  const isFresh = (field: string): boolean =>
    !sheet.rare.includes(field) && leads.some((lead) => valueOf(lead, field) !== '')
  const fresh = rareFields.filter(isFresh)
  if (fresh.length === 0) return sheet
  const rare = [...sheet.rare, ...fresh]
  await target.saveState({ rare })
  return { ...sheet, rare }
}

/** Each field's column, found by its header. Missing columns are added at the end; none is ever moved. */
export async function readHeader(session: Session, sheet: Sheet): Promise<Map<string, number>> {
  const answer = await session.request({
    method: 'GET',
    url: fileUrl(session, sheet, `/values/${range(sheet, '1:1')}`),
  })
  const header = (readJson(values, answer).values?.[0] ?? []).map(String)
  const columnOf = new Map<string, number>()
  const missing: string[] = []
  for (const field of [...columns, ...sheet.rare]) {
    const at = header.indexOf(nameOfField(field))
    if (at === -1) missing.push(field)
    else columnOf.set(field, at + 1)
  }
  if (missing.length === 0) return columnOf
  for (const [index, field] of missing.entries()) columnOf.set(field, header.length + 1 + index)
  await widen(session, sheet, header.length + missing.length)
  const from = `${columnLetter(header.length + 1)}1`
  const to = `${columnLetter(header.length + missing.length)}1`
  await write(session, sheet, `${from}:${to}`, [missing.map(nameOfField)])
  return columnOf
}

/** Makes the tab at least this wide: a new one has 26 columns, and Google rejects whatever is beyond the last one. */
async function widen(session: Session, sheet: Sheet, width: number): Promise<void> {
  const { sheetId } = sheet
  const tab = (await readTabs(session, sheet)).find(
    ({ properties: tabProperties }) => tabProperties.sheetId === sheetId,
  )
  const length = width - (tab?.properties.gridProperties?.columnCount ?? width)
  if (length <= 0) return
  const request = { appendDimension: { sheetId, dimension: 'COLUMNS', length } }
  await session.request({
    method: 'POST',
    url: fileUrl(session, sheet, ':batchUpdate'),
    json: { requests: [request] },
  })
}

/** Written as raw text, never as a formula. */
const write = (session: Session, sheet: Sheet, cells: string, rows: readonly (readonly (string | null)[])[]) =>
  session.request({
    method: 'PUT',
    url: fileUrl(session, sheet, `/values/${range(sheet, cells)}?valueInputOption=RAW`),
    json: { majorDimension: 'ROWS', values: rows },
  })

/** Row numbers by lead id. */
export async function readIds(session: Session, sheet: Sheet, column: number): Promise<Map<string, number>> {
  const letter = columnLetter(column)
  const url = fileUrl(session, sheet, `/values/${range(sheet, `${letter}2:${letter}`)}`)
  const answer = await session.request({ method: 'GET', url, maxBytes: longestColumn })
  return new Map((readJson(values, answer).values ?? []).map(([id], index) => [String(id ?? ''), index + 2]))
}

const rowOf = (lead: SentLead, columnOf: ReadonlyMap<string, number>): string[] => {
  const row = Array.from({ length: Math.max(...columnOf.values()) }, () => '')
  for (const [field, column] of columnOf) row[column - 1] = valueOf(lead, field)
  return row
}

const cellOf = (text: string) => (text === '' ? {} : { userEnteredValue: { stringValue: text } })

/**
 * Appends below the last row with content, starting at the tab's first column. Appending to a range would look for a
 * table there first: if people inserted an empty column in front, it finds none and writes above the header. Values
 * are written as text, so that none becomes a formula.
 */
export const appendRows = (
  session: Session,
  sheet: Sheet,
  columnOf: ReadonlyMap<string, number>,
  leads: readonly SentLead[],
) =>
  session.request({
    method: 'POST',
    url: fileUrl(session, sheet, ':batchUpdate'),
    json: {
      requests: [
        {
          appendCells: {
            sheetId: sheet.sheetId,
            rows: leads.map((lead) => ({ values: rowOf(lead, columnOf).map(cellOf) })),
            fields: 'userEnteredValue',
          },
        },
      ],
    },
  })

/** Clears what we wrote in a person's row and strikes it through; what others wrote beside it stays. */
export async function strikeThroughRow(
  session: Session,
  sheet: Sheet,
  columnOf: ReadonlyMap<string, number>,
  row: number,
): Promise<void> {
  const last = Math.max(...columnOf.values())
  const cells: (string | null)[] = Array.from({ length: last }, () => null)
  for (const [field, column] of columnOf)
    if (field !== 'id') cells[column - 1] = field === 'created_at' ? 'Removed' : ''
  await write(session, sheet, `A${row}:${columnLetter(last)}${row}`, [cells])
  await session.request({
    method: 'POST',
    url: fileUrl(session, sheet, ':batchUpdate'),
    json: {
      requests: [
        {
          repeatCell: {
            range: { sheetId: sheet.sheetId, startRowIndex: row - 1, endRowIndex: row },
            cell: { userEnteredFormat: { textFormat: { strikethrough: true } } },
            fields: 'userEnteredFormat.textFormat.strikethrough',
          },
        },
      ],
    },
  })
}

/** Clears the sheet; the next lead writes the header again. */
export const clearSheet = (session: Session, sheet: Sheet) =>
  session.request({ method: 'POST', url: fileUrl(session, sheet, `/values/${range(sheet, 'A:ZZ')}:clear`), json: {} })
