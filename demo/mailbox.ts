import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { readMessage } from './read-message.ts'
import { loopbackAddress, loopbackHost } from '#server/platform/loopback.ts'

interface MailboxMessage {
  /** Counts up from 1. */
  id: number
  /** Milliseconds since 1970. */
  at_ms: number
  /** The sender's name and address from the headers, as the reader sees them. */
  from: string
  /** The actual recipients from the SMTP envelope, whatever the headers say. */
  to: readonly string[]
  subject: string
  messageId: string
  text: string
  html: string
  raw: string
}

export interface Mailbox {
  /** The URL for SMTP_URL. */
  smtpUrl: string
  /** Newest first; at most the latest 200. */
  messages(): readonly MailboxMessage[]
  /** From now on these addresses get this status and text; null accepts all. */
  refuse(what: { addresses: readonly string[]; status: number; text: string } | null): void
  close(): Promise<void>
}

const maxStored = 200
const longestMessage = 1024 * 1024

/** A real mail server on loopback that stores all mail, whoever it is for: the mailbox of the demo and the tests. */
export async function startMailbox(options: { port?: number; now: () => number }): Promise<Mailbox> {
  const messages: MailboxMessage[] = []
  let count = 0
  let refusal: Parameters<Mailbox['refuse']>[0] = null

  const keep = (raw: string, to: readonly string[]): void => {
    const { headers, text, html } = readMessage(raw)
    const header = (name: string): string => headers.get(name) ?? ''
    messages.unshift({
      id: ++count,
      at_ms: options.now(),
      from: header('from'),
      to,
      subject: header('subject'),
      messageId: header('message-id'),
      text,
      html,
      raw,
    })
    messages.length = Math.min(messages.length, maxStored)
  }

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    // Senders keep connections open for their next mail; do not wait for them when closing.
    closeTimeout: 100,
    size: longestMessage,
    logger: false,
    onRcptTo({ address }, _session, done) {
      if (!refusal?.addresses.includes(address)) return done()
      done(Object.assign(new Error(refusal.text), { responseCode: refusal.status }))
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => void chunks.push(chunk))
      stream.on('end', () => {
        if (stream.sizeExceeded) return done(new Error('The message is too large'))
        keep(
          Buffer.concat(chunks).toString('utf8'),
          session.envelope.rcptTo.map(({ address }) => address),
        )
        done()
      })
    },
  })
  // Ignore senders that disconnect in the middle of a message.
  server.on('error', () => {})
  await new Promise<void>((ready, fail) => {
    server.server.once('error', fail)
    server.listen(options.port ?? 0, loopbackAddress, ready)
  })
  const { port } = server.server.address() as AddressInfo
  return {
    smtpUrl: `smtp://${loopbackHost}:${port}`,
    messages: () => messages,
    refuse: (what) => void (refusal = what),
    close: () => new Promise((closed) => server.close(() => closed())),
  }
}
