import type { Module } from '#contract/campaigns/modules.ts'
import type { CostKind } from '#contract/pricing/cost.ts'

interface LeadPrices {
  /** What agencies owe for a lead, and what their clients do. */
  wholesale_e4: number
  retail_e4: number
  /** The same of a lead that is told what else is known of its person, where a module sells such. */
  advanced?: { wholesale_e4: number; retail_e4: number }
}

/** What a lead of a module costs while nothing was set; all else is free then. */
const standardPrices: Readonly<Record<Module, LeadPrices>> = {
  local: { wholesale_e4: 5_000, retail_e4: 15_000, advanced: { wholesale_e4: 10_000, retail_e4: 30_000 } },
  locator: { wholesale_e4: 7_500, retail_e4: 20_000 },
  enhance: { wholesale_e4: 15_000, retail_e4: 40_000 },
  b2b: { wholesale_e4: 20_000, retail_e4: 50_000 },
}

export function standardPrice(module: Module, kind: CostKind, of: 'wholesale_e4' | 'retail_e4'): number {
  const { advanced, ...plain } = standardPrices[module]
  if (kind === 'leadPrice') return plain[of]
  return kind === 'advancedLeadPrice' ? (advanced?.[of] ?? 0) : 0
}
