import type { SecondStep } from '#contract/sign-in/session.ts'
import { asFailure, type CallFailure } from '../../../api/failure.ts'
import { sendOpen } from '../../../api/open-calls.ts'
import { sendJson } from '../../../api/request.ts'
import { isSignedIn, storeTokens, type Tokens } from '../../../api/tokens.ts'

type Validated = {
  message: string
  action: 'sign_in' | 'replace_user' | 'none'
  user: { name: string; email: string }
  tokens: Tokens | null
  second_step: SecondStep | null
}

export type Outcome =
  | { state: 'signedIn' }
  | { state: 'secondStep'; step: SecondStep & { email: string } }
  /** Another user is signed in here; nothing has changed yet (R093). */
  | { state: 'asks'; present: { name: string; email: string }; other: { name: string; email: string } }
  | { state: 'failed'; failure: CallFailure }

type Present = { id: string; name: string; email: string }

/** The signed-in user, after renewing the session if necessary; null if nobody is signed in. */
async function presentUser(): Promise<Present | null> {
  if (!isSignedIn()) return null
  try {
    return (await sendJson<{ data: Present }>({ method: 'GET', path: '/user', sealed: false })).data
  } catch (error) {
    // If the session has expired, nobody is signed in; any other failure is rethrown.
    if (isSignedIn()) throw error
    return null
  }
}

/** Validates the token with the host and the signed-in user (R061). `replace`: the user agreed to be replaced. */
export async function validate(token: string, replace: boolean): Promise<Outcome> {
  try {
    const present = await presentUser()
    const answer = await sendOpen<Validated>({
      method: 'POST',
      path: '/v1/developer/sso/validation',
      body: {
        subdomain: location.hostname,
        token,
        ...(present ? { currentUserId: present.id } : {}),
        ...(replace ? { replace: true } : {}),
      },
      sealed: true,
    })
    if (answer.action === 'replace_user' && present) return { state: 'asks', present, other: answer.user }
    if (answer.second_step) return { state: 'secondStep', step: { ...answer.second_step, email: answer.user.email } }
    if (answer.tokens) storeTokens(answer.tokens)
    return { state: 'signedIn' }
  } catch (error) {
    return { state: 'failed', failure: asFailure(error) }
  }
}
