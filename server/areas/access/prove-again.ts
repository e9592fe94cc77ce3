import { machineTime } from '#server/platform/clock.ts'
import { Failure, invalid, notFound } from '#server/platform/failure.ts'
import type { SignedInCall } from '#server/platform/http/call.ts'
import { findAccountById, type Account } from './find-account.ts'
import { readPasswordHash } from './password/read-password-hash.ts'
import { checkPassword } from './passwords.ts'
import { factorOf, type Factor } from './second-factor/factors.ts'
import { proveFactor, wrongCode } from './second-factor/prove-factor.ts'
import { claimSettingsCode } from './second-factor/settings-code.ts'

/** Proves the password of the one who calls. Throws `invalid` at the field that it came in. */
export async function checkOwnPassword(
  { platform, caller }: SignedInCall,
  password: string | undefined,
  field = 'currpassword',
): Promise<void> {
  if (password === undefined) throw invalid(field, 'Enter your current password.')
  const isRight = await checkPassword(await readPasswordHash(platform, caller.userId), password)
  if (!isRight) throw invalid(field, '* Sorry, your current password invalid')
}

/** Proves the factor that is on. Spends the code. */
export async function proveCurrent({ platform, caller }: SignedInCall, factor: Factor, code = ''): Promise<void> {
  const mailed = factor.kind === 'email' ? await claimSettingsCode(platform, caller.userId) : null
  if (!(await proveFactor(platform, factor, code, mailed))) throw wrongCode('currcode')
}

/**
 * The caller proves once more who they are, for what must not be done from a screen left open: the password, and a code
 * where a second factor is on. Throws `invalid` at the field that is wrong.
 */
export async function proveAgain(
  call: SignedInCall,
  { currpassword, currcode }: { currpassword: string; currcode?: string | undefined },
): Promise<Account> {
  const { platform, caller } = call
  const account = await findAccountById(platform, caller.rootId, caller.userId)
  if (!account) throw notFound()
  await checkOwnPassword(call, currpassword)
  const factor = await factorOf(platform, account)
  if (factor && currcode === undefined) throw invalid('currcode', 'Enter the code.')
  if (factor) await proveCurrent(call, factor, currcode)
  return account
}

const day_ms = 86_400_000

/** For a day after a password was set through a mailed link, whoever reads the mail gets no further (reliability 5.3). */
export async function refuseAfterReset({ platform, caller }: SignedInCall): Promise<void> {
  const { rowCount } = await platform.appPool.query('select from password_reset where user_id = $1 and used_at > $2', [
    caller.userId,
    new Date(machineTime(platform.clock) - day_ms),
  ])
  if (rowCount === 0) return
  throw new Failure('conflict', { message: 'For 24 hours after a password was set by mail this is not possible.' })
}
