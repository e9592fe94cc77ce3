import { proofLife_ms, type reauthenticate } from '#contract/sign-in/reauthenticate.ts'
import { machineTime } from '#server/platform/clock.ts'
import { Failure, invalid, notFound } from '#server/platform/failure.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Handler, AccessHooks } from '#server/platform/http/route.ts'
import { findAccountById } from './find-account.ts'
import { readPasswordHash } from './password/read-password-hash.ts'
import { checkPassword } from './passwords.ts'
import { factorOf } from './second-factor/factors.ts'
import { verifyFactor, wrongCode } from './second-factor/verify-factor.ts'
import { claimSettingsCode } from './second-factor/settings-code.ts'

/** Checks the caller's password. Throws `invalid` at its field. */
export async function checkOwnPassword(
  { platform, caller }: SignedInCall,
  password: string,
  field: string,
): Promise<void> {
  const isRight = await checkPassword(await readPasswordHash(platform, caller.userId), password, caller.companyId)
  if (!isRight) throw invalid(field, '* Sorry, your current password invalid')
}

/**
 * Checks the caller's identity again: the password and, if a second factor is on, a code, which is used up. The session
 * remembers it for `proofLife_ms`. Throws `invalid` at the wrong field.
 */
export const handleReauthenticate: Handler<typeof reauthenticate> = async ({ body }, call) => {
  const { platform, caller } = call
  const account = await findAccountById(platform, caller.rootId, caller.userId)
  if (!account) throw notFound()
  const factor = await factorOf(platform, account)
  if (factor && body.code === undefined) throw invalid('code', 'Enter the code.')
  await checkOwnPassword(call, body.password, 'password')
  if (factor) {
    const mailedCode = factor.kind === 'email' ? await claimSettingsCode(platform, caller.userId) : null
    if (!(await verifyFactor(platform, factor, body.code ?? '', mailedCode))) throw wrongCode('code')
    if (mailedCode) await platform.appPool.query('delete from factor_code where user_id = $1', [caller.userId])
  }
  await platform.appPool.query('update session set proved_at = $2 where id = $1', [
    caller.sessionId,
    new Date(machineTime(platform.clock)),
  ])
  return { result: 'success', message: 'Your identity is confirmed.', expires_in: proofLife_ms / 1_000 }
}

/** Queried from the database each time: a proof is valid only in its own session, and expires exactly. */
export const hasRecentProof: AccessHooks['hasRecentProof'] = async (reader, clock, caller) => {
  // A session in view mode proves nothing about the person viewed.
  if (caller.actor) return false
  const { rowCount } = await reader.query(
    'select from session where id = $1 and revoked_at is null and proved_at > $2',
    [caller.sessionId, new Date(machineTime(clock) - proofLife_ms)],
  )
  return rowCount === 1
}

const closedAfterReset_ms = 24 * 3_600_000

/**
 * For a day after a password was replaced through a mailed link, a reader of that mailbox gets no further (SEC-3). A first
 * password replaces none: until it is set there is nothing in the account for anybody to take.
 */
export async function assertNoRecentReset({ platform, caller }: SignedInCall): Promise<void> {
  const { rowCount } = await platform.appPool.query(
    'select from password_reset where user_id = $1 and used_at > $2 and not is_first',
    [caller.userId, new Date(platform.clock.now() - closedAfterReset_ms)],
  )
  if (rowCount === 0) return
  throw new Failure('conflict', { message: 'This isn’t possible within 24 hours of a password reset by email.' })
}
