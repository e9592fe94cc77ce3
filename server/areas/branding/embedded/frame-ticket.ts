import type { Secrets } from '#server/platform/crypto/secrets.ts'

/** What a frame may show, for how long, and on which host. */
export interface FrameTicket {
  agencyId: string
  host: string
  /** Machine time, in milliseconds. */
  until_ms: number
}

const context = 'embedded-code.frame'

/** The frame cannot authenticate, so its URL carries the caller's permission: sealed, for one host, for a minute. */
export const sealTicket = (secrets: Secrets, ticket: FrameTicket): string =>
  secrets.seal(JSON.stringify(ticket), context)

/** Null if it is not a ticket of ours. */
export function openTicket(secrets: Secrets, text: string): FrameTicket | null {
  try {
    return JSON.parse(secrets.open(text, context)) as FrameTicket
  } catch {
    return null
  }
}
