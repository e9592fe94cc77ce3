import { hex } from './ids.ts'
import { safely } from './safely.ts'

/** A hash, or a promise of one that resolves to undefined if the page has no `crypto.subtle` (no https). */
export type EmailHash = string | Promise<string | undefined>

const sha256 = safely(async (text: string) =>
  hex(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))),
)

/**
 * The hash that identifies an email address: a given hash as it is, a plain address as its SHA-256, because plain text
 * must never leave the browser. Null for anything else.
 */
export const emailHash = (given: unknown): EmailHash | null => {
  const value = `${given}`.trim().toLowerCase()
  const match = /^(?:([\da-f]{32}|[\da-f]{40}|[\da-f]{64})|\S+@\S+)$/.exec(value)
  return match && (match[1] || sha256(value))
}
