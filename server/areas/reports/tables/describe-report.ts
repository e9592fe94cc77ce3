import type { Module } from '#contract/campaigns/modules.ts'
import type { Language } from '#contract/core/language.ts'
import { reasonTable, type Reason } from '#contract/leads/reasons.ts'
import type { ReportTable } from '#contract/reports/tables.ts'
import {
  columnNames,
  columnUnits,
  kindNames,
  listsKey,
  listsName,
  type ReportFormat,
  type ReportUnit,
} from '#contract/reports/table-names.ts'
import { showDate } from '#server/platform/show-date.ts'
import type { Translate } from '#server/platform/translate.ts'
import type { ReportBrand } from './report-brand.ts'

/** A report to be written to a file. */
export interface WrittenReport {
  table: ReportTable
  brand: ReportBrand
  language: Language
  format: ReportFormat
  /** The client it covers; null for the whole agency. */
  clientName: string | null
  /** Null for every module. */
  module: string | null
}

/** The content of a file, independent of its format. */
export interface ReportDocument {
  title: string
  /** The subtitle: days with time zone, and filters. */
  lines: string[]
  head: string[]
  /** The heading of the rows' `detail`, for formats that give it a column; null if these rows have none. */
  detailName: string | null
  units: ReportUnit[]
  /** A day's row also has its date, for formats with a date type. */
  rows: { name: string; date: string | null; detail: string | null; values: (number | null)[] }[]
  /** How many rows the total includes that are not listed; null if all are. */
  hidden: string | null
  total: { name: string; values: (number | null)[] }
}

/** The headings of a report's first column. */
const rowNames = { campaigns: 'Campaign', clients: 'Client', modules: 'Module', days: 'Day', funnel: 'Stage' } as const

export function describeReport(
  { table, brand, language, format, clientName, module }: WrittenReport,
  say: Translate,
): ReportDocument {
  const shownDate = (date: string): string => (format === 'csv' ? date : showDate(date, language))
  const nameOf = (key: string): string => {
    if (table.kind === 'days') return shownDate(key)
    if (key === listsKey) return say(listsName)
    if (table.kind === 'modules') return brand.modules[key as Module].name
    return table.kind === 'funnel' ? say(reasonTable[key as Reason].title) : key
  }
  const hiddenNote =
    table.hidden_rows > 0
      ? say('More rows, not listed here but part of the total: {count}', { count: String(table.hidden_rows) })
      : null
  return {
    title: say(kindNames[table.kind]),
    lines: [
      say('{start} to {end} ({zone})', {
        start: showDate(table.start, language),
        end: showDate(table.end, language),
        zone: table.time_zone,
      }),
      ...(clientName === null ? [] : [say('Client: {name}', { name: clientName })]),
      ...(module === null ? [] : [say('Module: {name}', { name: brand.modules[module as Module].name })]),
      ...(hiddenNote === null ? [] : [hiddenNote]),
    ],
    head: [say(rowNames[table.kind]), ...table.columns.map((column) => say(columnNames[column]))],
    detailName: table.kind === 'campaigns' ? say('Client') : null,
    units: table.columns.map((column) => columnUnits[column]),
    rows: table.rows.map(({ key, name, detail, values }) => ({
      name: name ?? nameOf(key),
      date: table.kind === 'days' ? key : null,
      detail,
      values,
    })),
    hidden: hiddenNote,
    total: { name: say('Total'), values: table.total },
  }
}
