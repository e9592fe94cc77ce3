import { newToken } from '#server/platform/ids.ts'
import { hostOf, users, type DemoUser } from '../world.ts'

const life_ms = 60_000

/** Who is signed in by a click at the desk, at which host, and where they begin. */
interface Entry {
  user: DemoUser
  host: string
  next: string
}

export interface Tickets {
  /** A ticket for one person of the demo; null for anybody else. */
  issue(email: string, next: string): { ticket: string; host: string } | null
  /** What a ticket stands for, once, at its own host, within a minute. */
  spend(ticket: string, host: string): Entry | null
}

/**
 * A click at the desk becomes a ticket, and the ticket a sign-in at the person's own host. Without it any page could sign a
 * browser in as somebody: the passwords of the demo are known to everybody.
 */
export function createTickets(now: () => number): Tickets {
  const issued = new Map<string, Entry & { until_ms: number }>()
  return {
    issue(email, next) {
      const user = users.find((each) => each.email === email)
      if (!user) return null
      for (const [ticket, { until_ms }] of issued) if (until_ms <= now()) issued.delete(ticket)
      const ticket = newToken()
      issued.set(ticket, { user, host: hostOf(user), next, until_ms: now() + life_ms })
      return { ticket, host: hostOf(user) }
    },
    spend(ticket, host) {
      const entry = issued.get(ticket)
      if (!entry || entry.host !== host) return null
      issued.delete(ticket)
      return entry.until_ms > now() ? entry : null
    },
  }
}
