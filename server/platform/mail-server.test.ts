import { createServer, type AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { startSmtp, type SmtpStandIn } from '#server/test/smtp-stand-in.ts'
import { testCertificate } from '#server/test/tls-fixture.ts'
import type { Address, OutgoingTools } from './guarded-fetch.ts'
import { mayServe, sendThrough, type MailServer } from './mail-server.ts'

const closing: (() => unknown)[] = []
afterAll(() => Promise.all(closing.map((close) => close())))

const name = testCertificate.host
const login = { user: 'mailer@acme.test', password: 'pa\u00dfword' }
const message = {
  from: { name: 'Acme', address: 'leads@acme.test' },
  to: ['owner@acme.test'],
  subject: 'Hello',
  text: 'Hello',
  html: '<p>Hello</p>',
  id: 'one',
}
/** Resolves the certificate's host name to stand-ins. */
const tools = {
  ca: testCertificate.cert,
  resolve: async (): Promise<Address[]> => [{ address: '127.0.0.1', family: 4 }],
}

async function standIn(options: Parameters<typeof startSmtp>[0]): Promise<SmtpStandIn> {
  const smtp = await startSmtp(options)
  closing.push(smtp.close)
  return smtp
}
const send = (port: number, changes: Partial<MailServer> = {}, use: OutgoingTools = tools) =>
  sendThrough(
    { config: { OUTGOING_ALLOW: [`${name}:${port}`] } },
    { host: name, port, security: 'none', login: null, ...changes },
    message,
    use,
  )

test.each(['tls', 'starttls', 'none'] as const)(
  'an email is sent through %s, authenticated, and reveals only its sender',
  async (security) => {
    const smtp = await standIn({ security, login })
    expect(await send(smtp.port, { security, login })).toEqual({ sent: true, refused: [], gone: [] })
    const [mail] = smtp.received
    expect(mail).toMatchObject({
      user: login.user,
      mailFrom: 'leads@acme.test',
      to: ['owner@acme.test'],
      greeting: 'acme.test',
      secure: security !== 'none',
    })
    expect(mail!.raw).toContain('Message-ID: <one@acme.test>')
    expect(mail!.raw).not.toMatch(/leadloom|nodemailer|x-mailer|localhost/i)
  },
)

test('a failure is reported by its phase, without the server’s message', async () => {
  const plain = await standIn({ security: 'none', login })
  const safe = await standIn({ security: 'tls', login })
  const problemOf = async (work: ReturnType<typeof send>): Promise<unknown> => {
    const outcome = await work
    expect(JSON.stringify(outcome)).not.toMatch(/inner-7|secretmailer/i)
    return outcome.sent || outcome.problem
  }
  const nobody = { ...tools, resolve: async () => [] }
  expect(await problemOf(send(plain.port, {}, nobody))).toBe('dns')
  expect(await problemOf(send(1))).toBe('connect')
  expect(await problemOf(send(plain.port, { login: { ...login, password: 'wrong' } }))).toBe('auth')
  expect(await problemOf(send(plain.port))).toBe('auth')
  expect(await problemOf(send(plain.port, { security: 'starttls', login }))).toBe('tls')
  expect(await problemOf(send(plain.port, { security: 'tls', login }))).toBe('tls')
  expect(await problemOf(send(safe.port, { security: 'tls', login }, { ...tools, ca: '' }))).toBe('tls')
  plain.refuse({ status: 553, text: 'sender not owned on inner-7.corp.internal' })
  expect(await problemOf(send(plain.port, { login }))).toBe('sender')
  plain.refuse({ status: 451, text: 'graylisted' })
  expect(await problemOf(send(plain.port, { login }))).toBe('busy')
  expect([plain.received, safe.received]).toEqual([[], []])
})

test('a silent server times out', async () => {
  const silent = createServer(() => {})
  await new Promise<void>((ready) => void silent.listen(0, '127.0.0.1', ready))
  closing.push(() => silent.close())
  const { port } = silent.address() as AddressInfo
  const outcome = await send(port, {}, { ...tools, greeting_ms: 200 })
  expect(outcome).toMatchObject({ sent: false, problem: 'timeout' })
})

test('hosts that are not on the public internet, and ports that are not for email, are never contacted', async () => {
  const config = { OUTGOING_ALLOW: [] }
  const hostsAsked: string[] = []
  const watch = {
    resolve: async (host: string): Promise<Address[]> => {
      hostsAsked.push(host)
      return [{ address: host === 'mixed.acme.com' ? '10.0.0.7' : '127.0.0.1', family: 4 }]
    },
  }
  const outcomeOf = (host: string, port = 587) =>
    sendThrough({ config }, { host, port, security: 'none', login: null }, message, watch)
  const refusal = { sent: false, problem: 'refused_address', smtpStatus: null }
  const hosts =
    `127.0.0.1 10.1.2.3 172.16.0.1 192.168.0.1 169.254.169.254 100.64.0.1 0.0.0.0 0x7f.1 2130706433 017700000001
    ::1 fe80::1 fc00::1 ::ffff:127.0.0.1 localhost smtp.localhost printer.local db.internal nodots`.split(/\s+/)
  for (const host of hosts) {
    expect([host, mayServe(config, host, 587), await outcomeOf(host)]).toEqual([host, false, refusal])
  }
  for (const port of [22, 80, 443, 5432, 1025]) expect(await outcomeOf('smtp.acme.com', port)).toEqual(refusal)
  for (const host of ['a b', 'acme.com/x', 'user@acme.com', 'acme.com:25', '', '%00'])
    expect([host, await outcomeOf(host)]).toEqual([host, refusal])
  expect(hostsAsked).toEqual([])
  // A public name that resolves to an internal address is refused once it is resolved.
  for (const host of ['mixed.acme.com', 'rebind.acme.com']) expect(await outcomeOf(host)).toEqual(refusal)
  expect(hostsAsked).toEqual(['mixed.acme.com', 'rebind.acme.com'])
})
