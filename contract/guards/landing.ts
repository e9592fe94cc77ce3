import { landingOrder, moduleDefinitions, modules, type Module } from '../campaigns/modules.ts'
import { isModuleOn, isOwner, isSales, isSystem, type AccessContext } from './access-context.ts'
import { holdOn, opens, profileSetup, salesAccount } from './judge.ts'
import { entryOf, openPagesOf, type MenuEntry } from './sidebar-pages.ts'

/** The page after login, SSO and view-as, and the rule that chose it. */
interface Landing extends MenuEntry {
  rule: string
}

/** An entry of an ordered list: the first one that fits, and whose page the guards open, decides the destination. */
interface Step {
  rule: string
  fits: (access: AccessContext) => boolean
  path: string
  module?: Module
}

const profileFirst: Step = {
  rule: 'R062',
  // Sales staff have no profile to set up: they are always redirected to their account page (D1 §2.7).
  fits: (access) => !access.profileComplete && !isSystem(access) && !isSales(access),
  path: profileSetup,
}

const dashboard = (rule: string, module: Module, fits: Step['fits']): Step => ({
  rule,
  fits,
  path: '{module}/dashboard',
  module,
})

/**
 * A client's dashboards: the first module, in this order, where they have campaigns, and the first one that is on while
 * they have none.
 */
const ofClients = (order: readonly Module[], ruleOf: (module: Module) => string): readonly Step[] => [
  ...order.map((module) =>
    dashboard(ruleOf(module), module, (one) => one.kind === 'client' && one.campaignModules.includes(module)),
  ),
  ...order.map((module) => dashboard(ruleOf(module), module, ({ kind }) => kind === 'client')),
]

/** Landing pages after login and single sign-on: one list for both (OQ-07). */
const afterLogin: readonly Step[] = [
  profileFirst,
  ...ofClients(landingOrder, (module) => (moduleDefinitions[module].isLandingFirst ? 'R063' : 'R064')),
  { rule: 'R065', fits: isSales, path: salesAccount },
  { rule: 'R066', fits: isSystem, path: 'configuration/agency-list' },
  {
    rule: 'R067',
    fits: (access) => isOwner(access) && !(access.payments.chargesEnabled && access.payments.payoutsEnabled),
    path: 'configuration/general-setting',
  },
]

/** Landing pages of a root user in view mode (R071). */
const afterViewAs: readonly Step[] = [
  { ...profileFirst, rule: 'R071' },
  ...ofClients(modules, () => 'R071'),
  { rule: 'R071', fits: () => true, path: 'configuration/general-setting' },
]

const isOpen = (access: AccessContext, { fits, path, module }: Step): boolean =>
  fits(access) && (!module || isModuleOn(access, module)) && opens(access, entryOf(access, path, module).to)

/**
 * The page after login, SSO and view-as (R061 to R071): the documents' destination; where the guards refuse it, the
 * first page of the sidebar (R068); while something blocks everything, the page that settles it. Null if there is none.
 */
export function landingOf(access: AccessContext): Landing | null {
  const step = (access.viewer ? afterViewAs : afterLogin).find((one) => isOpen(access, one))
  if (step) return { rule: step.rule, ...entryOf(access, step.path, step.module) }
  const hold = holdOn(access)
  if (hold) return { rule: hold.rule, ...entryOf(access, hold.path) }
  const open = openPagesOf(access)
  // Nobody begins with enriched lists while there is anything else.
  const first = open.find(({ path }) => path !== '{module}/enrichment') ?? open[0]
  return first ? { rule: 'R068', ...first } : null
}
