import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, describe, expect, it } from 'vitest'
import { startMailbox } from '#demo/mailbox.ts'
import { closeMail, mayArriveLater, sendMail, type MailMessage } from './mail.ts'

const closing: (() => unknown)[] = []
afterAll(() => Promise.all(closing.map((close) => close())))

const message: MailMessage = {
  from: { name: 'Acme Größe', address: 'leads@acme.test' },
  to: ['a@plumbright.test', 'b@plumbright.test'],
  subject: 'New lead: Frühling “spring” visitors of the year and of a name long enough to be folded somewhere',
  text: 'Name: Zoë Ω\n.\nA line that begins with a dot follows\n.dot',
  html: '<p>Zoë Ω</p>',
  id: '0190f5fe-7c00-7000-8000-000000000001',
}

function platformFor(SMTP_URL: string | undefined) {
  const platform = { config: { SMTP_URL } }
  closing.push(() => closeMail(platform))
  return platform
}

async function mailbox() {
  const box = await startMailbox({ now: () => 1_000 })
  closing.push(() => box.close())
  return { box, platform: platformFor(box.smtpUrl) }
}

describe('mail', () => {
  it('arrives with every character intact', async () => {
    const { box, platform } = await mailbox()
    expect(await sendMail(platform, message)).toEqual({ sent: true, refused: [], gone: [] })
    expect(box.messages()).toMatchObject([
      {
        id: 1,
        at_ms: 1_000,
        from: 'Acme Größe <leads@acme.test>',
        to: message.to,
        subject: message.subject,
        messageId: `<${message.id}@acme.test>`,
        text: expect.stringContaining(message.text),
        html: expect.stringContaining(message.html),
      },
    ])
  })

  it('names only the brand', async () => {
    const { box, platform } = await mailbox()
    await sendMail(platform, message)
    expect(box.messages()[0]!.raw).not.toMatch(/leadloom|nodemailer|x-mailer/i)
  })

  it('says that no person wrote it, so that no absence note answers', async () => {
    const { box, platform } = await mailbox()
    await sendMail(platform, message)
    expect(box.messages()[0]!.raw).toMatch(/^auto-submitted: auto-generated$/im)
  })

  it('never takes a header from a text', async () => {
    const { box, platform } = await mailbox()
    const subject = 'Hello\r\nBcc: spy@evil.test\r\n\r\nbody\u2028X-Other: 1'
    const name = 'Acme\r\nReply-To: spy@evil.test'
    await sendMail(platform, { ...message, subject, from: { ...message.from, name } })
    const [mail] = box.messages()
    expect(mail!.to).toEqual(message.to)
    expect(mail!.subject).toBe('Hello Bcc: spy@evil.test body X-Other: 1')
    expect(mail!.raw.split('\r\n\r\n')[0]).not.toMatch(/^(bcc|reply-to|x-other):/im)
  })

  it('is sent to the accepted recipients and reports the rejected ones', async () => {
    const picky = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: ({ address }, _session, done) =>
        done(address.startsWith('b') ? new Error('no such box as b@plumbright.test') : null),
      onData: (stream, _session, done) => void stream.resume().on('end', () => done()),
    })
    await new Promise<void>((ready) => void picky.listen(0, '127.0.0.1', ready))
    closing.push(() => new Promise<void>((closed) => picky.close(() => closed())))
    const platform = platformFor(`smtp://127.0.0.1:${(picky.server.address() as AddressInfo).port}`)
    expect(await sendMail(platform, message)).toEqual({
      sent: true,
      refused: ['b@plumbright.test'],
      gone: ['b@plumbright.test'],
    })
    const warnings: object[] = []
    const log = { warn: (facts: object) => void warnings.push(facts) }
    expect(await sendMail({ ...platform, log }, { ...message, to: ['b@plumbright.test'] })).toMatchObject({
      sent: false,
      code: 'mail_refused',
      smtpStatus: 550,
    })
    expect(warnings).toEqual([{ problem: 'recipient', smtpStatus: 550, said: '550 no such box as [address]' }])
  })
})

describe('an email that cannot be sent', () => {
  it('fails with a reason when no mail server is set up', async () => {
    expect(await sendMail(platformFor(undefined), message)).toMatchObject({ sent: false, code: 'mail_not_set_up' })
  })

  it('fails with a reason when nothing listens', async () => {
    const outcome = await sendMail(platformFor('smtp://127.0.0.1:1'), message)
    expect(outcome).toMatchObject({ sent: false, code: 'mail_unreachable' })
  })

  it('fails with a reason when the server closes the connection', async () => {
    const server = createServer((socket) => socket.end('554 go away\r\n'))
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    closing.push(() => server.close())
    const outcome = await sendMail(platformFor(`smtp://127.0.0.1:${(server.address() as AddressInfo).port}`), message)
    expect(outcome).toMatchObject({ sent: false, code: 'mail_unreachable' })
  })

  it.each([
    ['defers unknown senders', { onRcptTo: 450 }, 'mail_deferred'],
    ['rejects our login', { onAuth: 535 }, 'mail_unreachable'],
  ] as const)('is retried later if the server %s: it is not permanently rejected', async (_how, refusing, code) => {
    const [[step, responseCode]] = Object.entries(refusing) as [[string, number]]
    const refuse = (...given: unknown[]): void =>
      (given.at(-1) as (error: Error) => void)(Object.assign(new Error('not now'), { responseCode }))
    const server = new SMTPServer({
      authOptional: true,
      allowInsecureAuth: true,
      disabledCommands: ['STARTTLS'],
      onAuth: (_login, _session, done) => done(null, { user: 'us' }),
      [step]: refuse,
    })
    await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready))
    closing.push(() => new Promise<void>((closed) => server.close(() => closed())))
    const platform = platformFor(`smtp://us:secret@127.0.0.1:${(server.server.address() as AddressInfo).port}`)
    const outcome = await sendMail(platform, message)
    expect(outcome).toEqual({
      sent: false,
      code,
      smtpStatus: responseCode,
      said: expect.stringContaining('not now'),
      gone: [],
    })
    expect(!outcome.sent && mayArriveLater(outcome)).toBe(true)
  })

  it('is resent over a new connection after the server was restarted', async () => {
    const first = await startMailbox({ now: () => 0 })
    const platform = platformFor(first.smtpUrl)
    await sendMail(platform, message)
    await first.close()
    expect(await sendMail(platform, message)).toMatchObject({ sent: false })
    const second = await startMailbox({ now: () => 0, port: Number(new URL(first.smtpUrl).port) })
    closing.push(() => second.close())
    expect(await sendMail(platform, message)).toMatchObject({ sent: true })
    expect(second.messages()).toHaveLength(1)
  })
})
