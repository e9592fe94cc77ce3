import { fullAccess, toOwnPermissions } from '#contract/people/roles.ts'
import { assertFormUnchanged, type FormFields } from '#server/areas/activity/form-version.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { memberKindOf, type Member } from './find-member.ts'

interface MemberRow {
  kind: string
  fullName: string
  roleId: string | null
  permissionActive: boolean
  permissions: Record<string, boolean>
  isContact: boolean
  answersQuestions: boolean
  getsNotices: boolean
  factorDemanded: boolean
}

/** What the form of an administrator or sales person shows, by the field names of the call that saves it. */
export const memberFields = (row: MemberRow): FormFields =>
  memberKindOf(row.kind) === 'sales'
    ? {
        fullName: row.fullName,
        isAccountExecutive: row.kind === 'accountExecutive',
        twoFactorAuth: row.factorDemanded,
      }
    : {
        fullName: row.fullName,
        roleId: row.roleId ?? fullAccess,
        permission_active: row.permissionActive,
        user_permissions: toOwnPermissions(row.permissions),
        isContact: row.isContact,
        isSupportContact: row.answersQuestions,
        getsNotices: row.getsNotices,
        twoFactorAuth: row.factorDemanded,
      }

/** Refuses to overwrite somebody else's changes since the form was read. The person's row is locked already. */
export async function assertMemberUnchanged(
  tx: Tx,
  { platform, object }: SignedInCall,
  member: Member,
  version: string | undefined,
): Promise<void> {
  if (version === undefined) return
  const { rows } = await tx.query<MemberRow>(
    `select kind, full_name as "fullName", role_id as "roleId", permission_active as "permissionActive", permissions,
       is_contact as "isContact", is_support_contact as "answersQuestions", gets_notices as "getsNotices",
       factor_demanded as "factorDemanded" from app_user where id = $1`,
    [member.id],
  )
  await assertFormUnchanged(tx, platform, version, {
    bookId: object!.agencyId ?? object!.rootId,
    targetId: member.id,
    actions: ['team.administratorChanged', 'team.salesChanged'],
    fields: memberFields(rows[0]!),
  })
}
