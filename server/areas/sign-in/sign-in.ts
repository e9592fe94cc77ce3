import type { SecondStep } from '#contract/sign-in/session.ts'
import type { HttpCall } from '#server/platform/http/route.ts'
import type { Person } from './find-person.ts'
import { finishSignIn } from './finish-sign-in.ts'
import { beginChallenge } from './second-factor/challenge.ts'
import { factorOf } from './second-factor/factors.ts'
import type { Tokens } from './sessions.ts'

/**
 * The only way from a first proof to a session: a second factor is required of people who have one, whatever the first
 * proof was. `passwordVersion` names the checked password; null for other proofs. No other sign-in starts a session.
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
