import type { Module } from '#contract/campaigns/modules.ts'
import { reasons } from '#contract/leads/reasons.ts'
import { listsKey, type ReportColumn } from '#contract/reports/table-names.ts'
import type { ReportTable } from '#contract/reports/tables.ts'
import type { Counted, RowsLink, useRowsLinks } from '../../../shells/figures/rows-link.ts'

/** What the rows of a report count, besides what all of it is about; null for money that no lead made. */
function countedIn(kind: ReportTable['kind'], key: string): Counted | null {
  if (kind === 'campaigns') return key === listsKey ? null : { campaign: key }
  if (kind === 'clients') return { client: key }
  if (kind === 'modules') return { module: key as Module }
  return kind === 'days' ? { days: { start: key, end: key } } : {}
}

/** Finds the rows that a figure of a report counts: of one of its rows, or in total where the key is null. */
export const reportRows =
  (links: ReturnType<typeof useRowsLinks>, kind: ReportTable['kind'], all: Counted) =>
  (column: ReportColumn, key: string | null): RowsLink | undefined => {
    const ofRow = key === null ? {} : countedIn(kind, key)
    if (ofRow === null) return undefined
    const selection = { ...all, ...ofRow }
    if (column === 'leads') return links.leads(selection)
    if (column !== 'visits') return undefined
    return links.visits(selection, kind === 'funnel' ? reasons.find((reason) => reason === key) : undefined)
  }
export type ReportRows = ReturnType<typeof reportRows>
