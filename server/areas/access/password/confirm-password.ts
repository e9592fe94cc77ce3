import { invalid } from '#server/platform/failure.ts'
import type { Wall } from '#server/platform/http/call.ts'
import { checkPassword } from '../passwords.ts'
import { readPasswordHash } from './read-password-hash.ts'

/** Proves anew that the caller is who signed in, for what must not be done from a screen left open (reliability 7.5.1). */
export const confirmPassword: Wall['confirmPassword'] = async ({ platform, caller }, password) => {
  const isRight = await checkPassword(await readPasswordHash(platform, caller.userId), password)
  if (!isRight) throw invalid('currpassword', '* Sorry, your current password invalid')
}
