import { logout } from '#contract/sign-in/session.ts'
import { call } from '../../api/call.ts'
import { forgetWith } from '../../api/tokens.ts'
import { leaveToLogin } from '../login-paths.ts'

export async function signOut(): Promise<void> {
  await forgetWith(() => call(logout, {}))
  leaveToLogin()
}
