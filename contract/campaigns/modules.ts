import { z } from 'zod'
import { sentences } from '../core/sentences.ts'

/** The four campaign modules (R006). Each agency may rename one and give it its own address. */
export const modules = ['local', 'locator', 'enhance', 'b2b'] as const
export type Module = (typeof modules)[number]

/** Unit prices in 1/10,000 dollar: what agencies owe for a lead, and what their clients do. */
interface StandardPrice {
  wholesale_e4: number
  retail_e4: number
}

interface ModuleDefinition {
  /** As the product calls it; each agency may say otherwise. */
  name: string
  /** The first part of its addresses, unless an agency chose another. */
  slug: string
  /** Campaigns can be made in it. The others are refused by name, not pretended. */
  isWorking: boolean
  /** Its events are visits that a pixel reports. */
  hasPixel: boolean
  /** Still tried out (R008): marked wherever it is named. */
  isBeta: boolean
  /** The feature whose agreement is asked for before it is entered (R111). */
  feature: 'b2b_module' | null
  /** Sells advanced leads beside the plain ones (R221). */
  sellsAdvancedLeads: boolean
  /** Nobody sells its leads below the operator's own price (R224). */
  hasPriceFloor: boolean
  /** How the wire's fields of its cost setup begin (R221). */
  costPrefix: 'Leadspeek' | 'Locator' | 'Enhance' | 'B2b'
  /** How the wire calls a client's price of its lead (D2§3 L58). */
  leadPriceField: 'CostSet' | 'CostSetB2b'
  /** What a lead costs while nothing was set, and one that is told what else is known of its person where it sells such. */
  standardPrice: StandardPrice & { advanced?: StandardPrice }
  /** Its agreement promises that wrong leads are taken back, whatever an agency has set. */
  promisesReturns: boolean
}

/** What is known of each module on both sides; the server's half is `server/areas/campaigns/modules`. */
export const moduleDefinitions: Readonly<Record<Module, ModuleDefinition>> = {
  local: {
    name: 'Site ID',
    slug: 'siteid',
    isWorking: true,
    hasPixel: true,
    isBeta: false,
    feature: null,
    sellsAdvancedLeads: true,
    hasPriceFloor: false,
    costPrefix: 'Leadspeek',
    leadPriceField: 'CostSet',
    standardPrice: { wholesale_e4: 5_000, retail_e4: 15_000, advanced: { wholesale_e4: 10_000, retail_e4: 30_000 } },
    promisesReturns: false,
  },
  locator: {
    name: 'Search ID',
    slug: 'searchid',
    isWorking: true,
    hasPixel: false,
    isBeta: false,
    feature: null,
    sellsAdvancedLeads: false,
    hasPriceFloor: false,
    costPrefix: 'Locator',
    leadPriceField: 'CostSet',
    standardPrice: { wholesale_e4: 7_500, retail_e4: 20_000 },
    promisesReturns: false,
  },
  enhance: {
    name: 'Enhance ID',
    slug: 'enhanceid',
    isWorking: true,
    hasPixel: false,
    isBeta: false,
    feature: null,
    sellsAdvancedLeads: false,
    hasPriceFloor: true,
    costPrefix: 'Enhance',
    leadPriceField: 'CostSet',
    standardPrice: { wholesale_e4: 15_000, retail_e4: 40_000 },
    promisesReturns: false,
  },
  b2b: {
    name: 'B2B ID',
    slug: 'b2bid',
    isWorking: true,
    hasPixel: true,
    isBeta: true,
    feature: 'b2b_module',
    sellsAdvancedLeads: false,
    hasPriceFloor: true,
    costPrefix: 'B2b',
    leadPriceField: 'CostSetB2b',
    standardPrice: { wholesale_e4: 20_000, retail_e4: 50_000 },
    promisesReturns: true,
  },
}

/** The same of every module, by its name. */
export const byModule = <Value>(of: (module: Module) => Value): Record<Module, Value> =>
  Object.fromEntries(modules.map((module) => [module, of(module)])) as Record<Module, Value>

const ofEach = <Key extends keyof ModuleDefinition>(key: Key): Readonly<Record<Module, ModuleDefinition[Key]>> =>
  byModule((module) => moduleDefinitions[module][key])
const modulesThat = (key: 'isWorking' | 'isBeta' | 'hasPriceFloor' | 'hasPixel'): readonly Module[] =>
  modules.filter((module) => moduleDefinitions[module][key])

export const moduleNames = ofEach('name')
export const moduleSlugs = ofEach('slug')
export const betaModules = modulesThat('isBeta')
/** Modules that campaigns can be made in. */
export const workingModules = modulesThat('isWorking')
/** Where nobody sells below the operator's own price (R224). */
export const modulesWithFloor = modulesThat('hasPriceFloor')
/** Modules whose campaigns carry a pixel. */
export const modulesWithPixel = modulesThat('hasPixel')
/** Where links lead outside of any module's addresses. */
export const firstModule: Module = workingModules[0]!

export const moduleType = z.enum(modules).refine((module) => workingModules.includes(module), sentences.noCampaignsYet)

/** A module by which a list is narrowed; empty or `all` means every one (OQ-38). */
export const moduleFilter = z
  .enum(['', 'all', ...modules])
  .refine((module) => module === '' || module === 'all' || workingModules.includes(module), sentences.noCampaignsYet)
  .default('all')
