import { hex } from './ids.ts'
import { safely } from './safely.ts'

/** A hash, or a promise of one that resolves to undefined if the page has no `crypto.subtle` (no https). */
export type EmailHash = string | Promise<string | undefined>

const sha256 = safely(async (text: string) =>
  hex(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))),
)

/**
 * The hash that identifies an email address: a given hash as it is, a plain address as its SHA-256, because plain text
 * must never leave the browser. Null for anything else. A light form of the contract's `readEmailAddress`: lower case,
 * without spaces, curly quotation marks and most invisible characters.
 */
export const emailHash = (given: unknown): EmailHash | null => {
  const value = `${given}`.toLowerCase().replace(/[\s\u200B-\u206F]/g, '')
  const match = /^(([\da-f]{32}){1,2}|[\da-f]{40})$|.@/.exec(value)
  return match && (match[1] || sha256(value))
}
