import type { cancelEmailChange, confirmEmail } from '#contract/people/profile.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { machineTime } from '#server/platform/clock.ts'
import { inScope, settleRaces } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Call } from '#server/platform/call.ts'
import type { Handler, OpenHandler } from '#server/platform/http/route.ts'
import { hashToken } from '#server/platform/ids.ts'
import { releaseAddress } from '../claim-address.ts'
import { endSessions } from '#server/areas/sign-in/end-sessions.ts'
import { findAccountById, type Account } from '#server/areas/sign-in/find-account.ts'
import { noticeByMail } from '#server/areas/sign-in/security-notice.ts'
import { updateMainUser } from '#server/areas/tenants/update-main-user.ts'
import { closeChange } from './email-change.ts'

interface Change {
  id: string
  user_id: string
  root_id: string
  session_id: string
  host: string
  new_email: string
  is_old: boolean
  old_confirmed_at: Date | null
  new_confirmed_at: Date | null
}

const refusal = (): Failure => new Failure('reset_refused')

/** Confirms from one of the two mailboxes. Each link works once, on its own host, for a day, unless a newer change was requested. */
export const handleConfirmEmail: OpenHandler<typeof confirmEmail> = async ({ body }, call) => {
  const { platform } = call
  const at = new Date(machineTime(platform.clock))
  const rootId = await findRoot(call, body.token)
  const say = async (tx: Tx): Promise<boolean> => {
    const change = await claim(tx, call, body.token, at)
    const isFull = change.is_old ? change.new_confirmed_at : change.old_confirmed_at
    if (!isFull) return false
    await run(tx, call, change, at)
    return true
  }
  // The address may be taken by somebody else at the same moment.
  const hasChanged = await settleRaces(() => inScope(platform.appPool, { kind: 'root', rootId }, say))
  return {
    result: 'success',
    changed: hasChanged,
    message: hasChanged
      ? 'The email address was changed. Sign in with the new one from now on.'
      : 'Thank you. The address changes when the other mailbox has confirmed it too.',
  }
}

/** Read before the scope is known. */
async function findRoot({ platform }: Call, token: string): Promise<string> {
  const { rows } = await platform.appPool.query<{ root_id: string }>(
    'select root_id from email_change join credential using (user_id) where $1 in (old_hash, new_hash)',
    [hashToken(token)],
  )
  if (!rows[0]) throw refusal()
  return rows[0].root_id
}

/** Records this mailbox's confirmation; of two concurrent ones, the second sees the first. */
async function claim(tx: Tx, call: Call, token: string, at: Date): Promise<Change> {
  const { rows } = await tx.query<Change & { expires_at: Date; over_at: Date | null }>(
    `select email_change.*, credential.root_id, old_hash = $1 as is_old
     from email_change join credential using (user_id) where $1 in (old_hash, new_hash) for update of email_change`,
    [hashToken(token)],
  )
  const change = rows[0]
  const isSpent = change && (change.is_old ? change.old_confirmed_at : change.new_confirmed_at)
  if (!change || isSpent || change.over_at || change.expires_at <= at || change.host !== call.host) throw refusal()
  const column = change.is_old ? 'old_confirmed_at' : 'new_confirmed_at'
  await tx.query(`update email_change set ${column} = $2 where id = $1`, [change.id, at])
  return change
}

async function run(tx: Tx, call: Call, change: Change, at: Date): Promise<void> {
  const account = await findAccountById(call.platform, change.root_id, change.user_id)
  await releaseAddress(tx, change.root_id, change.new_email, at)
  const accounts = await tx.query('select from credential where root_id = $1 and email = $2', [
    change.root_id,
    change.new_email,
  ])
  if (!account || accounts.rows.length > 0) throw refusal()
  await tx.query('update app_user set email = $2 where id = $1', [change.user_id, change.new_email])
  await updateMainUser(tx, change.user_id)
  await tx.query('update credential set email = $2 where user_id = $1', [change.user_id, change.new_email])
  // Links in the old mailbox stop working.
  await tx.query(
    'update password_reset set replaced_at = $2 where user_id = $1 and used_at is null and replaced_at is null',
    [change.user_id, at],
  )
  await closeChange(tx, change.user_id, at)
  await endSessions(tx, call.platform, change.user_id, 'email address changed', change.session_id)
  await notifyBothAddresses(tx, call, account, change.new_email)
  await recordActivity(tx, call, {
    action: 'security.emailChanged',
    place: await placeOf(tx, change.user_id),
    subjectId: change.user_id,
    actor: { userId: change.user_id, kind: account.kind },
  })
}

async function notifyBothAddresses(tx: Tx, call: Call, account: Account, newEmail: string): Promise<void> {
  await noticeByMail(tx, call, account, 'emailChanged')
  await noticeByMail(tx, call, { ...account, email: newEmail }, 'emailChanged')
}

async function placeOf(
  tx: Tx,
  userId: string,
): Promise<{ rootId: string; agencyId: string | null; clientId: string | null }> {
  const { rows } = await tx.query<{ root_id: string; agency_id: string | null; client_id: string | null }>(
    'select root_id, agency_id, client_id from app_user where id = $1',
    [userId],
  )
  return { rootId: rows[0]!.root_id, agencyId: rows[0]!.agency_id, clientId: rows[0]!.client_id }
}

export const handleCancelEmailChange: Handler<typeof cancelEmailChange> = async (_input, call) => {
  const at = new Date(machineTime(call.platform.clock))
  const was = await call.inScope((tx) => closeChange(tx, call.caller.userId, at))
  return {
    result: 'success',
    message: was ? 'The email address stays as it is.' : 'There was no change to undo.',
  }
}
