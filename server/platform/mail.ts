import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { goneAmong, problemOf, type SmtpError } from './smtp-problem.ts'
import { mailSecurity } from './transport-security.ts'

interface MailFile {
  fileName: string
  contentType: string
  content: Buffer
}

export interface MailMessage {
  /** The sender that the reader sees: the brand's name and address, never ours. */
  from: { name: string; address: string }
  to: readonly string[]
  subject: string
  text: string
  html: string
  attachments?: readonly MailFile[]
  /** Shown in the HTML by their id (`cid:…`). */
  pictures?: readonly (MailFile & { id: string })[]
  /** Where answers go, if not to the sender. */
  replyTo?: string
  /** What the mail is about: mail programs show those about the same together. */
  thread?: string
  /** Stops mails of this kind for the recipient with one POST (RFC 8058). */
  stopUrl?: string
  /** Where the message comes back to if it cannot be delivered, if not to the sender. */
  returnTo?: string
  /** Signs the message for its sender's domain (DKIM). */
  signing?: { domain: string; selector: string; privateKey: string }
  /** Determines the Message-ID: the same for every attempt, so that mail clients deduplicate. */
  id: string
}

export type MailFailure =
  | 'mail_not_set_up'
  | 'mail_unreachable'
  | 'mail_timeout'
  | 'mail_deferred'
  | 'mail_refused'
  | 'mail_stopped'

/**
 * Sent to at least one recipient; `refused` are those that the mail server rejected. Or the reason why not, with the words of
 * the platform's own server, for the operator only. `gone` are addresses that it refused for good.
 */
export type MailOutcome =
  | { sent: true; refused: readonly string[]; gone?: readonly string[] }
  | { sent: false; code: MailFailure; smtpStatus: number | null; said?: string; gone?: readonly string[] }

/** Failures after which the same mail may arrive later. */
const passing: ReadonlySet<MailFailure> = new Set(['mail_unreachable', 'mail_timeout', 'mail_deferred'])
export const mayArriveLater = ({ code }: { code: MailFailure }): boolean => passing.has(code)
/** Nothing is left to try: it was sent, nobody can be reached, or the address stays refused. */
export const isSettled = (outcome: MailOutcome): boolean => outcome.sent || !mayArriveLater(outcome)

const wholeTimeout_ms = 20_000

const open = (config: MailConfig, url: string, maxConnections: number) =>
  createTransport({
    url,
    ...mailSecurity(config, url),
    pool: true,
    maxConnections,
    connectionTimeout: 8_000,
    greetingTimeout: 8_000,
    socketTimeout: 15_000,
    dnsTimeout: 5_000,
    // This machine's name must not appear in mail headers.
    name: '[127.0.0.1]',
    idleTimeout: 20_000,
    maxRequeues: 1,
    disableFileAccess: true,
    disableUrlAccess: true,
  })

export interface MailOptions {
  /** Uses separate connections, so that it does not wait behind other mail. */
  isUrgent?: boolean
}

type Transports = Partial<Record<'urgent' | 'usual', ReturnType<typeof open>>>
const connections = { urgent: 2, usual: 4 } as const

/** The connection pools for each configuration, created with its first mail. */
const transports = new WeakMap<object, Transports>()

function transportOf(config: MailConfig, url: string, { isUrgent = false }: MailOptions): ReturnType<typeof open> {
  const lanes = transports.get(config) ?? {}
  transports.set(config, lanes)
  const lane = isUrgent ? 'urgent' : 'usual'
  return (lanes[lane] ??= open(config, url, connections[lane]))
}

/** What of the configuration decides how mail is sent. */
type MailConfig = Pick<Config, 'SMTP_URL'> & Partial<Pick<Config, 'production' | 'CLEAR_TEXT'>>

/** A mail server's words, which often repeat the recipient. */
const withoutAddresses = (text: string): string =>
  oneLine(text.replaceAll(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '[address]')).slice(0, 300)

