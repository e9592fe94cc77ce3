import { firstModule, modules, type Module } from '../campaigns/modules.ts'
import { addressOf } from './protected-pages.ts'
import { isModuleOn, isOwner, isSales, isSystem, type AccessContext } from './access-context.ts'

/** An entry of an ordered list: the first one that fits decides the destination. */
interface Step {
  rule: string
  fits: (access: AccessContext) => boolean
  to: (access: AccessContext) => string
}

const fixed = (path: string) => (): string => `/${path}`
const dashboard =
  (module: Module) =>
  (access: AccessContext): string =>
    addressOf(access, '{module}/dashboard', module)
const clientOf =
  (module: Module) =>
  (access: AccessContext): boolean =>
    access.kind === 'client' && isModuleOn(access, module)

const profileFirst: Step = {
  rule: 'R062',
  // Sales staff have no profile to set up: they are always redirected to their account page (D1 §2.7).
  fits: (access) => !access.profileComplete && !isSystem(access) && !isSales(access),
  to: fixed('user/profile-setup'),
}

/** Clients who have this module land there, whatever else they have. */
const searchFirst: Module = 'locator'

/** Landing pages after login and single sign-on: one list for both (OQ-07, OQ-37). */
const afterLogin: readonly Step[] = [
  profileFirst,
  { rule: 'R063', fits: clientOf(searchFirst), to: dashboard(searchFirst) },
  ...modules
    .filter((module) => module !== searchFirst)
    .map((module) => ({ rule: 'R064', fits: clientOf(module), to: dashboard(module) })),
  { rule: 'R065', fits: isSales, to: fixed('configuration/sales-connect-account') },
  { rule: 'R066', fits: isSystem, to: fixed('configuration/agency-list') },
  {
    rule: 'R067',
    fits: (access) => isOwner(access) && !(access.payments.chargesEnabled && access.payments.payoutsEnabled),
    to: fixed('configuration/general-setting'),
  },
  { rule: 'R068', fits: () => true, to: dashboard(firstModule) },
]

/** Landing pages of a root user in view mode (R071). */
const afterViewAs: readonly Step[] = [
  { ...profileFirst, rule: 'R071' },
  ...modules.map((module) => ({ rule: 'R071', fits: clientOf(module), to: dashboard(module) })),
  { rule: 'R071', fits: () => true, to: fixed('configuration/general-setting') },
]

export interface Landing {
  rule: string
  to: string
}

const firstOf = (steps: readonly Step[], access: AccessContext): Landing => {
  const step = steps.find(({ fits }) => fits(access))!
  return { rule: step.rule, to: step.to(access) }
}

/** The page after login, SSO and view-as (R061 to R071). */
export const landingOf = (access: AccessContext): Landing => firstOf(access.viewer ? afterViewAs : afterLogin, access)
