import { passwordProblem, passwordTexts } from '#contract/sign-in/password-rules.ts'
import type { UserKind } from '#contract/people/user-kind.ts'
import { readBoot } from '#server/areas/branding/read-brand.ts'
import { invalid } from '#server/platform/failure.ts'
import type { Config } from '#server/platform/config.ts'
import type { Platform } from '#server/platform/platform.ts'
import { isKnownPassword } from './known-passwords.ts'

/** The owner of a password, whose names it must not consist of. */
export interface PasswordOwner {
  kind: UserKind | null
  email: string
  fullName: string
  companyName: string
}

/** Checks a new password against the rules. Throws `invalid` naming the field, with a text to show at it. */
export async function checkNewPassword(
  platform: Platform,
  host: string,
  owner: PasswordOwner,
  field: string,
  password: string,
): Promise<void> {
  const brand = (await readBoot(platform, host))?.brand.name ?? ''
  const words = [owner.email, owner.fullName, owner.companyName, brand]
  const text = await newPasswordProblem(platform.config, { kind: owner.kind, words }, password)
  if (text) throw invalid(field, text)
}

/** What is wrong with a new password, as a text for its owner, or null. */
export async function newPasswordProblem(
  config: Pick<Config, 'BREACHED_PASSWORDS'>,
  about: { kind: UserKind | null; words: readonly string[] },
  password: string,
): Promise<string | null> {
  const problem = passwordProblem(password, about)
  if (problem) return passwordTexts[problem]
  return (await isKnownPassword(config, password)) ? passwordTexts.common : null
}
