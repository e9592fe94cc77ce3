import type { resendCode, verifyLogin } from '#contract/sign-in/second-factor.ts'
import { findHost } from '#server/areas/branding/find-host.ts'
import { machineTime } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Call } from '#server/platform/call.ts'
import type { OpenHandler } from '#server/platform/http/route.ts'
import { findAccountById, isAdmitted } from '../find-account.ts'
import { findPerson, type Person } from '../find-person.ts'
import { finishSignIn } from '../finish-sign-in.ts'
import { notifyAndRecord } from '../security-notice.ts'
import { countRefusal, unknownDevice } from '../sign-in-failures.ts'
import { findChallenge, maxCodeTries, sendCode, type Challenge } from './challenge.ts'
import { factorOf } from './factors.ts'
import { verifyFactor, wrongCode } from './verify-factor.ts'

/** The second step (R088). Attempts are counted per challenge and per account, so that starting over gains nothing. */
export const handleVerifyLogin: OpenHandler<typeof verifyLogin> = async ({ body }, call) => {
  const { platform } = call
  const challenge = await findChallenge(call, body)
  await call.countAccount(challenge.userId)
  const person = await personOf(call, challenge)
  const factor = person && (await factorOf(platform, person))
  if (!person || !factor || !(await claimTry(call, challenge))) throw new Failure('sign_in_again')
  const proof = await verifyFactor(platform, factor, body.code, challenge.mailed)
  if (!proof) {
    await countRefusal(platform, { userId: person.userId, deviceHash: unknownDevice }, 'code', call.address)
    throw wrongCode('code')
  }
  if (!(await spendChallenge(call, challenge))) throw new Failure('sign_in_again')
  if (proof === 'recovery') await reportRecoveryCode(call, person)
  return finishSignIn(call, person, challenge.passwordVersion)
}

/** Mails another code. With an authenticator the call does nothing. */
export const handleResendCode: OpenHandler<typeof resendCode> = async ({ body }, call) => {
  const challenge = await findChallenge(call, body)
  await call.countAccount(challenge.userId)
  const person = await personOf(call, challenge)
  const account = person && (await findAccountById(call.platform, person.rootId, person.userId))
  if (!account) throw new Failure('sign_in_again')
  if (challenge.mailed.hash) await sendCode(call, challenge.tokenHash, account)
  return { result: 'success', message: 'We’ve sent a new code.', otp_token: body.otp_token }
}

/** Read again, because the person may have been disabled since the first step. */
async function personOf(call: Call, { rootId, userId }: Challenge): Promise<Person | null> {
  const hostOwner = await findHost(call.platform, call.host)
  const person = hostOwner && (await findPerson(call.platform, rootId, userId))
  return person && isAdmitted(person, hostOwner) ? person : null
}

/** Uses up one of the five attempts before the code is checked, so that a hundred concurrent ones still get five. */
async function claimTry({ platform }: Call, { tokenHash }: Challenge): Promise<boolean> {
  const { rowCount } = await platform.appPool.query(
    'update sign_in_challenge set tries = tries + 1 where token_hash = $1 and tries < $2 and over_at is null',
    [tokenHash, maxCodeTries],
  )
  return rowCount === 1
}

async function spendChallenge({ platform }: Call, { tokenHash }: Challenge): Promise<boolean> {
  const { rowCount } = await platform.appPool.query(
    'update sign_in_challenge set over_at = $2 where token_hash = $1 and over_at is null',
    [tokenHash, new Date(machineTime(platform.clock))],
  )
  return rowCount === 1
}

async function reportRecoveryCode(call: Call, person: Person): Promise<void> {
  const account = await findAccountById(call.platform, person.rootId, person.userId)
  if (!account) return
  await inScope(call.platform.appPool, { kind: 'none' }, (tx) => notifyAndRecord(tx, call, account, 'recoveryCodeUsed'))
}
