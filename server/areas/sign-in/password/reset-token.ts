import { machineTime } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { Failure } from '#server/platform/failure.ts'
import { hashToken, newToken } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'

/**
 * The token of a link to set a password, valid once and only on this host. Only its hash is stored. It is mailed, unless
 * it follows a sign-in with a password that somebody else chose.
 */
export async function addResetToken(
  tx: Tx,
  {
    userId,
    host,
    at,
    until,
    isMailed = true,
  }: { userId: string; host: string; at: Date; until: Date; isMailed?: boolean },
): Promise<string> {
  const token = newToken()
  await tx.query(
    'insert into password_reset (token_hash, user_id, host, created_at, expires_at, is_mailed) values ($1, $2, $3, $4, $5, $6)',
    [hashToken(token), userId, host, at, until, isMailed],
  )
  return token
}

/**
 * Uses up a link. Of two concurrent uses, one finds it used up and throws `reset_refused`. Whether it replaced a password
 * that its owner chose is stored with it, for `assertNoRecentReset`, at the program's own time.
 */
export async function useResetToken(
  tx: Tx,
  { clock }: Pick<Platform, 'clock'>,
  token: string,
): Promise<{ isMailed: boolean; isInvitation: boolean }> {
  const { rows } = await tx.query<{ is_mailed: boolean; is_invitation: boolean }>(
    `update password_reset set used_at = $2, is_first = password_hash is null or must_change_password
       from credential
      where token_hash = $1 and used_at is null and replaced_at is null and expires_at > $3
        and credential.user_id = password_reset.user_id
     returning is_mailed, password_hash is null as is_invitation`,
    [hashToken(token), new Date(clock.now()), new Date(machineTime(clock))],
  )
  const [usedToken] = rows
  if (!usedToken) throw new Failure('reset_refused')
  return { isMailed: usedToken.is_mailed, isInvitation: usedToken.is_invitation }
}

/** Earlier links stop working. */
export async function replaceResetTokens(tx: Tx, userId: string, at: Date): Promise<void> {
  await tx.query(
    'update password_reset set replaced_at = $2 where user_id = $1 and used_at is null and replaced_at is null',
    [userId, at],
  )
}
