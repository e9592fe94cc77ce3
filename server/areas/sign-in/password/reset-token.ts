import type { Tx } from '#server/platform/database/tx.ts'
import { hashToken, newToken } from '#server/platform/ids.ts'

/** The token of a link to set a password, valid once and only on this host. Only its hash is stored. */
export async function addResetToken(
  tx: Tx,
  { userId, host, at, until }: { userId: string; host: string; at: Date; until: Date },
): Promise<string> {
  const token = newToken()
  await tx.query(
    'insert into password_reset (token_hash, user_id, host, created_at, expires_at) values ($1, $2, $3, $4, $5)',
    [hashToken(token), userId, host, at, until],
  )
  return token
}

/** Earlier links stop working. */
export async function replaceResetTokens(tx: Tx, userId: string, at: Date): Promise<void> {
  await tx.query(
    'update password_reset set replaced_at = $2 where user_id = $1 and used_at is null and replaced_at is null',
    [userId, at],
  )
}
