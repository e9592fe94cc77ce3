import type { login } from '#contract/access/session.ts'
import { findHost } from '#server/areas/branding/public.ts'
import { machineTime } from '#server/platform/clock.ts'
import { Failure } from '#server/platform/failure.ts'
import type { OpenHandler } from '#server/platform/http/call.ts'
import { hashToken } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { isAdmitted } from './find-account.ts'
import { findPerson } from './find-person.ts'
import { checkPassword, hashPassword, isOutdated } from './passwords.ts'
import { deviceCookie, deviceLife_s } from './sessions.ts'
import { startSession } from './start-session.ts'

/** After so many wrong passwords an account waits, longer each time, never for good (reliability 5.3). */
const freeFailures = 5
const firstWait_ms = 30_000
const longestWait_ms = 15 * 60_000
const forgottenAfter_ms = 12 * 3_600_000

interface CredentialRow {
  user_id: string
  password_hash: string
  locked_until: Date | null
  known_device: boolean
}

/**
 * Signs a person in on the host that was asked. An unknown account, another host's account, a wrong password and a
 * locked account all answer alike and take alike.
 */
export const handleLogin: OpenHandler<typeof login> = async ({ body }, call) => {
  const { platform } = call
  const place = await findHost(platform, call.host)
  const device = call.cookies[deviceCookie]
  const deviceHash = device === undefined ? null : hashToken(device)
  const credential = place && (await findCredential(platform, place.rootId, body.username, deviceHash))
  // A device that was signed in before has a count of its own, so that a stranger cannot lock the owner out.
  const isKnown = credential?.known_device === true && deviceHash !== null
  const account = `${place?.rootId ?? call.host} ${body.username}`
  await call.countAccount(isKnown ? `${account} ${deviceHash.toString('base64')}` : account)

  const now_ms = machineTime(platform.clock)
  const isLocked = !isKnown && (credential?.locked_until?.getTime() ?? 0) > now_ms
  const fits = await checkPassword(isLocked ? null : (credential?.password_hash ?? null), body.password)
  const person = fits && place && credential ? await findPerson(platform, place.rootId, credential.user_id) : null
  if (!person || !place || !isAdmitted(person, place)) {
    // Either way something is written, so that the time does not tell known accounts from unknown ones.
    if (credential && !fits && !isKnown && !isLocked) await countFailure(platform, credential.user_id, now_ms)
    else await call.countAccount(`failed ${account}`)
    throw new Failure('wrong_credentials')
  }
  await forgetFailures(platform, person.userId, credential!.password_hash, body.password)
  const { tokens, device: freshDevice } = await startSession(platform, person, call.host)
  call.setCookie(deviceCookie, freshDevice, { maxAgeSeconds: deviceLife_s })
  return tokens
}

async function findCredential(
  platform: Platform,
  rootId: string,
  email: string,
  deviceHash: Buffer | null,
): Promise<CredentialRow | null> {
  const { rows } = await platform.appPool.query<CredentialRow>(
    `select user_id, password_hash, locked_until,
       exists (select from session where session.user_id = credential.user_id and device_hash = $3) as known_device
     from credential where root_id = $1 and email = $2`,
    [rootId, email, deviceHash],
  )
  return rows[0] ?? null
}

async function countFailure(platform: Platform, userId: string, now_ms: number): Promise<void> {
  await platform.appPool.query(countFailureText, [
    userId,
    new Date(now_ms),
    new Date(now_ms - forgottenAfter_ms),
    freeFailures,
    firstWait_ms,
    longestWait_ms,
  ])
}

const countFailureText = `
  with counted as (
    select user_id, case when failed_at > $3 then failures + 1 else 1 end as failures
    from credential where user_id = $1 for update)
  update credential set failures = counted.failures, failed_at = $2,
    locked_until = case when counted.failures >= $4::int then
      $2::timestamptz + least($5::float8 * 2 ^ least(counted.failures - $4::int, 20), $6::float8) * interval '1 millisecond' end
  from counted where credential.user_id = counted.user_id`

/** Clears the count after a sign-in, and hashes the password anew where today's cost differs. */
async function forgetFailures(platform: Platform, userId: string, oldHash: string, password: string): Promise<void> {
  const passwordHash = isOutdated(oldHash) ? await hashPassword(password) : oldHash
  await platform.appPool.query(
    `update credential set failures = 0, failed_at = null, locked_until = null, password_hash = $2
     where user_id = $1 and (failures > 0 or password_hash <> $2)`,
    [userId, passwordHash],
  )
}
