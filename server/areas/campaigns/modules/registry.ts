import type { Module } from '#contract/campaigns/modules.ts'
import type { Reason } from '#contract/leads/reasons.ts'
import { siteId } from './local/site-id.ts'

/** By module; one that is still missing has none, and the contract takes no campaign in it (`isWorking`). */
const definitions = { local: siteId } as const satisfies Partial<Record<Module, object>>

type Definition = (typeof definitions)[keyof typeof definitions]

const hasDefinition = (module: Module): module is keyof typeof definitions => module in definitions

export function moduleOf(module: Module): Definition {
  if (!hasDefinition(module)) throw new Error(`no campaigns are made in the module ${module} yet`)
  return definitions[module]
}

/** Of the stages of a visit, those that a module's visits go through. */
export const stagesOfModule = (module: Module): readonly Reason[] => moduleOf(module).stages
