import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { testCertificate } from './tls-fixture.ts'

interface ReceivedMail {
  user: string | undefined
  mailFrom: string
  to: string[]
  /** The name in the sender's greeting. */
  greeting: string
  secure: boolean
  raw: string
}

export interface SmtpStandIn {
  port: number
  received: ReceivedMail[]
  /** The number of senders connected now. */
  connections(): number
  /** From now on MAIL FROM gets this status and text; null accepts all. */
  refuse(what: { status: number; text: string } | null): void
  /** From now on accepting each mail takes this long. */
  slowDown(pause_ms: number): void
  /** Closes the connections of all senders. */
  fall(isDown: boolean): void
  close(): Promise<void>
}

/** A company's mail server on loopback, with optional sign-in and TLS. Its banner contains a secret host name. */
export async function startSmtp(options: {
  security: 'tls' | 'starttls' | 'none'
  login?: { user: string; password: string }
  /** Defaults to a free port. */
  port?: number
}): Promise<SmtpStandIn> {
  const { security, login } = options
  const mails: ReceivedMail[] = []
  let refusal: { status: number; text: string } | null = null
  let isDown = false
  let pause_ms = 0
  let connections = 0
  const failure = ({ status, text }: { status: number; text: string }): Error =>
    Object.assign(new Error(text), { responseCode: status })
  const server = new SMTPServer({
    name: 'inner-7.corp.internal',
    banner: 'Secretmailer 4.2 on inner-7.corp.internal',
    secure: security === 'tls',
    key: testCertificate.key,
    cert: testCertificate.cert,
    authOptional: login === undefined,
    allowInsecureAuth: true,
    disabledCommands: [...(security === 'starttls' ? [] : ['STARTTLS']), ...(login ? [] : ['AUTH'])],
    disableReverseLookup: true,
    closeTimeout: 100,
    logger: false,
    onConnect: (_session, done) => {
      connections++
      done(isDown ? failure({ status: 421, text: 'down' }) : null)
    },
    onClose: () => void connections--,
    onAuth({ username, password }, _session, done) {
      if (username === login?.user && password === login?.password) done(null, { user: username })
      else done(failure({ status: 535, text: 'no such user on inner-7.corp.internal' }))
    },
    onMailFrom: (_address, _session, done) => done(refusal === null ? null : failure(refusal)),
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => void chunks.push(chunk))
      stream.on('end', () => {
        mails.push({
          user: session.user as string | undefined,
          mailFrom: session.envelope.mailFrom ? session.envelope.mailFrom.address : '',
          to: session.envelope.rcptTo.map(({ address }) => address),
          greeting: session.hostNameAppearsAs,
          secure: session.secure,
          raw: Buffer.concat(chunks).toString('utf8'),
        })
        setTimeout(done, pause_ms)
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((ready) => void server.listen(options.port ?? 0, '127.0.0.1', ready))
  return {
    port: (server.server.address() as AddressInfo).port,
    received: mails,
    connections: () => connections,
    refuse: (what) => void (refusal = what),
    slowDown: (given_ms) => void (pause_ms = given_ms),
    fall: (down) => void (isDown = down),
    close: () => new Promise((closed) => server.close(() => closed())),
  }
}
