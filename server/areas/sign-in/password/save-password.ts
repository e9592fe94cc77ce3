import { machineTime } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Platform } from '#server/platform/platform.ts'
import { resetSignInFailures } from '../sign-in-failures.ts'
import { replaceResetTokens } from './reset-token.ts'

/** Stores a new hash, resets the failure count, and invalidates every reset link. */
export async function savePassword(tx: Tx, platform: Platform, userId: string, passwordHash: string): Promise<void> {
  const at = new Date(machineTime(platform.clock))
  await tx.query(
    'update credential set password_hash = $2, changed_at = $3, must_change_password = false, reserved_until = null, version = version + 1 where user_id = $1',
    [userId, passwordHash, at],
  )
  await resetSignInFailures(tx, userId)
  await replaceResetTokens(tx, userId, at)
}
