import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkMail } from '#server/doctor/check-mail.ts'
import { startSmtp, type SmtpStandIn } from '#server/test/smtp-stand-in.ts'
import { closeMail, sendMail, type MailMessage } from './mail.ts'
import { isOwnMachine, mailSecurity } from './transport-security.ts'

// Mail of the operator carries sign-in codes and links that set passwords.

let clear: SmtpStandIn
let starttls: SmtpStandIn
beforeAll(async () => {
  clear = await startSmtp({ security: 'none', login: { user: 'us', password: 'right' } })
  starttls = await startSmtp({ security: 'starttls' })
})
afterAll(() => Promise.all([clear.close(), starttls.close()]))

const message: MailMessage = {
  from: { name: 'Acme', address: 'leads@acme.test' },
  to: ['a@plumbright.test'],
  subject: 'Your code',
  text: '123456',
  html: '<p>123456</p>',
  id: '0190f5fe-7c00-7000-8000-000000000002',
}
/** A name of this machine that does not look like one. */
const elsewhere = (port: number): string => `smtp://us:right@0.0.0.0:${port}`
const send = async (config: Parameters<typeof sendMail>[0]['config']): Promise<unknown> => {
  const outcome = await sendMail({ config }, message)
  closeMail({ config })
  return outcome.sent || outcome.code
}

test('production sends neither login nor mail to a server elsewhere that offers no TLS', async () => {
  expect(await send({ SMTP_URL: elsewhere(clear.port), production: true, CLEAR_TEXT: [] })).toBe('mail_unreachable')
  expect(clear.received).toEqual([])
  expect(await send({ SMTP_URL: elsewhere(clear.port), production: true, CLEAR_TEXT: ['mail'] })).toBe(true)
  expect(await send({ SMTP_URL: elsewhere(clear.port), production: false })).toBe(true)
  expect(await send({ SMTP_URL: `smtp://us:right@127.0.0.1:${clear.port}`, production: true })).toBe(true)
  expect(clear.received).toHaveLength(3)
})

test.each(['localhost', 'app.localhost', '127.0.0.1', '127.8.0.1', '[::1]', '::1', '/run/postgresql', ''])(
  '%j is this machine',
  (host) => expect(isOwnMachine(host)).toBe(true),
)
test.each(['mail.example.com', '10.0.0.1', '128.0.0.1', 'localhost.example.com', '[fd00::1]', '0.0.0.0'])(
  '%j is another machine',
  (host) => {
    expect(isOwnMachine(host)).toBe(false)
    expect(mailSecurity({ production: true, CLEAR_TEXT: [] }, `smtp://${host}:25`)).toEqual({ requireTLS: true })
  },
)

const checkUrl = async (SMTP_URL: string): Promise<string> =>
  (await checkMail({ SMTP_URL, demo: false })).map(({ state, text }) => `${state}: ${text}`).join('\n')

test('the doctor tells a certificate, a login and a server without login apart, and says what is in clear', async () => {
  expect(await checkUrl(`smtp://127.0.0.1:${starttls.port}`)).toMatch(
    /^failure: the mail server \S+ has a certificate that this machine does not trust, or no TLS \([A-Z_]+\)$/,
  )
  expect(await checkUrl(`smtp://us:wrong@127.0.0.1:${clear.port}`)).toMatch(/^failure: .+ refuses the login \(535\)$/)
  expect(await checkUrl(`smtp://us:right@127.0.0.1:${clear.port}`)).toMatch(/^ok: .+ responds and accepts the login$/)
  expect(await checkUrl(`smtps://127.0.0.1:${clear.port}`)).toMatch(
    /^failure: .+ does not begin with TLS on this port$/,
  )
  const plain = await startSmtp({ security: 'none' })
  expect(await checkUrl(`smtp://us:right@127.0.0.1:${plain.port}`)).toMatch(/^failure: .+ offers no login, although/)
  expect(await checkUrl(`smtp://0.0.0.0:${plain.port}`)).toMatch(/^ok: .+\nwarning: mail to \S+ is not encrypted/)
  await plain.close()
  expect(await checkUrl(`smtp://127.0.0.1:${plain.port}`)).toMatch(/^failure: .+ cannot be reached \(ECONNREFUSED\)$/)
})
