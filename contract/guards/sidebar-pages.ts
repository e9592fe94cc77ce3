import { enrichmentModule, modules, type Module } from '../campaigns/modules.ts'
import { isModuleOn, type AccessContext } from './access-context.ts'
import { opens } from './judge.ts'
import { addressOf } from './protected-pages.ts'

/** A page of the sidebar, with its module if it belongs to one. */
export interface MenuEntry {
  path: string
  to: string
  module: Module | null
}

/** Enriched lists are only below the module that sells them. */
const enrichment = '{module}/enrichment'
/** A module's group: what is about its own campaigns, in a fixed order. */
const pagesOfModule = ['{module}/dashboard', '{module}/campaign-management', '{module}/visits', enrichment]
const isOfModule = (path: string, module: Module): boolean => path !== enrichment || module === enrichmentModule

/** Lists of all modules, although their addresses are below a module. */
const pagesOfAllModules = ['{module}/leads', '{module}/deliveries']

/**
 * The product's inbox and reports, what the menus for campaigns and ads open, then R045 in the specification's order.
 * The others of the product's pages are tabs of these (`page-tabs.ts`).
 */
const pagesOfCompany = [
  'inbox',
  'configuration/inbox',
  'reports',
  'campaign',
  'Audience',
  'banner/list',
  'integrations',
  'user/card-setting',
  'configuration/client-management',
  'configuration/agency-list',
  'configuration/share-claims',
  'configuration/administrator-list',
  'configuration/sales-account-list',
  'configuration/general-setting',
  'configuration/data-enrichment',
  'configuration/opt-out-list',
  'configuration/report-analytics',
  'configuration/machine',
  'configuration/sales-connect-account',
]

export const entryOf = (access: AccessContext, path: string, module: Module | null = null): MenuEntry => ({
  path,
  module,
  to: module ? addressOf(access, path, module) : `/${path}`,
})

/**
 * Pages of the sidebar that the guards open, in its order: those of modules that are on, then the company's. `here` is
 * the module that the user is in: the lists of all modules are opened below its address.
 */
export function openPagesOf(access: AccessContext, here?: Module): MenuEntry[] {
  const on = modules.filter((module) => isModuleOn(access, module))
  const base = here && on.includes(here) ? here : on[0]
  const ofModules = on.flatMap((module) =>
    pagesOfModule.filter((path) => isOfModule(path, module)).map((path) => entryOf(access, path, module)),
  )
  const ofAllModules = base ? pagesOfAllModules.map((path) => ({ ...entryOf(access, path, base), module: null })) : []
  // The operator pays nobody, so only the account menu leads to its cards.
  const ofCompany = pagesOfCompany
    .filter((path) => path !== 'user/card-setting' || access.kind !== 'rootSystem')
    .map((path) => entryOf(access, path))
  return [...ofModules, ...ofAllModules, ...ofCompany].filter(({ to }) => opens(access, to))
}
