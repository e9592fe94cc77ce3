import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { testCertificate } from './tls-fixture.ts'

interface Taken {
  user: string | undefined
  mailFrom: string
  to: string[]
  /** What the sender called itself. */
  greeting: string
  secure: boolean
  raw: string
}

export interface SmtpStandIn {
  port: number
  taken: Taken[]
  /** How many senders are connected at this moment. */
  connections(): number
  /** From now on senders hear this number and text at MAIL FROM; null: nothing is refused. */
  refuse(what: { status: number; text: string } | null): void
  /** From now on every mail takes so long to be taken. */
  slowDown(pause_ms: number): void
  /** Closes the connections of whoever comes. */
  fall(isDown: boolean): void
  close(): Promise<void>
}

/** A mail server of a company on loopback: asks for a sign-in when told, speaks TLS as told. Its banner names a secret host. */
export async function startSmtp(options: {
  security: 'tls' | 'starttls' | 'none'
  login?: { user: string; password: string }
  /** A free one unless told. */
  port?: number
}): Promise<SmtpStandIn> {
  const { security, login } = options
  const taken: Taken[] = []
  let refusal: { status: number; text: string } | null = null
  let isDown = false
  let pause_ms = 0
  let connected = 0
  const failed = ({ status, text }: { status: number; text: string }): Error =>
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
      connected++
      done(isDown ? failed({ status: 421, text: 'down' }) : null)
    },
    onClose: () => void connected--,
    onAuth({ username, password }, _session, done) {
      if (username === login?.user && password === login?.password) done(null, { user: username })
      else done(failed({ status: 535, text: 'no such user on inner-7.corp.internal' }))
    },
    onMailFrom: (_address, _session, done) => done(refusal === null ? null : failed(refusal)),
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => void chunks.push(chunk))
      stream.on('end', () => {
        taken.push({
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
    taken,
    connections: () => connected,
    refuse: (what) => void (refusal = what),
    slowDown: (given_ms) => void (pause_ms = given_ms),
    fall: (down) => void (isDown = down),
    close: () => new Promise((closed) => server.close(() => closed())),
  }
}
