import { createTransport } from 'nodemailer'
import type { Config } from './config.ts'

export interface MailMessage {
  /** Whom the reader sees as the sender: the brand's name and address, never ours. */
  from: { name: string; address: string }
  to: readonly string[]
  subject: string
  text: string
  html: string
  /** Makes the Message-ID: the same at every try, so that mail programs drop repeats. */
  id: string
}

type MailFailure = 'mail_not_set_up' | 'mail_unreachable' | 'mail_timeout' | 'mail_refused'

/** Sent to at least one recipient; `refused` are those that the mail server would not take. Or the reason why not. */
export type MailOutcome =
  | { sent: true; refused: readonly string[] }
  | { sent: false; code: MailFailure; smtpStatus: number | null }

const wholeTimeout_ms = 20_000

const open = (url: string) =>
  createTransport({
    url,
    pool: true,
    maxConnections: 4,
    connectionTimeout: 8_000,
    greetingTimeout: 8_000,
    socketTimeout: 15_000,
    dnsTimeout: 5_000,
    // What this machine is called is not for the headers of anybody's mail.
    name: '[127.0.0.1]',
    idleTimeout: 20_000,
    maxRequeues: 1,
    disableFileAccess: true,
    disableUrlAccess: true,
  })

/** One pool of connections for each configuration, made with the first mail. */
const transports = new WeakMap<object, ReturnType<typeof open>>()

/** Sends through the mail server of SMTP_URL. Never throws for what the mail server or the network does. */
export async function sendMail(
  platform: { config: Pick<Config, 'SMTP_URL'> },
  message: MailMessage,
): Promise<MailOutcome> {
  const url = platform.config.SMTP_URL
  if (url === undefined) return { sent: false, code: 'mail_not_set_up', smtpStatus: null }
  const transport = transports.get(platform.config) ?? open(url)
  transports.set(platform.config, transport)
  const deadline = AbortSignal.timeout(wholeTimeout_ms)
  try {
    const sent = await transport.sendMail({ ...lettersOf(message), signal: deadline })
    return { sent: true, refused: sent.rejected.map(String) }
  } catch (error) {
    const { code = '', responseCode } = error as { code?: string; responseCode?: number }
    return { sent: false, code: deadline.aborted ? 'mail_timeout' : failureOf(code), smtpStatus: responseCode ?? null }
  }
}

/** The message as the mail library wants it, its Message-ID in the sender's own domain. */
export const lettersOf = (message: MailMessage) => ({
  from: { name: oneLine(message.from.name), address: message.from.address },
  to: message.to.map((address) => ({ name: '', address })),
  subject: oneLine(message.subject),
  text: message.text,
  html: message.html,
  messageId: `<${message.id}@${domainOf(message.from.address)}>`,
})

export const domainOf = (address: string): string => address.split('@')[1] ?? 'localhost'

/** Closes the connections to the mail server; the next mail opens them again. */
export function closeMail(platform: { config: Pick<Config, 'SMTP_URL'> }): void {
  transports.get(platform.config)?.close()
  transports.delete(platform.config)
}

/** A line break in a header would begin another header. */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

function failureOf(code: string): MailFailure {
  if (code === 'ETIMEDOUT') return 'mail_timeout'
  return ['EENVELOPE', 'EMESSAGE', 'EAUTH', 'ENOAUTH', 'EOAUTH2'].includes(code) ? 'mail_refused' : 'mail_unreachable'
}
