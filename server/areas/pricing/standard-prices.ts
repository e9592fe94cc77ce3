import { moduleDefinitions, type Module } from '#contract/campaigns/modules.ts'
import type { CostKind } from '#contract/pricing/cost.ts'

/** The price of a module's lead if none was set; all other kinds are 0 then. */
export function standardPrice(module: Module, kind: CostKind, of: 'wholesale_e4' | 'retail_e4'): number {
  const { advanced, ...plain } = moduleDefinitions[module].standardPrice
  if (kind === 'leadPrice') return plain[of]
  return kind === 'advancedLeadPrice' ? (advanced?.[of] ?? 0) : 0
}
