import { isIP } from 'node:net'
import { createTransport } from 'nodemailer'
import { plainServer } from '#contract/core/hosts.ts'
import { mailPorts as allowedPorts } from '#contract/mails/mail-server.ts'
import type { Config } from './config.ts'
import { OutgoingFailed, resolveGuarded, type Address, type OutgoingTools } from './guarded-fetch.ts'
import { isPublicAddress, isPublicName } from './public-address.ts'
import { domainOf, lettersOf, type MailMessage } from './mail.ts'
import { goneAmong, problemOf, type MailProblem, type SmtpError } from './smtp-problem.ts'

/**
 * Sends mail through a customer's own server. The host is resolved once and checked like every user-supplied address;
 * the connection goes to the checked address. The server's responses are never shown: a banner of an internal machine
 * would reveal the network.
 */

export interface MailServer {
  /** A host name or an IP address. */
  host: string
  port: number
  /** TLS from the first byte, after STARTTLS, or not at all. With TLS the certificate must be valid for the host. */
  security: 'tls' | 'starttls' | 'none'
  /** Null: no authentication. */
  login: { user: string; password: string } | null
}

export type ServedOutcome =
  | { sent: true; refused: readonly string[]; gone?: readonly string[] }
  | { sent: false; problem: MailProblem; smtpStatus: number | null; gone?: readonly string[] }

const mailPorts: readonly number[] = allowedPorts

type Settings = { config: Pick<Config, 'OUTGOING_ALLOW'> }

/** At most what a delivery's lease allows for an attempt. */
const wholeTimeout_ms = 18_000

/** Sends one message over its own connection. Never throws for errors of the server or the network. */
export async function sendThrough(
  { config }: Settings,
  server: MailServer,
  message: MailMessage,
  tools: OutgoingTools = {},
): Promise<ServedOutcome> {
  const deadline = AbortSignal.timeout(wholeTimeout_ms)
  try {
    const addresses = await resolveServer(config, server, tools)
    const transport = open(server, addresses[0]!, domainOf(message.from.address), tools)
    try {
      const delivery = await transport.sendMail({ ...lettersOf(message), signal: deadline })
      return { sent: true, refused: delivery.rejected.map(String), gone: goneAmong(delivery as SmtpError) }
    } finally {
      transport.close()
    }
  } catch (error) {
    if (error instanceof OutgoingFailed) return { sent: false, problem: problemOfAddress(error), smtpStatus: null }
    const failure = error as SmtpError
    return {
      sent: false,
      problem: deadline.aborted ? 'timeout' : problemOf(failure),
      smtpStatus: failure.responseCode || null,
      gone: goneAmong(failure),
    }
  }
}

async function resolveServer(
  config: Settings['config'],
  { host, port }: MailServer,
  tools: OutgoingTools,
): Promise<Address[]> {
  const name = plainServer(host)
  if (name === null || !mayUsePort(config, name, port)) throw new OutgoingFailed('refused_address')
  return resolveGuarded(config, name, String(port), tools)
}

const mayUsePort = (config: Settings['config'], name: string, port: number): boolean =>
  mailPorts.includes(port) || config.OUTGOING_ALLOW.includes(`${name}:${port}`)

/** Whether a server may be reached as far as its text tells; what its name resolves to is checked for every mail. */
export function mayServe(config: Settings['config'], host: string, port: number): boolean {
  const name = plainServer(host)
  if (name === null || !mayUsePort(config, name, port)) return false
  if (config.OUTGOING_ALLOW.includes(`${name}:${port}`)) return true
  return isIP(name) ? isPublicAddress(name) : isPublicName(name)
}

function open(server: MailServer, { address }: Address, ownName: string, { ca, greeting_ms = 8_000 }: OutgoingTools) {
  const { port, security, login } = server
  return createTransport({
    host: address,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    // The certificate belongs to the name, not to the IP address.
    tls: {
      servername: isIP(server.host) ? '' : server.host,
      minVersion: 'TLSv1.2',
      ...(ca === undefined ? {} : { ca }),
    },
    ...(login ? { auth: { user: login.user, pass: login.password } } : {}),
    // This machine's name must not appear in mail headers.
    name: ownName,
    connectionTimeout: 8_000,
    greetingTimeout: greeting_ms,
    socketTimeout: 15_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

const problemOfAddress = ({ code }: OutgoingFailed): MailProblem =>
  code === 'refused_address' || code === 'dns' || code === 'timeout' ? code : 'connect'
