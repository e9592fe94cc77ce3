import { modules } from '#contract/campaigns/modules.ts'
import { costField, costKindsOf } from '#contract/pricing/cost.ts'
import { retailField, type RetailLine } from '#contract/pricing/retail.ts'
import type { CostChange } from './cost-values.ts'

type Line = Pick<RetailLine, 'module' | 'paymentTerm'> & Record<string, unknown>

/** The changes as the request body takes them, one line per product and term. */
export function retailLines(changes: readonly CostChange[]): Line[] {
  const lines: Line[] = []
  for (const { module, term, kind, becomes } of changes) {
    let line = lines.find((one) => one.module === module && one.paymentTerm === term)
    if (!line) lines.push((line = { module, paymentTerm: term }))
    line[retailField(module, kind)] = becomes
  }
  return lines
}

/** Maps the server's field errors to the form's fields: `costs.0.price` becomes `Weekly.EnhanceCostperlead`. */
export const fieldsOfLines = (
  lines: readonly Line[],
  fields: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, message]) => {
      const [, index, field] = /^costs\.(\d+)\.(\w+)$/.exec(name) ?? []
      const line = index === undefined ? undefined : lines[Number(index)]
      const module = modules.find((one) => one === line?.module)
      const kind = module && costKindsOf(module).find((one) => retailField(module, one) === field)
      return [line && module && kind ? `${line.paymentTerm}.${costField(module, kind)}` : name, message]
    }),
  )
