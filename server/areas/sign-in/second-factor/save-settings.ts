import type { makeRecoveryCodes, saveFactorSettings } from '#contract/sign-in/second-factor.ts'
import { machineTime } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { invalid, notFound } from '#server/platform/failure.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Handler, Input } from '#server/platform/http/route.ts'
import { endSessions } from '../end-sessions.ts'
import { findAccountById, type Account } from '../find-account.ts'
import { notifyAndRecord } from '../security-notice.ts'
import { stepOfCode } from './authenticator.ts'
import { factorOf, isRequired, removeFactor, replaceRecoveryCodes, saveFactor, type Factor } from './factors.ts'
import { confirmedSecret } from './pending-secret.ts'
import { isMailedCode, wrongCode } from './verify-factor.ts'
import { claimSettingsCode } from './settings-code.ts'

type Body = Input<typeof saveFactorSettings>['body']

/**
 * Turns the second factor on or off, or switches to the other kind (R089 to R091). The session's recent proof of identity
 * covers the password and the current factor; a code of the new factor is checked if one is sent (decision 36). All other
 * sessions end, and the person is mailed.
 */
export const handleSaveFactorSettings: Handler<typeof saveFactorSettings> = async ({ params, body }, call) => {
  const account = await ownAccount(call, params.userId)
  const { platform } = call
  const factor = await factorOf(platform, account)
  if (!body.two_factor_auth && isRequired(platform, account)) {
    throw invalid(
      'two_factor_auth',
      'Your account requires two-factor authentication. You can switch to the other method.',
    )
  }
  const newFactor = body.two_factor_auth ? await verifyWanted(call, factor, body) : null
  const recoveryCodes = await inScope(platform.appPool, { kind: 'none' }, async (tx) => {
    if (newFactor) await saveFactor(tx, platform, account.userId, newFactor)
    else await removeFactor(tx, account.userId)
    await tx.query('delete from factor_code where user_id = $1', [account.userId])
    await endSessions(tx, platform, account.userId, 'second factor changed', call.caller.sessionId)
    await notifyAndRecord(tx, call, account, !newFactor ? 'factorOff' : factor ? 'factorChanged' : 'factorOn')
    return newFactor && !factor?.changedAt ? replaceRecoveryCodes(tx, platform, account.userId) : []
  })
  const message = newFactor ? 'Two-factor authentication is on.' : 'Two-factor authentication is off.'
  return { result: 'success', message, recovery_codes: recoveryCodes }
}

export const handleMakeRecoveryCodes: Handler<typeof makeRecoveryCodes> = async ({ params }, call) => {
  const account = await ownAccount(call, params.userId)
  const { platform } = call
  const factor = await factorOf(platform, account)
  if (!factor?.changedAt) throw invalid('userId', 'Turn two-factor authentication on first.')
  const codes = await inScope(platform.appPool, { kind: 'none' }, async (tx) => {
    await tx.query('delete from factor_code where user_id = $1', [account.userId])
    await notifyAndRecord(tx, call, account, 'recoveryCodesMade')
    return replaceRecoveryCodes(tx, platform, account.userId)
  })
  return { result: 'success', message: 'Your old recovery codes no longer work.', recovery_codes: codes }
}

async function ownAccount({ platform, caller }: SignedInCall, userId: string): Promise<Account> {
  const account = await findAccountById(platform, caller.rootId, caller.userId)
  if (!account || userId !== caller.userId) throw notFound()
  return account
}

/**
 * Tests the new factor if its code is sent, so that nobody locks themselves out by mistake. The authenticator's secret is the
 * server's; the submitted one is only compared.
 */
async function verifyWanted(
  { platform, caller }: SignedInCall,
  factor: Factor | null,
  { two_factor_auth_type: kind, secretKey, code }: Body,
): Promise<Parameters<typeof saveFactor>[3]> {
  if (kind === 'email') {
    if (code !== undefined && !isMailedCode(platform, await claimSettingsCode(platform, caller.userId), code))
      throw wrongCode('code')
    return { kind, secret: null, step: null }
  }
  const secret = confirmedSecret(platform, { ...caller, factor }, secretKey ?? '')
  if (!secret) throw invalid('secretKey', 'This QR code is too old. Scan the new one.')
  if (code === undefined) return { kind, secret, step: null }
  const step = stepOfCode(secret, code.replaceAll(/\s/g, ''), machineTime(platform.clock))
  if (step === null) throw wrongCode('code')
  return { kind, secret, step }
}
