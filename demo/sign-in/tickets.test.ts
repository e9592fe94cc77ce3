import { describe, expect, it } from 'vitest'
import { createTickets } from './tickets.ts'

describe('a ticket from the desk', () => {
  let now_ms = 0
  const tickets = createTickets(() => now_ms)
  const issue = (): string => tickets.issue('owner@acme.test', '/')!.ticket

  it('is only for people of the demo', () => {
    expect(tickets.issue('owner@acme.test', '/')).toMatchObject({ host: 'acme.localhost' })
    expect(tickets.issue('somebody@else.test', '/')).toBeNull()
  })

  it('works once', () => {
    const ticket = issue()
    expect(tickets.spend(ticket, 'acme.localhost')).toMatchObject({ user: { email: 'owner@acme.test' }, next: '/' })
    expect(tickets.spend(ticket, 'acme.localhost')).toBeNull()
  })

  it('works only at its own host, for a minute', () => {
    const ticket = issue()
    expect(tickets.spend(ticket, 'brightside.localhost')).toBeNull()
    now_ms += 60_000
    expect(tickets.spend(ticket, 'acme.localhost')).toBeNull()
    expect(tickets.spend('guessed', 'acme.localhost')).toBeNull()
  })
})
