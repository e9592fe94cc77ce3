import { wireKinds, type UserKind } from '#contract/access/user-kind.ts'
import type { UserData } from '#contract/access/user.ts'
import { modulesWith } from '#contract/branding/modules.ts'
import type { Language } from '#contract/core/language.ts'
import { toFlag } from '#contract/core/wire.ts'
import type { Caller } from '#server/platform/http/call.ts'
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
  modules: Parameters<typeof modulesWith>[0]
}

/** R144: everybody but administrators has full access inside their own company. */
function roleOf(row: UserRow): UserData['role_id'] {
  const hasRole = row.kind === 'administrator' || row.kind === 'rootAdmin'
  if (!hasRole || row.permissions['all'] === true) return 'F'
  return row.role_id ?? 'custom'
}

/** A person as the specification spells them (D1 §3.1). */
export function presentUser(row: UserRow, caller: Pick<Caller, 'actor' | 'rights'>): UserData {
  const { actor } = caller
  const viewer = caller.rights?.viewer ?? null
  const wire = wireKinds[row.kind]
  const modules = modulesWith(row.modules)
  return {
    id: row.id,
    name: row.full_name,
    email: row.email,
    phonenum: row.phone_e164,
    company_id: row.company_id,
    company_parent: row.parent_id,
    company_name: row.company_name,
    // White label: on an agency's host nobody reads the operator's name.
    companyparentname: row.client_id === null ? null : row.parent_name,
    company_root: row.root_id,
    ...wire,
    // In view mode the type of the one who looks (R097).
    user_type_ori: actor ? wireKinds[actor.kind].user_type : wire.user_type,
    rootcomp: toFlag(row.agency_id === null),
    isViewMode: toFlag(actor !== null),
    user_permissions_view_mode: viewer && { report_analytics: viewer.mayAnalyse },
    view_mode_ends_at: actor?.endsAt.toISOString() ?? null,
    role_id: roleOf(row),
    permission_active: toFlag(row.permission_active),
    user_permissions: row.permissions,
    profile_setup_completed: toFlag(row.profile_complete),
    tour_seen: toFlag(row.toured),
    ...presentProfile(row),
    idsys: row.root_id,
    timezone: row.time_zone,
    language: row.language,
    leadlocalname: modules.local.name,
    leadlocalurl: modules.local.url,
    leadlocatorname: modules.locator.name,
    leadlocatorurl: modules.locator.url,
    leadenhancename: modules.enhance.name,
    leadenhanceurl: modules.enhance.url,
    leadb2bname: modules.b2b.name,
    leadb2burl: modules.b2b.url,
  }
}
