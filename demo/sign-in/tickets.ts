import { newToken } from '#server/platform/ids.ts'
import { hostOf, wideUsers, type DemoUser } from '../world.ts'

const life_ms = 60_000

/** Who a click at the desk signs in, at which host, and the page they start on. */
interface Entry {
  user: DemoUser
  host: string
  next: string
}

export interface Tickets {
  /** Issues a ticket for one of the demo's people; null for anybody else. */
  issue(email: string, next: string): { ticket: string; host: string } | null
  /** Redeems a ticket: once, at its own host, within a minute. */
  spend(ticket: string, host: string): Entry | null
}

/**
 * A click at the desk creates a ticket, and the person's own host exchanges it for a session. Without tickets any page
 * could sign a browser in as somebody, because the demo's passwords are public.
 */
export function createTickets(now: () => number): Tickets {
  const tickets = new Map<string, Entry & { until_ms: number }>()
  return {
    issue(email, next) {
      const user = wideUsers.find((each) => each.email === email)
      if (!user) return null
      for (const [ticket, { until_ms }] of tickets) if (until_ms <= now()) tickets.delete(ticket)
      const ticket = newToken()
      tickets.set(ticket, { user, host: hostOf(user), next, until_ms: now() + life_ms })
      return { ticket, host: hostOf(user) }
    },
    spend(ticket, host) {
      const entry = tickets.get(ticket)
      if (!entry || entry.host !== host) return null
      tickets.delete(ticket)
      return entry.until_ms > now() ? entry : null
    },
  }
}
