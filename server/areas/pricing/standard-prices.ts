import { moduleDefinitions, type Module } from '#contract/campaigns/modules.ts'
import type { CostKind } from '#contract/pricing/cost.ts'

/** What a lead of a module costs while nothing was set; all else is free then. */
export function standardPrice(module: Module, kind: CostKind, of: 'wholesale_e4' | 'retail_e4'): number {
  const { advanced, ...plain } = moduleDefinitions[module].standardPrice
  if (kind === 'leadPrice') return plain[of]
  return kind === 'advancedLeadPrice' ? (advanced?.[of] ?? 0) : 0
}
