import type { AccountState } from '#contract/guards/access-context.ts'
import { everyPermission } from '#contract/people/menu-flags.ts'
import { fullAccess, shownRole, toOwnPermissions } from '#contract/people/roles.ts'
import { teamOf } from '#contract/people/team-rights.ts'
import { wireKinds, type UserKind } from '#contract/people/user-kind.ts'
import type { UserData } from '#contract/people/user.ts'
import type { BootBrand } from '#contract/branding/domain.ts'
import { modulesWith, type ModuleName } from '#contract/branding/modules.ts'
import { byModule, type Module } from '#contract/campaigns/modules.ts'
import type { Permission } from '#contract/core/access.ts'
import type { Language } from '#contract/core/language.ts'
import type { Caller } from '#server/platform/call.ts'
import { presentProfile, type ProfileColumns } from './profile/present-profile.ts'

export interface UserRow extends ProfileColumns {
  id: string
  full_name: string
  email: string
  phone_e164: string | null
  profile_complete: boolean
  kind: UserKind
  company_id: string
  root_id: string
  agency_id: string | null
  client_id: string | null
  role_id: string | null
  permission_active: boolean
  toured: boolean
  permissions: Record<string, boolean>
  company_name: string
  time_zone: string
  language: Language | null
  parent_id: string | null
  parent_name: string | null
  parent_logo: string | null
  own_modules: Module[]
  account_connected: AccountState | null
  charges_enabled: boolean | null
  payouts_enabled: boolean | null
  logo: string | null
  font: string | null
  box_bgcolor: string | null
  text_color: string | null
  link_color: string | null
  template_bgcolor: string | null
  sidebar_bgcolor: string | null
  lastSignInAddress: string | null
  modules: Parameters<typeof modulesWith>[0]
}

/** R144: everybody but administrators has full access inside their own company; a client's menus are R145's. */
export function roleOf(
  row: Pick<UserRow, 'kind' | 'role_id' | 'permission_active' | 'permissions'>,
): Pick<UserData, 'role_id' | 'permission_active' | 'user_permissions'> {
  const { kind, permissions } = row
  if (kind === 'administrator' || kind === 'rootAdmin')
    return shownRole({ roleId: row.role_id, permissionActive: row.permission_active, permissions })
  const full = { role_id: fullAccess, permission_active: false } as const
  if (kind === 'rootSystem') return { ...full, user_permissions: toOwnPermissions({ all: true }) }
  const flags = kind === 'agencyOwner' ? ownerFlags : kind === 'client' ? clientFlags(permissions) : {}
  return { ...full, user_permissions: toOwnPermissions(flags) }
}

const flagsWhere = (isOn: (permission: Permission) => boolean): Record<string, boolean> =>
  Object.fromEntries(everyPermission.map((permission) => [permission, isOn(permission)]))
/** Report Analytics is for the operator only (R142). */
const ownerFlags = flagsWhere(() => true)
const clientFlags = (permissions: UserRow['permissions']): Record<string, boolean> =>
  flagsWhere((permission) => {
    if (permission === 'campaign.enable') return true
    if (permission.startsWith('campaign.'))
      return permissions['campaign.create'] === true && (teamOf('client', permissions)?.includes('manage') ?? true)
    if (permission === 'leads.update' || permission === 'leads.delete')
      return teamOf('client', permissions)?.includes('work') ?? true
    return permission === 'leads.enable'
  })

const noModule: ModuleName = { name: '', url: '' }

/** A route without name and url does not exist (D1 §2.2), so both are empty for modules that the company does not have. */
function ownModules({ modules: moduleNames, own_modules: ownNames, agency_id }: UserRow): Record<Module, ModuleName> {
  const all = modulesWith(moduleNames)
  // The operator has every module.
  return byModule((module) => (agency_id === null || ownNames.includes(module) ? all[module] : noModule))
}

/** The caller who reads a person; in view mode with the brand that the person sees. */
type Asker = Pick<Caller, 'actor' | 'rights'> & { viewedBrand: BootBrand | null }

/** A person as the specification spells them (D1 §3.1). */
export function presentUser(row: UserRow, caller: Asker): UserData {
  const { actor, viewedBrand } = caller
  const viewer = caller.rights?.viewer ?? null
  const wire = wireKinds[row.kind]
  const role = roleOf(row)
  const modules = ownModules(row)
  return {
    id: row.id,
    name: row.full_name,
    email: row.email,
    phone: row.phone_e164,
    company_id: row.company_id,
    company_parent: row.parent_id,
    company_name: row.company_name,
    // White label: on an agency's host nobody sees the operator's name.
    parentName: row.client_id === null ? null : row.parent_name,
    parentLogo: row.client_id === null ? null : row.parent_logo,
    company_logo: row.client_id === null ? row.logo : null,
    company_root: row.root_id,
    ...wire,
    // In view mode, the viewer's type (R097).
    originalUserType: actor ? wireKinds[actor.kind].user_type : wire.user_type,
    isRoot: row.agency_id === null,
    isViewMode: actor !== null,
    user_permissions_view_mode: viewer && { report_analytics: viewer.mayAnalyze },
    view_mode_ends_at: actor?.endsAt.toISOString() ?? null,
    viewed_brand: viewedBrand,
    ...role,
    team_rights: teamOf(row.kind, row.permissions),
    profile_setup_completed: row.profile_complete,
    tour_seen: row.toured,
    ...presentProfile(row),
    accountState: row.account_connected ?? '',
    charges_enabled: row.charges_enabled === false ? 0 : 1,
    payouts_enabled: row.payouts_enabled === false ? 0 : 1,
    leadsMenu: role.user_permissions.LeadsPeek.enable,
    module: (['local', 'locator'] as const).filter((module) => row.own_modules.includes(module)).join('|'),
    // Viewers, and people who read about somebody else, do not learn where that person signs in.
    lastSignInAddress: caller.rights && !actor ? row.lastSignInAddress : null,
    box_bgcolor: row.box_bgcolor,
    text_color: row.text_color,
    link_color: row.link_color,
    template_bgcolor: row.template_bgcolor,
    sidebar_bgcolor: row.sidebar_bgcolor,
    font_theme: row.font ?? '',
    systemId: row.root_id,
    timezone: row.time_zone,
    language: row.language,
    localName: modules.local.name,
    localUrl: modules.local.url,
    locatorName: modules.locator.name,
    locatorUrl: modules.locator.url,
    enhanceName: modules.enhance.name,
    enhanceUrl: modules.enhance.url,
    b2bName: modules.b2b.name,
    b2bUrl: modules.b2b.url,
  }
}
