import type { NewPasswordStep } from '#contract/sign-in/session.ts'
import { machineTime } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { invalid } from '#server/platform/failure.ts'
import type { Call } from '#server/platform/call.ts'
import type { Person } from '../find-person.ts'
import { checkPassword } from '../passwords.ts'
import { addResetToken } from './reset-token.ts'

const choiceLife_ms = 30 * 60_000

/**
 * Lets people who signed in with a password set by somebody else choose their own; nothing else is allowed
 * (SEC-3). Null for everybody else. A second factor is required afterwards, with the new password.
 */
export async function requireOwnPassword(
  call: Call,
  { userId }: Pick<Person, 'userId'>,
): Promise<NewPasswordStep | null> {
  const { platform, host } = call
  const { rows } = await platform.appPool.query<{ email: string }>(
    'select email from credential where user_id = $1 and must_change_password',
    [userId],
  )
  if (!rows[0]) return null
  const now_ms = machineTime(platform.clock)
  const [at, until] = [new Date(now_ms), new Date(now_ms + choiceLife_ms)]
  const reset_token = await inScope(platform.appPool, { kind: 'none' }, (tx) =>
    addResetToken(tx, { userId, host, at, until, isMailed: false }),
  )
  return { new_password: true, reset_token, email: rows[0].email }
}

/** The person who assigned a password knows it, so typing it again does not make it the owner's. */
export async function rejectTemporaryPassword(
  { platform, host }: Call,
  userId: string,
  field: string,
  password: string,
): Promise<void> {
  const { rows } = await platform.appPool.query<{ password_hash: string }>(
    'select password_hash from credential where user_id = $1 and must_change_password',
    [userId],
  )
  if (rows[0] && (await checkPassword(rows[0].password_hash, password, host)))
    throw invalid(field, 'Choose another password than the one you were given.')
}
