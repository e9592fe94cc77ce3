import type { sendFactorCode } from '#contract/sign-in/second-factor.ts'
import { machineTime } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { notFound } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { newDigits } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { findAccountById } from '../find-account.ts'
import { maxCodeTries } from './challenge.ts'
import { codeLife_ms, mailCode } from './mail-code.ts'
import { mailedCodeHash, type MailedCode } from './verify-factor.ts'

const boundTo = (userId: string): string => `settings ${userId}`

/** Mails a code that proves access to the mailbox for a change of these settings. The previous code stops working. */
export const handleSendFactorCode: Handler<typeof sendFactorCode> = async ({ params }, call) => {
  const { platform, caller } = call
  const account = await findAccountById(platform, caller.rootId, caller.userId)
  if (!account || params.userId !== caller.userId) throw notFound()
  const code = newDigits()
  const expiresAt = new Date(machineTime(platform.clock) + codeLife_ms)
  await inScope(platform.appPool, { kind: 'none' }, async (tx) => {
    await tx.query(
      `insert into factor_code (user_id, code_hash, expires_at) values ($1, $2, $3)
       on conflict (user_id) do update set code_hash = $2, expires_at = $3, tries = 0`,
      [caller.userId, mailedCodeHash(platform, boundTo(caller.userId), code), expiresAt],
    )
    await mailCode(tx, call, account, code, 'change how you sign in')
  })
  return { result: 'success', message: 'We’ve sent a new code.' }
}

/** The mailed code, using up one of its attempts; null when there is none or no attempt is left. */
export async function claimSettingsCode(platform: Platform, userId: string): Promise<MailedCode | null> {
  const { rows } = await platform.appPool.query<{ code_hash: Buffer; expires_at: Date }>(
    'update factor_code set tries = tries + 1 where user_id = $1 and tries < $2 returning code_hash, expires_at',
    [userId, maxCodeTries],
  )
  const row = rows[0]
  return row ? { boundTo: boundTo(userId), hash: row.code_hash, expiresAt: row.expires_at } : null
}
