import { passwordProblem, passwordTexts } from '#contract/sign-in/password-rules.ts'
import type { Translate } from '../../../i18n/texts.tsx'

/** Errors in a new password that the browser can detect; the server checks the rest (R126). */
export function newPasswordErrors(
  t: Translate,
  password: string,
  again: string,
  words: readonly string[],
): { password?: string; again?: string } {
  if (password === '') return { password: t('Enter a new password.') }
  const problem = passwordProblem(password, { kind: null, words })
  if (problem) return { password: t(passwordTexts[problem]) }
  if (again === '') return { again: t('Enter the new password again.') }
  return again === password ? {} : { again: t('The two passwords differ.') }
}
