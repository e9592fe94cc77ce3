import type { UserKind } from '../people/user-kind.ts'

/** Only length counts, no character classes (SEC-3); the server also checks its lists. */
export const longestPassword = 128
const shortestOfOthers = 12
const shortestOfOperator = 15

const shortestPassword = (kind: UserKind | null): number =>
  kind === 'rootSystem' || kind === 'rootAdmin' ? shortestOfOperator : shortestOfOthers

/** Messages for a refused password, on both sides. Shown at the field. */
export const passwordTexts = {
  short: 'Use at least 12 characters.',
  shortOfOperator: 'Use at least 15 characters.',
  long: 'Use at most 128 characters.',
  repetitive: 'Use more different characters.',
  personal: 'Do not use your name, your email address or the name of this site.',
  common: 'This password is too common or was leaked. Choose another.',
  same: 'Choose a password different from the current one.',
} as const
export type PasswordProblem = keyof typeof passwordTexts

/** Length in characters as people count them: an emoji is one. */
const lengthOf = (password: string): number => [...password].length

/**
 * Returns what is wrong with a password, as far as it can be told without lists, or null. `words` are names connected
 * to the person: their own, the company's, the brand's, and the local part of the email address.
 */
export function passwordProblem(
  password: string,
  about: { kind: UserKind | null; words: readonly string[] },
): PasswordProblem | null {
  const least = shortestPassword(about.kind)
  if (lengthOf(password) < least) return least === shortestOfOperator ? 'shortOfOperator' : 'short'
  if (password.length > longestPassword) return 'long'
  if (isRepetitive(password)) return 'repetitive'
  return isPersonal(password, about.words) ? 'personal' : null
}

/** Fewer than five different characters, or one continuous sequence: `aaaaaaaaaaaa`, `123456789012`. */
function isRepetitive(password: string): boolean {
  const chars = [...password]
  if (new Set(chars).size < 5) return true
  const steps = chars.slice(1).map((char, at) => char.codePointAt(0)! - chars[at]!.codePointAt(0)!)
  const even = steps.filter((step) => Math.abs(step) <= 1).length
  return even >= chars.length * 0.75
}

/** Whether fewer than eight characters remain without the names in it. */
function isPersonal(password: string, words: readonly string[]): boolean {
  const lowerCase = password.toLowerCase()
  const names = words
    .flatMap((word) => [word, ...word.split(/[\s@._-]+/)])
    .map((word) => word.toLowerCase().replaceAll(/\s+/g, ''))
    .filter((word) => word.length >= 4)
    .toSorted((a, b) => b.length - a.length)
  const rest = names.reduce((text, name) => text.replaceAll(name, ''), lowerCase)
  return rest !== lowerCase && rest.length < 8
}
