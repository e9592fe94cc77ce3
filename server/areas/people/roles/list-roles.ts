import { fullAccess, toRoleModule, type listRoles, type Role } from '#contract/people/roles.ts'
import { asOperator } from '#server/areas/pricing/read-cost.ts'
import { readMinimumSpend } from '#server/areas/pricing/minimum-spend.ts'
import { formVersionOf, type FormFields } from '#server/areas/activity/form-version.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { UserKind } from '#contract/people/user-kind.ts'
import { notFound } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { roleOf } from '../present.ts'

interface RoleRow {
  id: string
  name: string
  icon: string | null
  flags: Record<string, boolean>
  members: number
}

interface MemberRow {
  id: string
  kind: UserKind
  role_id: string | null
  permission_active: boolean
  permissions: Record<string, boolean>
}

/** A company's roles by name, one or all, with a user's own permissions on request. */
export const handleListRoles: Handler<typeof listRoles> = async ({ params }, call) => {
  const { rootId } = call.caller
  const roleId = [fullAccess, 'all'].includes(params.roleId) ? null : params.roleId
  const minimum = await asOperator(call.platform, rootId, (tx) => readMinimumSpend(tx, rootId))
  return call.inScope(async (tx) => {
    const { rows } = await tx.query<RoleRow>(
      `select role.id, role.name, role.icon, role.flags,
         (select count(*)::integer from app_user where app_user.role_id = role.id and app_user.removed_at is null) as members
       from role where company_id = $1 and ($2::uuid is null or role.id = $2) order by lower(role.name)`,
      [params.companyId, roleId],
    )
    if (roleId !== null && rows.length === 0) throw notFound()
    const user = params.userId === 'all' ? undefined : await readMember(tx, params.companyId, params.userId)
    return {
      result: 'success' as const,
      data: rows.map((row) => presentRole(call.platform, row)),
      minimumSpend: minimum,
      ...(user && { user: presentMember(user) }),
    }
  })
}

async function readMember(tx: Tx, companyId: string, userId: string): Promise<MemberRow> {
  const { rows } = await tx.query<MemberRow>(
    `select id, kind, role_id, permission_active, permissions from app_user
     where id = $1 and company_id = $2 and removed_at is null`,
    [userId, companyId],
  )
  if (!rows[0]) throw notFound()
  return rows[0]
}

/** What the form shows, by the names of C031. */
export const roleFields = ({ name, flags }: Pick<RoleRow, 'name' | 'flags'>): FormFields => ({
  roleName: name,
  menus: toRoleModule(flags),
})

const presentRole = (platform: Platform, row: RoleRow): Role => ({
  roleId: row.id,
  roleName: row.name,
  roleIcon: row.icon,
  menus: toRoleModule(row.flags),
  members: row.members,
  version: formVersionOf(platform, roleFields(row)),
})

const presentMember = (row: MemberRow) => ({
  id: row.id,
  ...memberRole(row),
})

/** The same as in the user data: an owner has full access, although nothing is stored for them. */
function memberRole(row: MemberRow) {
  const { role_id: roleId, ...rest } = roleOf(row)
  return { roleId, ...rest }
}
