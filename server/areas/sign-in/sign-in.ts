import type { SecondStep } from '#contract/sign-in/session.ts'
import type { HttpCall } from '#server/platform/http/route.ts'
import type { Person } from './find-person.ts'
import { finishSignIn } from './finish-sign-in.ts'
import { beginChallenge } from './second-factor/challenge.ts'
import { factorOf } from './second-factor/factors.ts'
import type { Tokens } from './sessions.ts'

/**
 * The one way from a first proof to a session: people with a second factor are asked for it, whatever the first proof was.
 * `passwordVersion` names the password that was checked; null for other first proofs. Nothing else may start a session for somebody who comes from outside.
 */
export async function signIn(
  call: HttpCall,
  person: Person,
  passwordVersion: number | null,
): Promise<Tokens | SecondStep> {
  const factor = await factorOf(call.platform, person)
  return factor
    ? beginChallenge(call, person, { factor, passwordVersion })
    : finishSignIn(call, person, passwordVersion)
}
