import { timingSafeEqual } from 'node:crypto'
import { machineTime } from '#server/platform/clock.ts'
import { invalid, type Failure } from '#server/platform/failure.ts'
import type { Platform } from '#server/platform/platform.ts'
import { stepOfCode } from './authenticator.ts'
import { isRecoveryCode, openSecret, recoveryHashes, type Factor } from './factors.ts'

/** A mailed code as stored. */
export interface MailedCode {
  /** What the hash is bound to, so that a code of one sign-in does not work for another. */
  boundTo: string
  hash: Buffer | null
  expiresAt: Date | null
}

export const wrongCode = (field: string): Failure => invalid(field, 'That code is incorrect or expired.')

export const mailedCodeHash = (platform: Platform, boundTo: string, code: string): Buffer =>
  platform.secrets.keyedHash(`mailed code\n${boundTo}\n${code}`)

/** Whether a code matches the mailed one and is still valid. */
export function isMailedCode(platform: Platform, mailedCode: MailedCode | null, code: string): boolean {
  if (!mailedCode?.hash || !mailedCode.expiresAt || mailedCode.expiresAt.getTime() <= machineTime(platform.clock))
    return false
  return timingSafeEqual(mailedCode.hash, mailedCodeHash(platform, mailedCode.boundTo, code))
}

const plainCode = (code: string): string => code.replaceAll(/\s/g, '')

/**
 * Verifies a factor by a code and uses the code up: an authenticator's step and a recovery code work once. Returns what was
 * used, or null if the code is wrong.
 */
export async function verifyFactor(
  platform: Platform,
  factor: Factor,
  code: string,
  mailedCode: MailedCode | null,
): Promise<'factor' | 'recovery' | null> {
  if (isRecoveryCode(code)) return (await spendRecoveryCode(platform, factor.userId, code)) ? 'recovery' : null
  if (factor.kind === 'email') return isMailedCode(platform, mailedCode, plainCode(code)) ? 'factor' : null
  const step = stepOfCode(openSecret(platform, factor), plainCode(code), machineTime(platform.clock))
  return step !== null && (await spendStep(platform, factor.userId, step)) ? 'factor' : null
}

/** Of two concurrent uses of the same code, one succeeds. */
async function spendStep(platform: Platform, userId: string, step: number): Promise<boolean> {
  const { rowCount } = await platform.appPool.query(
    `update second_factor set last_step = $2 where user_id = $1 and kind = 'google' and coalesce(last_step, 0) < $2`,
    [userId, step],
  )
  return rowCount === 1
}

async function spendRecoveryCode(platform: Platform, userId: string, code: string): Promise<boolean> {
  const { rowCount } = await platform.appPool.query(
    'update recovery_code set used_at = $3 where user_id = $1 and code_hash = any($2::bytea[]) and used_at is null',
    [userId, recoveryHashes(platform, userId, code), new Date(machineTime(platform.clock))],
  )
  return rowCount === 1
}