/** Sends through the mail server of SMTP_URL. Never throws for errors of the mail server or the network. */
export async function sendMail(
  platform: { config: MailConfig; log?: Pick<Logger, 'warn'> },
  message: MailMessage,
  options: MailOptions = {},
): Promise<MailOutcome> {
  const url = platform.config.SMTP_URL
  if (url === undefined) return { sent: false, code: 'mail_not_set_up', smtpStatus: null }
  const transport = transportOf(platform.config, url, options)
  const deadline = AbortSignal.timeout(wholeTimeout_ms)
  try {
    const delivery = await transport.sendMail({ ...lettersOf(message), signal: deadline })
    return { sent: true, refused: delivery.rejected.map(String), gone: goneAmong(delivery as SmtpError) }
  } catch (error) {
    const smtpError = error as SmtpError
    const code = deadline.aborted ? 'mail_timeout' : failureOf(smtpError)
    const reply = withoutAddresses(smtpError.response ?? smtpError.message ?? '')
    const problem = deadline.aborted ? 'timeout' : problemOf(smtpError)
    platform.log?.warn(
      { problem, smtpStatus: smtpError.responseCode, said: reply },
      'the mail server did not take an email',
    )
    return { sent: false, code, smtpStatus: smtpError.responseCode ?? null, said: reply, gone: goneAmong(smtpError) }
  }
}

/** The message in the mail library's form, with a Message-ID in the sender's own domain. */
export function lettersOf(message: MailMessage) {
  const domain = domainOf(message.from.address)
  const thread = message.thread === undefined ? undefined : `<${message.thread.replaceAll(/[^\w.-]/g, '.')}@${domain}>`
  return {
    from: { name: oneLine(message.from.name), address: message.from.address },
    to: message.to.map((address) => ({ name: '', address })),
    ...(message.replyTo !== undefined && { replyTo: { name: '', address: message.replyTo } }),
    ...(message.returnTo !== undefined && { envelope: { from: message.returnTo, to: [...message.to] } }),
    subject: oneLine(message.subject),
    text: message.text,
    html: message.html,
    attachments: [
      ...(message.attachments ?? []).map((file) => attach(file)),
      ...(message.pictures ?? []).map((file) => ({
        ...attach(file),
        cid: file.id,
        contentDisposition: 'inline' as const,
      })),
    ],
    messageId: `<${message.id}@${domain}>`,
    ...(message.signing && {
      dkim: {
        domainName: message.signing.domain,
        keySelector: message.signing.selector,
        privateKey: message.signing.privateKey,
      },
    }),
    // A first message that nobody has: mails about the same refer to it, whichever of them arrives first.
    ...(thread !== undefined && { references: thread, inReplyTo: thread }),
    headers: {
      // Keeps absence notes and other programs from answering (RFC 3834; Exchange has its own header).
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...(message.stopUrl !== undefined && {
        'List-Unsubscribe': `<${message.stopUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  }
}

const attach = ({ fileName, contentType, content }: MailFile) => ({ filename: fileName, contentType, content })

export const domainOf = (address: string): string => address.split('@')[1] ?? 'localhost'

/** Closes the connections to the mail server; the next mail reopens them. */
export function closeMail(platform: { config: Pick<Config, 'SMTP_URL'> }): void {
  for (const transport of Object.values(transports.get(platform.config) ?? {})) transport.close()
  transports.delete(platform.config)
}

/** A line break in a header would start another header. */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

/**
 * A refusal is permanent if retrying would not help: a bad address or bad content. A code below 500 defers a mail, as
 * servers do with unknown senders; a server that refuses authentication says nothing about the mail, which is retried.
 */
function failureOf({ code = '', responseCode = 0 }: SmtpError): MailFailure {
  if (code === 'ETIMEDOUT') return 'mail_timeout'
  if (!['EENVELOPE', 'EMESSAGE'].includes(code)) return 'mail_unreachable'
  return responseCode >= 400 && responseCode < 500 ? 'mail_deferred' : 'mail_refused'
}
