import type { login } from '#contract/sign-in/session.ts'
import { findHost, type HostOwner } from '#server/areas/branding/find-host.ts'
import { machineTime } from '#server/platform/clock.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Call } from '#server/platform/call.ts'
import type { HttpCall } from '#server/platform/http/route.ts'
import type { Input, OpenHandler } from '#server/platform/http/route.ts'
import { hashToken } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { requireCaptcha } from './captcha/captcha.ts'
import { isAlarmed, tallySignIn } from './captcha/stuffing-alarm.ts'
import { isAdmitted } from './find-account.ts'
import { findPerson, type Person } from './find-person.ts'
import { requireOwnPassword } from './password/temporary-password.ts'
import { checkPassword, hashPassword, isOutdated } from './passwords.ts'
import { deviceCookie } from './sessions.ts'
import { signIn } from './sign-in.ts'
import { countRefusal, resetSignInFailures, unknownDevice, type FailureBucket } from './sign-in-failures.ts'

interface CredentialRow {
  version: number
  user_id: string
  password_hash: string
  is_known: boolean
  waits_until: Date | null
}

/**
 * Signs a person in on the requested host. An unknown account, another host's account, a wrong password and a locked
 * account all get the same response after the same time. During credential stuffing everybody solves a captcha.
 */
export const handleLogin: OpenHandler<typeof login> = async ({ body }, call) => {
  if (await isAlarmed(call.platform)) await requireCaptcha(call, body.captchaToken)
  const identity = await proveAndTally(call, body)
  if (!identity) throw new Failure('wrong_credentials')
  return (await requireOwnPassword(call, identity.person)) ?? signIn(call, identity.person, identity.version)
}

type Proved = { person: Person; version: number }

/** The person, or null. What is refused because too many wait counts for the alarm as well, or a flood would not raise it. */
async function proveAndTally(call: HttpCall, body: Input<typeof login>['body']): Promise<Proved | null> {
  try {
    const hostOwner = await findHost(call.platform, call.host)
    const identity = hostOwner && (await verifyPassword(call, hostOwner, body.username, body.password))
    // Unknown hosts, too, cost a hash and a write.
    if (!hostOwner) await rejectLikeWrongPassword(call, `${call.host} ${body.username}`, body.password)
    await tallySignIn(call.platform, !identity)
    return identity
  } catch (thrown) {
    if (thrown instanceof Failure && thrown.code === 'overloaded') await tallySignIn(call.platform, true)
    throw thrown
  }
}

/** All hosts that are nobody's share the places to wait of one. */
const unknownHost = ''

async function rejectLikeWrongPassword(call: Call, account: string, password: string): Promise<void> {
  await call.countAccount(account)
  await checkPassword(null, password, unknownHost)
  await call.countAccount(`failed ${account}`)
}

/** The person and the version of the password that matches, or null. Counts the attempt, and a failure. */
async function verifyPassword(
  call: HttpCall,
  hostOwner: HostOwner,
  email: string,
  password: string,
): Promise<Proved | null> {
  const { platform } = call
  const device = call.cookies[deviceCookie]
  const deviceHash = device === undefined ? unknownDevice : hashToken(device)
  const credential = await findCredential(platform, hostOwner.rootId, email, deviceHash)
  // A device that was signed in before is counted separately, so that a stranger cannot lock the owner out.
  const bucket = credential?.is_known ? deviceHash : unknownDevice
  const account = `${hostOwner.rootId} ${email}`
  await call.countAccount(`${account} ${bucket.toString('base64')}`)

  const waits = (credential?.waits_until?.getTime() ?? 0) > machineTime(platform.clock)
  const fits = await checkPassword(waits ? null : (credential?.password_hash ?? null), password, call.host)
  const person = fits && credential ? await findPerson(platform, hostOwner.rootId, credential.user_id) : null
  if (person && credential && isAdmitted(person, hostOwner)) {
    await welcome(call, { userId: person.userId, deviceHash: bucket }, credential.password_hash, password)
    return { person, version: credential.version }
  }
  // There is a write either way, so that timing does not reveal which accounts exist.
  if (credential) {
    const refusal = waits ? 'waiting' : fits ? 'place' : 'password'
    await countRefusal(platform, { userId: credential.user_id, deviceHash: bucket }, refusal, call.address)
  } else await call.countAccount(`failed ${account}`)
  return null
}

async function findCredential(
  platform: Platform,
  rootId: string,
  email: string,
  deviceHash: Buffer,
): Promise<CredentialRow | null> {
  const { rows } = await platform.appPool.query<CredentialRow>(findText, [rootId, email, deviceHash, unknownDevice])
  return rows[0] ?? null
}

const findText = `
  select found.*, sign_in_failure.waits_until
  from (
    select user_id, password_hash, version,
      exists (select from session where session.user_id = credential.user_id and device_hash = $3) as is_known
    from credential where root_id = $1 and email = $2) found
  left join sign_in_failure on sign_in_failure.user_id = found.user_id
    and device_hash = case when is_known then $3 else $4::bytea end`

/** Resets the count after a correct password, and rehashes the password if the hashing cost has changed. */
async function welcome(
  { platform, host }: Call,
  bucket: FailureBucket,
  oldHash: string,
  password: string,
): Promise<void> {
  await resetSignInFailures(platform.appPool, bucket.userId, bucket.deviceHash)
  if (!isOutdated(oldHash)) return
  await platform.appPool.query('update credential set password_hash = $3 where user_id = $1 and password_hash = $2', [
    bucket.userId,
    oldHash,
    await hashPassword(password, host),
  ])
}
