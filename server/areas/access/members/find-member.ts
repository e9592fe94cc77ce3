import type { Tx } from '#server/platform/database/tx.ts'
import { forbidden, invalid, notFound } from '#server/platform/failure.ts'
import type { SignedInCall } from '#server/platform/http/call.ts'
import { permissionsInForce } from '../find-person.ts'
import { refuseAbove } from '../roles/may-give.ts'

export interface Member {
  id: string
  fullName: string
  email: string
  invitedUntil: Date | null
}

interface Row {
  id: string
  kind: string
  company_id: string
  full_name: string
  email: string
  invited_until: Date | null
  permissions: Record<string, boolean>
}

/**
 * The administrator that a call manages, locked. Owners are none, nobody manages themselves, and nobody manages whoever
 * may do more.
 */
export async function findMember(
  tx: Tx,
  { caller }: SignedInCall,
  companyId: string,
  userId: string,
  field: string,
): Promise<Member> {
  const { rows } = await tx.query<Row>(
    `select u.id, u.kind, u.company_id, u.full_name, u.email, u.invited_until, ${permissionsInForce}
     from app_user u left join role r on r.id = u.role_id
     where u.id = $1 and u.removed_at is null for update of u`,
    [userId],
  )
  const row = rows[0]
  if (!row) throw notFound()
  if (row.company_id !== companyId) throw invalid('companyID', 'This is not the company of this person.')
  if (row.kind !== 'administrator' && row.kind !== 'rootAdmin') throw invalid(field, 'This person is no administrator.')
  if (row.id === caller.userId) throw forbidden('Your own rights are for others to change.')
  refuseAbove(caller.rights, row.permissions)
  return { id: row.id, fullName: row.full_name, email: row.email, invitedUntil: row.invited_until }
}
