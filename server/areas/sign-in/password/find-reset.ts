import type { ResetProblem } from '#contract/sign-in/password.ts'
import { findHost } from '#server/areas/branding/find-host.ts'
import { machineTime } from '#server/platform/clock.ts'
import type { Call } from '#server/platform/call.ts'
import { hashToken } from '#server/platform/ids.ts'
import { findAccountById, isAdmitted, type Account } from '../find-account.ts'

interface ResetRow {
  user_id: string
  root_id: string
  email: string
  host: string
  expires_at: Date
  replaced_at: Date | null
  used_at: Date | null
}

/** Whose link this is, or why it does not work. A link is valid on its own host and for its own address only. */
export async function findReset(
  call: Pick<Call, 'platform' | 'host'>,
  { token, email }: { token: string; email: string },
): Promise<{ account: Account } | { problem: ResetProblem }> {
  const { platform, host } = call
  const { rows } = await platform.appPool.query<ResetRow>(
    `select user_id, root_id, email, host, expires_at, replaced_at, used_at
     from password_reset join credential using (user_id) where token_hash = $1`,
    [hashToken(token)],
  )
  const row = rows[0]
  if (!row || row.email !== email || row.host !== host) return { problem: 'invalid' }
  if (row.used_at) return { problem: 'used' }
  if (row.replaced_at) return { problem: 'replaced' }
  if (row.expires_at.getTime() <= machineTime(platform.clock)) return { problem: 'expired' }
  const owner = await findHost(platform, host)
  const account = owner && (await findAccountById(platform, row.root_id, row.user_id))
  return account && isAdmitted(account, owner) ? { account } : { problem: 'invalid' }
}
