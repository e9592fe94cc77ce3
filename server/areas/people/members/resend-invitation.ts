import type { resendInvitation } from '#contract/companies/users.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { Failure, invalid, notFound } from '#server/platform/failure.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { findMember, memberKindOf } from './find-member.ts'
import { sendInvitation, type Invited } from './send-invitation.ts'

/** Resends an invitation that has not been accepted yet. */
export const handleResendInvitation: Handler<typeof resendInvitation> = async ({ body }, call) => {
  const until = await call.inScope(async (tx) => sendInvitation(tx, call, await findInvited(tx, call, body)))
  return { result: 'success', message: 'The invitation was sent again.', data: { invited_until: until.toISOString() } }
}

interface Row {
  kind: string
  company_id: string
  full_name: string
  email: string
  invited_until: Date | null
}

/** An administrator, or the main user invited with a company below. */
async function findInvited(
  tx: Tx,
  call: SignedInCall,
  { companyId, userId }: { companyId: string; userId: string },
): Promise<Invited> {
  const { rows } = await tx.query<Row>(
    `select app_user.kind, company_id, full_name, email, invited_until
     from app_user join company on company.id = company_id and company.removed_at is null
     where app_user.id = $1 and app_user.removed_at is null for update of app_user`,
    [userId],
  )
  const row = rows[0]
  if (!row) throw notFound()
  if (row.company_id !== companyId) throw invalid('companyId', 'This is not the company of this person.')
  // In one's own company only administrators and sales staff are invited, by somebody with at least the same rights.
  if (companyId === call.caller.companyId)
    await findMember(tx, call, companyId, userId, 'userId', memberKindOf(row.kind) ?? 'administrator')
  if (!row.invited_until) throw new Failure('conflict', { message: 'This invitation was accepted already.' })
  return { userId, email: row.email, fullName: row.full_name }
}
