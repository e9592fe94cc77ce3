import { inScope } from '#server/platform/database/scope.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import type { Call } from '#server/platform/call.ts'
import type { HttpCall } from '#server/platform/http/route.ts'
import { hashToken } from '#server/platform/ids.ts'
import { readAgent } from './describe-agent.ts'
import { findAccountById } from './find-account.ts'
import type { Person } from './find-person.ts'
import { saveBrowserLanguage } from './save-language.ts'
import { notifyAndRecord } from './security-notice.ts'
import { deviceCookie, deviceLife_s, type Tokens } from './sessions.ts'
import { startSession } from './start-session.ts'

/** Starts the session of a person who has passed every required proof; a password must still be the current one. */
export async function finishSignIn(call: HttpCall, person: Person, passwordVersion: number | null): Promise<Tokens> {
  const { userAgent } = call
  const { isKnown, isFirst } = await readDevice(call, person.userId)
  const from = { address: call.address, userAgent, passwordVersion }
  const { tokens, device } = await startSession(call.platform, person, call.host, from)
  call.setCookie(deviceCookie, device, { maxAgeSeconds: deviceLife_s })
  if (!isKnown) await saveBrowserLanguage(call, person)
  // Nobody is notified of a person's first device.
  if (!isKnown && !isFirst) await reportNewDevice(call, person, userAgent)
  else await recordSignIn(call, person)
  return tokens
}

/** A device is known by the cookie of an earlier session of this person. */
async function readDevice(
  { platform, cookies }: HttpCall,
  userId: string,
): Promise<{ isKnown: boolean; isFirst: boolean }> {
  const device = cookies[deviceCookie]
  const { rows } = await platform.appPool.query<{ has_any: boolean; has_this: boolean }>(
    `select exists (select from session where user_id = $1) as has_any,
       exists (select from session where user_id = $1 and device_hash = $2) as has_this`,
    [userId, device === undefined ? Buffer.alloc(0) : hashToken(device)],
  )
  return { isKnown: rows[0]!.has_this, isFirst: !rows[0]!.has_any }
}

async function reportNewDevice(call: Call, person: Person, userAgent: string): Promise<void> {
  const account = await findAccountById(call.platform, person.rootId, person.userId)
  if (!account) return
  await inScope(call.platform.appPool, { kind: 'none' }, (tx) =>
    notifyAndRecord(tx, call, account, 'newDevice', readAgent(userAgent)),
  )
}

/** A known device needs no notification, but it does go into the log that the company's owner reads. */
const recordSignIn = (call: Call, { userId, kind, rootId, agencyId }: Person): Promise<void> =>
  inScope(call.platform.appPool, { kind: 'none' }, (tx) =>
    recordActivity(tx, call, {
      action: 'account.signedIn',
      place: { rootId, agencyId, clientId: null },
      subjectId: userId,
      actor: { userId, kind },
    }),
  )
