import type { Tx } from '#server/platform/database/tx.ts'
import { accessDenied, invalid, notFound } from '#server/platform/failure.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { permissionsInForce } from '#server/areas/sign-in/find-person.ts'
import { assertNotAbove } from '../roles/may-give.ts'

/** People whom others of their company manage. */
export type MemberKind = 'administrator' | 'sales'

export const memberKindOf = (kind: string): MemberKind | null => {
  if (kind === 'administrator' || kind === 'rootAdmin') return 'administrator'
  return kind === 'salesRep' || kind === 'accountExecutive' ? 'sales' : null
}

const isNone: Readonly<Record<MemberKind, string>> = {
  administrator: 'This person isn’t an administrator.',
  sales: 'This person isn’t a sales person.',
}

export interface Member {
  id: string
  kind: MemberKind
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
 * The administrator or salesperson that a call manages, locked. Owners are neither, nobody manages themselves, and
 * nobody manages people with more rights.
 */
export async function findMember(
  tx: Tx,
  { caller }: SignedInCall,
  companyId: string,
  userId: string,
  field: string,
  kind: MemberKind,
): Promise<Member> {
  const { rows } = await tx.query<Row>(
    `select u.id, u.kind, u.company_id, u.full_name, u.email, u.invited_until, ${permissionsInForce}
     from app_user u left join role r on r.id = u.role_id
     where u.id = $1 and u.removed_at is null for update of u`,
    [userId],
  )
  const row = rows[0]
  if (!row) throw notFound()
  if (row.company_id !== companyId) throw invalid('companyId', 'This is not the company of this person.')
  if (memberKindOf(row.kind) !== kind) throw invalid(field, isNone[kind])
  if (row.id === caller.userId) throw accessDenied('You can’t change your own permissions.')
  assertNotAbove(caller.rights, row.permissions)
  return { id: row.id, kind, fullName: row.full_name, email: row.email, invitedUntil: row.invited_until }
}
