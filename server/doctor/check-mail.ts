import { createTransport } from 'nodemailer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { Config } from '#server/platform/config.ts'
import { problemOf, type MailProblem, type SmtpError } from '#server/platform/smtp-problem.ts'
import { isOwnMachine, mailSecurity } from '#server/platform/transport-security.ts'
import { failure, ok, warning, type Finding } from './finding.ts'

const patience_ms = 8_000

type MailSettings = Pick<Config, 'SMTP_URL' | 'demo'> & Partial<Pick<Config, 'production' | 'CLEAR_TEXT'>>

/** Whether the mail server responds, encrypts and accepts the login. Sends nothing. */
export async function checkMail(config: MailSettings): Promise<Finding[]> {
  const url = config.SMTP_URL
  if (url !== undefined) return checkServer(url, mailSecurity(config, url))
  return config.demo
    ? [ok('the demo world delivers mail to its own mailbox')]
    : [
        warning(
          'no mail server is configured: emails cannot be delivered',
          'Set SMTP_URL, for instance smtps://user:password@host.',
        ),
      ]
}

async function checkServer(url: string, security: ReturnType<typeof mailSecurity>): Promise<Finding[]> {
  const { transporter } = createTransport({
    url,
    ...security,
    connectionTimeout: patience_ms,
    greetingTimeout: patience_ms,
    socketTimeout: patience_ms,
  })
  const { options } = transporter as unknown as {
    options: SMTPConnection.Options & { auth?: SMTPConnection.Credentials }
  }
  const connection = new SMTPConnection(options)
  const { host, hostname } = new URL(url)
  try {
    await connect(connection)
    const logIn = options.auth ? await tryLogIn(connection, options.auth) : ok(`the mail server ${host} responds`)
    const isReadable = !connection.secure && !isOwnMachine(hostname)
    return isReadable ? [logIn, inClear(host)] : [logIn]
  } catch (error) {
    return [describe(error as SmtpError, host)]
  } finally {
    connection.close()
  }
}

const inClear = (host: string): Finding =>
  warning(
    `mail to ${host} is not encrypted: others on the network can read sign-in codes`,
    'Use smtps://, or a server that offers STARTTLS.',
  )

const connect = (connection: SMTPConnection): Promise<void> =>
  new Promise((resolve, reject) => {
    connection.once('error', reject)
    connection.once('end', () => reject(new Error('the connection was closed')))
    connection.connect((error) => (error ? reject(error) : resolve()))
  })

/** A server that offers no login ignores the user and password of the URL, which is not what its operator wants. */
async function tryLogIn(connection: SMTPConnection, auth: SMTPConnection.Credentials): Promise<Finding> {
  const { host, port } = connection
  if (!connection.allowsAuth)
    return failure(
      `the mail server ${host}:${port} offers no login, although SMTP_URL has one`,
      'Use its port for senders (587 or 465), or remove user and password.',
    )
  await new Promise<void>((resolve, reject) => {
    connection.login(auth, (error) => (error ? reject(error) : resolve()))
  })
  return ok(`the mail server ${host}:${port} responds and accepts the login`)
}

const advice: Partial<Record<MailProblem, [text: string, advice: string]>> = {
  tls: [
    'has a certificate that this machine does not trust, or no TLS',
    'Name the server by the host name of its certificate, and start the program with NODE_EXTRA_CA_CERTS=<file> for an authority of your own.',
  ],
  auth: ['refuses the login', 'Check user and password in SMTP_URL; encode special characters, such as %40 for @.'],
  connect: ['cannot be reached', 'Check host and port in SMTP_URL, and that a firewall lets this machine out.'],
  timeout: ['does not respond in time', 'Check host, port and firewall; port 465 needs smtps://, 587 needs smtp://.'],
  busy: ['puts this machine off for now', 'Run the doctor again in a few minutes.'],
}

function describe(error: SmtpError, host: string): Finding {
  if (error.originalCode === 'ERR_SSL_WRONG_VERSION_NUMBER')
    return failure(`the mail server ${host} does not begin with TLS on this port`, 'Use smtp:// for it, or port 465.')
  const problem = problemOf(error)
  const [text, what] = advice[problem] ?? advice.connect!
  const cause = error.originalCode ?? error.responseCode ?? error.code ?? 'no code'
  return failure(`the mail server ${host} ${text} (${cause})`, what)
}
