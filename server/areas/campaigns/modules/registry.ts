import type { CompanyWindow } from '#contract/campaigns/module-fields/b2b.ts'
import { workingModules, type Module } from '#contract/campaigns/modules.ts'
import { reasonsOfModule, type Reason } from '#contract/leads/reasons.ts'
import type { LeadPriceKind } from '#contract/pricing/cost.ts'
import type { Work } from '#server/areas/identity/read-information.ts'
import type { CampaignModule, OwnStage, AcceptsPage } from './campaign-module.ts'

/** A definition whose settings are opaque to other code. */
type Definition = CampaignModule<object>

/** Each folder is named like its module in the contract's list and exports its definition from `definition.ts`. */
async function load(module: Module): Promise<readonly [Module, Definition]> {
  const { definition } = (await import(`./${module}/definition.ts`)) as { definition: Definition }
  return [module, definition]
}

/** By module. A module without a definition accepts no campaigns (`isWorking` in the contract). */
const definitions: Readonly<Partial<Record<Module, Definition>>> = Object.fromEntries(
  await Promise.all(workingModules.map(load)),
)

/** None while the module is missing. */
export const findModule = (module: Module): Definition | undefined => definitions[module]

export function moduleOf(module: Module): Definition {
  const definition = findModule(module)
  if (!definition) throw new Error(`the module ${module} does not support campaigns yet`)
  return definition
}

/** The stages that a module's events pass, in order: those that all have, and its own. */
export const stagesOfModule = (module: Module): readonly Reason[] =>
  reasonsOfModule(module, moduleOf(module).events.source)

/** The kinds of advance information that come with a campaign's leads; none for most modules. */
export const informationOf = (module: Module, settings: object): readonly string[] =>
  moduleOf(module).informationOf?.(settings) ?? []

/** Which of the cost setup's prices applies to a campaign's leads. */
export const leadPriceKindOf = (module: Module, settings: object): LeadPriceKind =>
  moduleOf(module).sellsAdvanced?.(settings) ? 'advancedLeadPrice' : 'leadPrice'

/** How long a company counts as one lead of a campaign; null if its module ignores employers. */
export const companyWindowOf = (module: Module, settings: object): CompanyWindow | null =>
  moduleOf(module).companyWindowOf?.(settings) ?? null

/** The percentage of its usual week that a company must reach; null if it need not be surging. */
export const surgePercentOf = (module: Module, settings: object): number | null =>
  moduleOf(module).surgePercentOf?.(settings) ?? null

/** Modules that use people's employers. */
export const modulesOfCompanies: readonly string[] = Object.entries(definitions)
  .filter(([, definition]) => definition.companyWindowOf !== undefined)
  .map(([module]) => module)

/** Modules that promise a number of leads per day. */
export const modulesThatPromise: readonly string[] = Object.entries(definitions)
  .filter(([, definition]) => definition.promise !== undefined)
  .map(([module]) => module)

/** Whether a campaign matches visitors' IP addresses with companies' ranges, to suggest contacts. */
export const findsCompanies = (module: Module, settings: object): boolean =>
  moduleOf(module).findsCompanies?.(settings) ?? false

/** Whether a person with this job may be suggested. */
export const isSuggestion = (module: Module, settings: object, work: Work): boolean =>
  moduleOf(module).isSuggestion?.(settings, work) ?? false

/** IP addresses and ranges whose visits are only counted. */
export const excludedAddressesOf = (module: Module, settings: object): readonly string[] =>
  moduleOf(module).excludedAddresses?.(settings) ?? []

/** The site's events that count as goals, by name. */
export const eventGoalsOf = (module: Module, settings: object): readonly string[] =>
  moduleOf(module).eventGoals?.(settings) ?? []

/** Its additional sites, each with its pixel's key. */
export const moreSitesOf = (module: Module, settings: object): readonly { url: string; key: string }[] =>
  moduleOf(module).moreSites?.(settings) ?? []

/** A reusable test whether visits to a page may become leads; null if all pages count. */
export const acceptsPageOf = (module: Module, settings: object): AcceptsPage | null =>
  moduleOf(module).acceptsPage?.(settings) ?? null

/** Those of its stages that not all modules have. */
export const ownStagesOf = (module: Module): Partial<Record<Reason, OwnStage<object>>> => moduleOf(module).ownStages
