import type { Call } from '#server/platform/http/call.ts'
import type { Person } from './find-person.ts'
import { deviceCookie, deviceLife_s, type Tokens } from './sessions.ts'
import { startSession } from './start-session.ts'

/** Starts the session of a person who has proved who they are in every way that was asked of them. */
export async function finishSignIn(call: Call, person: Person): Promise<Tokens> {
  const { tokens, device } = await startSession(call.platform, person, call.host)
  call.setCookie(deviceCookie, device, { maxAgeSeconds: deviceLife_s })
  return tokens
}
