import type { SignedInCall } from '#server/platform/call.ts'
import { retryOverloaded } from '#server/platform/database/scope.ts'
import { CopyBuffer, type CopiedRows, type CopyValue } from '#server/platform/database/driver/driver.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { lastOf, lineColumns, type CopiedLead, type LineStyle } from './lead-lines.ts'
import { leadConditions, leadOrder, selectLeads, sortColumn, type LeadQuery } from './lead-query.ts'

/** The fixed cost of a step, 2 ms of PostgreSQL CPU, is a tenth of the whole; two steps are held in memory. */
const rowsAtOnce = 5_000

/** Reads leads in steps: the next one is read while the current one is used, which is no longer valid after it. */
export async function* stepsOf(
  leadFilter: LeadQuery,
  style: LineStyle,
  inScope: SignedInCall['inScope'],
  first?: CopiedRows,
): AsyncGenerator<CopiedRows> {
  // Two buffers take turns: one is used while the next step is read into the other. New ones per step would dominate memory.
  const buffers = [new CopyBuffer(), new CopyBuffer()] as const
  let steps = 0
  const stepAfter = (last: CopiedLead | null): Promise<CopiedRows> => {
    const buffer = buffers[(steps++ & 1) as 0 | 1]
    return retryOverloaded(() => inScope((tx) => readStep(tx, leadFilter, style, last, buffer)))
  }
  for (let step = first ?? (await stepAfter(null)); step.count > 0;) {
    const next = step.count < rowsAtOnce ? noLeads : stepAfter(lastOf(step))
    // If the consumer stops early, nobody awaits this promise.
    next.catch(() => {})
    yield step
    step = await next
  }
}

const noLeads = Promise.resolve<CopiedRows>({ count: 0, bytes: Buffer.alloc(0) })

export function readStep(
  tx: Tx,
  leadFilter: LeadQuery,
  style: LineStyle,
  after: CopiedLead | null,
  buffer?: CopyBuffer,
): Promise<CopiedRows> {
  const values: CopyValue[] = []
  const conditions = leadConditions(leadFilter, values)
  const column = sortColumn(leadFilter)
  if (after) {
    values.push(after.key, after.id)
    const sign = leadFilter.order === 'asc' ? '>' : '<'
    conditions.push(`(lead.${column}, lead.id) ${sign} ($${values.length - 1}, $${values.length})`)
  }
  const query = selectLeads({
    columns: lineColumns(style, `lead.${column}`),
    conditions,
    order: leadOrder(leadFilter, leadFilter.order),
    limit: String(rowsAtOnce),
  })
  return tx.copy(query, values, buffer)
}
