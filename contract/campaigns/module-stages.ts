import type { SharedReason } from '../leads/shared-reasons.ts'
import type { Module } from './modules.ts'

// The third part of the contract's list of modules: the stages that only some of them have. Separate from `modules.ts`, because only pages
// about visits and leads need them.

interface ModuleStage {
  /** The shared stage that it follows. Stages that follow the same one keep the order of this list. */
  after: SharedReason
  modules: readonly Module[]
}

/** Stages that only some modules have, by the reason with which a visit or search ends there. */
const moduleStages = {
  no_contact: { after: 'no_key', modules: ['b2b'] },
  page_excluded: { after: 'region_forbidden', modules: ['local'] },
  negative_keyword: { after: 'region_forbidden', modules: ['locator', 'enhance'] },
  search_too_old: { after: 'region_forbidden', modules: ['locator', 'enhance'] },
  too_few_searches: { after: 'region_forbidden', modules: ['locator', 'enhance'] },
  record_old: { after: 'region_forbidden', modules: ['enhance'] },
  too_little_known: { after: 'region_forbidden', modules: ['local', 'enhance'] },
  no_employer: { after: 'region_forbidden', modules: ['b2b'] },
  company_excluded: { after: 'region_forbidden', modules: ['b2b'] },
  profile_missed: { after: 'region_forbidden', modules: ['b2b'] },
  company_calm: { after: 'region_forbidden', modules: ['b2b'] },
  company_returning: { after: 'returning', modules: ['b2b'] },
} as const satisfies Record<string, ModuleStage>
export type ModuleReason = keyof typeof moduleStages

const stages = Object.entries<ModuleStage>(moduleStages) as [ModuleReason, ModuleStage][]

/** The reasons of a module's stages that follow a shared one, in order; with null those of all modules. */
export const moduleReasonsAfter = (shared: SharedReason, module: Module | null): ModuleReason[] =>
  stages
    .filter(([, { after, modules }]) => after === shared && (module === null || modules.includes(module)))
    .map(([reason]) => reason)
