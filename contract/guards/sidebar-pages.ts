import { modules, type Module } from '../campaigns/modules.ts'
import { isModuleOn, type AccessContext } from './access-context.ts'
import { opens } from './judge.ts'
import { addressOf } from './protected-pages.ts'

/** A page of the sidebar, with its module if it is below one. */
export interface MenuEntry {
  path: string
  to: string
  module: Module | null
}

const pagesOfModule = ['dashboard', 'campaign-management', 'leads', 'visits', 'deliveries'].map(
  (page) => `{module}/${page}`,
)

/**
 * The product's inbox and reports, what the menus for campaigns and ads open, then R045 in the specification's order.
 * Administrator List links to Role List.
 */
const pagesOfCompany = [
  'inbox',
  'reports',
  'campaign',
  'banner/list',
  'configuration/client-management',
  'configuration/agency-list',
  'configuration/inbox',
  'configuration/share-claims',
  'configuration/administrator-list',
  'configuration/sales-account-list',
  'configuration/general-setting',
  'integrations',
  'configuration/data-enrichment',
  'configuration/opt-out-list',
  'configuration/report-analytics',
  'configuration/sales-connect-account',
]

export const entryOf = (access: AccessContext, path: string, module: Module | null = null): MenuEntry => ({
  path,
  module,
  to: module ? addressOf(access, path, module) : `/${path}`,
})

/** Pages of the sidebar that the guards open, in its order: those of modules that are on, then the company's. */
export function openPagesOf(access: AccessContext): MenuEntry[] {
  const ofModules = modules
    .filter((module) => isModuleOn(access, module))
    .flatMap((module) => pagesOfModule.map((path) => entryOf(access, path, module)))
  const ofCompany = pagesOfCompany.map((path) => entryOf(access, path))
  return [...ofModules, ...ofCompany].filter(({ to }) => opens(access, to))
}
