import { z } from 'zod'
import { sentences } from '../core/sentences.ts'

/** The four campaign modules (R006). Each agency can rename one and change its URL path. */
export const modules = ['local', 'locator', 'enhance', 'b2b'] as const
export type Module = (typeof modules)[number]

/** Unit prices in 1/10,000 dollar: what agencies pay per lead, and what their clients pay. */
interface StandardPrice {
  wholesale_e4: number
  retail_e4: number
}

interface ModuleDefinition {
  /** The product's name for it; agencies can change it. */
  name: string
  /** The first path segment of its screens, unless an agency chose another. */
  slug: string
  /** Whether campaigns can be created in it. For other modules, creation is refused with the module's name. */
  isWorking: boolean
  /** Its events are visits reported by a pixel. */
  hasPixel: boolean
  /** Where clients land who have campaigns in several modules (D1 §2.6). */
  isLandingFirst: boolean
  /** In beta (R008): labeled wherever its name is shown. */
  isBeta: boolean
  /** The feature whose agreement must be accepted before it is used (R111). */
  feature: 'b2b_module' | null
  /** Sells advanced leads besides plain ones (R221). */
  sellsAdvancedLeads: boolean
  /** Nobody can sell its leads below the operator's own price (R224). */
  hasPriceFloor: boolean
  /** Prefix of the wire's fields for its cost setup (R221). */
  costPrefix: 'Leadspeek' | 'Locator' | 'Enhance' | 'B2b'
  /** The wire's name of the price a client pays per lead (D2§3 L58). */
  leadPriceField: 'CostSet' | 'CostSetB2b'
  /** Default price of a lead and, where sold, of an advanced lead, which includes more data about its person. */
  standardPrice: StandardPrice & { advanced?: StandardPrice }
  /** Its agreement promises that invalid leads are credited, regardless of the agency's settings. */
  promisesReturns: boolean
}

/** What both sides know about each module; the server's half is in `server/areas/campaigns/modules`. */
export const moduleDefinitions: Readonly<Record<Module, ModuleDefinition>> = {
  local: {
    name: 'Site ID',
    slug: 'siteid',
    isWorking: true,
    hasPixel: true,
    isLandingFirst: false,
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
    isLandingFirst: true,
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
    isLandingFirst: false,
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
    isLandingFirst: false,
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
const modulesThat = (
  key: 'isWorking' | 'isLandingFirst' | 'isBeta' | 'hasPriceFloor' | 'hasPixel',
): readonly Module[] => modules.filter((module) => moduleDefinitions[module][key])

export const moduleNames = ofEach('name')
export const moduleSlugs = ofEach('slug')
/** In the order in which a client's modules are tried as the page to land on. */
export const landingOrder: readonly Module[] = [...new Set([...modulesThat('isLandingFirst'), ...modules])]
export const betaModules = modulesThat('isBeta')
/** Modules in which campaigns can be created. */
export const workingModules = modulesThat('isWorking')
/** Modules in which nobody can sell below the operator's own price (R224). */
export const modulesWithFloor = modulesThat('hasPriceFloor')
/** Modules whose campaigns carry a pixel. */
export const modulesWithPixel = modulesThat('hasPixel')
/** Target of links outside of any module's screens. */
export const firstModule: Module = workingModules[0]!

/** The module whose price applies to enriched lists, and which a company needs for them. */
export const enrichmentModule = 'enhance' as const satisfies Module

export const moduleType = z.enum(modules).refine((module) => workingModules.includes(module), sentences.noCampaignsYet)

/** A module to filter a list by; empty or `all` means all of them (OQ-38). */
export const moduleFilter = z
  .enum(['', 'all', ...modules])
  .refine((module) => module === '' || module === 'all' || workingModules.includes(module), sentences.noCampaignsYet)
  .default('all')
