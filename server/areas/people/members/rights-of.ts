import { sentences } from '#contract/core/sentences.ts'
import { fromRoleModule, fullAccess, type OwnPermissions } from '#contract/people/roles.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { invalid } from '#server/platform/failure.ts'
import type { Caller } from '#server/platform/call.ts'
import { assertNotWider } from '../roles/may-give.ts'

/** What a request grants a person: a role, or custom permissions. */
export interface RequestedRights {
  roleId: string
  permission_active: boolean
  user_permissions?: OwnPermissions
}

/** The same as stored. */
export interface StoredRights {
  roleId: string | null
  permissionActive: boolean
  permissions: Record<string, boolean>
}

/** Converts requested rights to stored ones. Throws `invalid` for another company's role or for too many rights. */
export async function readRequestedRights(
  tx: Tx,
  caller: Caller,
  companyId: string,
  rights: RequestedRights,
): Promise<StoredRights> {
  const isOwn = rights.permission_active
  if (isOwn && !rights.user_permissions) throw invalid('user_permissions', sentences.neededForOwnRights)
  const mayReport = rights.user_permissions?.report_analytics
  const report: Record<string, boolean> = mayReport ? { report_analytics: true } : {}
  const permissions: Record<string, boolean> = {
    ...(rights.user_permissions && fromRoleModule(rights.user_permissions)),
    ...report,
  }
  if (rights.roleId === '' && !isOwn) throw invalid('roleId', 'Choose a role.')
  const isFull = rights.roleId === fullAccess || rights.roleId === ''
  const roleFlags = isFull ? { all: true } : await readFlags(tx, companyId, rights.roleId)
  if (isOwn) assertNotWider(caller.rights, permissions, 'user_permissions')
  // Beside full access it grants nothing, and lists show it there.
  else assertNotWider(caller.rights, isFull ? roleFlags : { ...roleFlags, ...report }, 'roleId')
  return {
    roleId: isFull ? null : rights.roleId,
    permissionActive: isOwn,
    permissions: isOwn ? permissions : isFull ? { all: true } : report,
  }
}

/** For the log: the role and the person's own flags, without names. */
export const loggedRights = ({ roleId, permissionActive, permissions }: StoredRights): Record<string, string> => ({
  role: roleId ?? (permissionActive ? 'custom' : fullAccess),
  permissions: Object.keys(permissions)
    .filter((flag) => permissions[flag])
    .toSorted()
    .join(' '),
})

async function readFlags(tx: Tx, companyId: string, roleId: string): Promise<Record<string, boolean>> {
  const { rows } = await tx.query<{ flags: Record<string, boolean> }>(
    'select flags from role where id = $1 and company_id = $2 for share',
    [roleId, companyId],
  )
  if (!rows[0]) throw invalid('roleId', 'Role not found.')
  return rows[0].flags
}
