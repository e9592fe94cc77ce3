import type { LeadRow } from '#contract/leads/lead.ts'

/** A lead, as it was, and the status that it gets. */
export type Move = { lead: LeadRow; to: string }

/**
 * The leads of a column and their number, with the moves that are being saved: what arrives is shown first, until the
 * list itself has it.
 */
export function columnLeads(
  { data, total }: { data: readonly LeadRow[]; total: number },
  running: readonly Move[],
  status: string,
): { leads: readonly LeadRow[]; total: number } {
  const ids = new Set(data.map(({ id }) => id))
  const leavingIds = new Set(
    running.filter(({ lead, to }) => to !== status && ids.has(lead.id)).map(({ lead }) => lead.id),
  )
  const arrivals = running.filter(({ lead, to }) => to === status && !ids.has(lead.id)).map(({ lead }) => lead)
  return {
    leads: [...arrivals, ...data.filter(({ id }) => !leavingIds.has(id))],
    total: total - leavingIds.size + arrivals.length,
  }
}
