import { z } from 'zod'
import { startStandIn, type DemoStandIn, type StandIn } from '../stand-in.ts'

export interface MailboxPowerStandIn extends StandIn {
  contacts: Record<string, string>[]
}

export const mailboxPowerKey = 'demo-mailbox-key'

/** What little is known of Mailbox Power: a key header, groups, adding contacts. Not verified against the real one. */
export async function startMailboxPower(options: { port?: number } = {}): Promise<MailboxPowerStandIn> {
  const contacts: Record<string, string>[] = []
  const standIn = await startStandIn((request) => {
    if (request.headers['apikey'] !== mailboxPowerKey) return { status: 401, body: { error: 'wrong key' } }
    const path = `${request.method} ${request.url.pathname}`
    if (path === 'GET /api/clienttether/contacts/groups')
      return {
        status: 200,
        body: [
          { id: 1, name: 'New movers' },
          { id: 2, name: 'Birthdays' },
        ],
      }
    if (path !== 'POST /api/clienttether/contacts') return { status: 404, body: { error: 'not found' } }
    contacts.push(z.record(z.string(), z.string()).parse(request.json))
    return { status: 200, body: { ok: true } }
  }, options)
  return Object.assign(standIn, { contacts })
}

declare module '../stand-in.ts' {
  interface StandIns {
    mailboxpower: MailboxPowerStandIn
  }
}

export async function startDemo(): Promise<DemoStandIn<MailboxPowerStandIn>> {
  const standIn = await startMailboxPower()
  return {
    standIn,
    settings: { MAILBOX_POWER_URL: standIn.url },
    paste: { api_key: mailboxPowerKey },
    held: () => standIn.contacts.flatMap(({ email }) => (email === undefined ? [] : [email])),
  }
}
