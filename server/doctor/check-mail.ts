import { createTransport } from 'nodemailer'
import type { Config } from '#server/platform/config.ts'
import { failure, ok, warning, type Finding } from './finding.ts'

const patience_ms = 8_000

/** Whether the mail server responds and accepts the login. Sends nothing. */
export async function checkMail(config: Pick<Config, 'SMTP_URL' | 'demo'>): Promise<Finding[]> {
  if (config.SMTP_URL === undefined) {
    return config.demo
      ? [ok('the demo world delivers mail to its own mailbox')]
      : [
          warning(
            'no mail server is configured: emails cannot be delivered',
            'Set SMTP_URL, for instance smtps://user:password@host.',
          ),
        ]
  }
  const transport = createTransport({
    url: config.SMTP_URL,
    connectionTimeout: patience_ms,
    greetingTimeout: patience_ms,
    socketTimeout: patience_ms,
  })
  try {
    await transport.verify()
    return [ok(`the mail server ${new URL(config.SMTP_URL).host} responds and accepts the login`)]
  } catch (error) {
    const { code = 'no code' } = error as { code?: string }
    return [failure(`cannot log in to the mail server (${code})`, 'Check host, port, user and password in SMTP_URL.')]
  } finally {
    transport.close()
  }
}
