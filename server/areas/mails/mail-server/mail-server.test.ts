import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startMailbox, type Mailbox } from '#demo/mailbox.ts'
import { reauthenticate } from '#contract/sign-in/reauthenticate.ts'
import { readAccess } from '#contract/people/user.ts'
import { forgetPassword } from '#contract/sign-in/password.ts'
import { sendTestMail, testSmtp } from '#contract/mails/mail-server.ts'
import { readSetting, saveSetting } from '#contract/settings/settings.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { closeMail } from '#server/platform/mail.ts'
import { createTestApp, type TestApp } from '#server/test/app.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { makeTree, testPassword, type TestTree, type TestUser } from '#server/test/factories.ts'
import { createTestDatabase, type TestDatabase } from '#server/test/harness.ts'
import { sendAs } from '../send-as.ts'
import { startSmtp, type SmtpStandIn } from '#server/test/smtp-stand-in.ts'

const login = { user: 'mailer@acme.test', password: 'a-mail-password' }
const clock = createStillClock(Date.UTC(2026, 10, 20, 12))
let db: TestDatabase
let http: TestApp
let tree: TestTree
let platforms: Mailbox
let smtp: SmtpStandIn
let otherServer: SmtpStandIn

beforeAll(async () => {
  db = await createTestDatabase()
  tree = await makeTree(db)
  platforms = await startMailbox({ now: clock.now })
  smtp = await startSmtp({ security: 'none', login })
  otherServer = await startSmtp({ security: 'none' })
  const OUTGOING_ALLOW = [smtp, otherServer].map(({ port }) => `127.0.0.1:${port}`).join(',')
  http = await createTestApp(db, { clock, env: { SMTP_URL: platforms.smtpUrl, OUTGOING_ALLOW } })
})
beforeEach(() => {
  clock.advance(2 * 3_600_000)
  http.forget()
})
afterAll(async () => {
  closeMail(http.platform)
  await http.close()
  for (const server of [platforms, smtp, otherServer]) await server.close()
  await db.drop()
})

const form = (changes: object = {}) => ({
  companyID: tree.acme.id,
  host: '127.0.0.1',
  port: smtp.port,
  security: 'none' as const,
  username: login.user,
  password: login.password as string | undefined,
  from_name: 'Acme Mailer',
  from_email: 'leads@acme-mail.test',
  ...changes,
})
const save = (user: TestUser, changes: object = {}) =>
  http.as(user).call(saveSetting, { body: { settingname: 'smtp', ...form(changes) } } as never)
const give = (user: TestUser) => save(user, { host: '' })
const readServer = async (user = tree.acme.owner) =>
  (await http.as(user).call(readSetting, { query: { companyID: tree.acme.id, settingname: 'smtp' } })).body.data
const tryOut = (user: TestUser, changes: object = {}) => http.as(user).call(testSmtp, { body: form(changes) } as never)
const mail = (user: TestUser) => http.as(user).call(sendTestMail, { body: { companyID: user.companyId } })
/** Requests a mail about an account and runs the queue; returns whether it could be sent. */
const sendsReset = async (user: TestUser): Promise<boolean> => {
  await http.anonymous(user.host).call(forgetPassword, { body: { username: user.email } })
  return runJobs(db, http.platform).then(
    () => true,
    () => false,
  )
}
/** Whether the screen says that the mail server fails. */
const isTold = async (user: TestUser) =>
  (await http.as(user).call(readAccess, { params: { id: 'all' } })).body.data.mail_server_fails
const lastEntry = async (): Promise<Record<string, unknown>> =>
  (await db.adminPool.query('select * from activity where book_id = $1 order by seq desc limit 1', [tree.acme.id]))
    .rows[0]

describe('a custom mail server', () => {
  test('is saved with its password encrypted, and never shows it again', async () => {
    expect(await readServer()).toMatchObject({ host: '', has_password: 'F', state: 'none' })
    expect((await save(tree.acme.owner)).status).toBe(200)
    const setting = await readServer()
    expect(setting).toMatchObject({
      host: '127.0.0.1',
      port: smtp.port,
      username: login.user,
      from_email: 'leads@acme-mail.test',
      has_password: 'T',
      state: 'ok',
    })
    const entry = await lastEntry()
    expect(entry).toMatchObject({ action: 'setting.mailServerSaved', after: { host: '127.0.0.1', login: 'changed' } })
    const { rows } = await db.adminPool.query('select password_sealed from mail_server')
    expect(JSON.stringify([setting, entry, rows])).not.toContain(login.password)
    expect(rows[0].password_sealed).toMatch(/^v2\.[0-9a-f]{12}\./)
  })

  test('is changed only after reauthentication', async () => {
    await http.forgetProof(tree.acme.owner)
    expect((await save(tree.acme.owner)).body.code).toBe('reauthenticate')
    await http.as(tree.acme.owner).call(reauthenticate, { body: { password: testPassword } })
    for (const user of [tree.acme.admin, tree.root.admin]) {
      expect((await save(user)).status).toBe(403)
      expect(
        (await http.as(user).call(readSetting, { query: { companyID: tree.acme.id, settingname: 'smtp' } })).status,
      ).toBe(403)
      expect((await tryOut(user)).status).toBe(403)
    }
    expect((await save(tree.brightside.owner)).status).toBe(404)
    expect((await tryOut(tree.brightside.owner)).status).toBe(404)
    expect((await save(tree.root.system)).status).toBe(200)
  })

  test('keeps its stored password for the same server only, so that no one can read it by entering another server', async () => {
    const without = { password: undefined }
    expect((await save(tree.acme.owner, without)).status).toBe(200)
    expect(await lastEntry()).toMatchObject({ after: { login: 'kept' } })
    for (const changes of [{ port: otherServer.port }, { username: 'somebody' }, { security: 'starttls' }]) {
      const movedServer = { ...without, ...changes }
      expect([changes, (await save(tree.acme.owner, movedServer)).body.field]).toEqual([changes, 'password'])
      expect([changes, (await tryOut(tree.acme.owner, movedServer)).body.field]).toEqual([changes, 'password'])
    }
    expect(otherServer.received).toEqual([])
  })

  test('must be on the public internet, use a mail port and have a sender', async () => {
    const bad: [object, string][] = [
      [{ host: '127.0.0.1', port: 1 }, 'host'],
      [{ host: '10.0.0.5', port: 25 }, 'host'],
      [{ host: '169.254.169.254', port: 587 }, 'host'],
      [{ host: 'localhost', port: 587 }, 'host'],
      [{ host: 'smtp.acme.com', port: 22 }, 'host'],
      [{ host: 'smtp.acme.com\r\nRSET' }, 'host'],
      [{ host: 'a'.repeat(254) }, 'host'],
      [{ port: -1 }, 'port'],
      [{ port: 1e21 }, 'port'],
      [{ port: '587' }, 'port'],
      [{ username: 'a\nb' }, 'username'],
      [{ password: 'a\0b' }, 'password'],
      [{ security: 'ssl' }, 'security'],
      [{ from_email: 'nobody' }, 'from_email'],
      [{ from_email: 'a@acme.test\r\nBcc: b@acme.test' }, 'from_email'],
      [{ from_email: '' }, 'from_email'],
      [{ from_name: 'x'.repeat(81) }, 'from_name'],
      [{ from_name: 'Acme\r\nBcc: spy@evil.test' }, 'from_name'],
    ]
    const before = await readServer()
    for (const [changes, field] of bad) {
      const { status, body } = await save(tree.acme.owner, changes)
      expect([changes, status, body.field]).toEqual([changes, 422, field])
    }
    expect(await readServer()).toEqual(before)
  })
})

describe('C047: a test email with unsaved settings', () => {
  test('goes to the caller’s own address, with the entered sender, and stores nothing', async () => {
    await give(tree.acme.owner)
    const { body } = await tryOut(tree.acme.owner)
    expect(body.data).toEqual({ to: tree.acme.owner.email, from: 'leads@acme-mail.test', host: '127.0.0.1' })
    expect(smtp.received.at(-1)).toMatchObject({
      user: login.user,
      mailFrom: 'leads@acme-mail.test',
      to: [tree.acme.owner.email],
    })
    expect((await readServer()).settingname === 'smtp' && (await readServer())).toMatchObject({ state: 'none' })
    expect((await tryOut(tree.acme.owner, { to: 'somebody@else.test' })).status).toBe(422)
  })

  test('reports the field that failed, without the server’s own text', async () => {
    const refusalOf = async (changes: object) => {
      const { status, body } = await tryOut(tree.acme.owner, changes)
      expect(JSON.stringify(body)).not.toMatch(/inner-7|secretmailer/i)
      return [status, body.field, body.message]
    }
    expect(await refusalOf({ password: 'wrong' })).toEqual([
      422,
      'username',
      'The mail server refused the sign-in. Check user name and password.',
    ])
    expect(await refusalOf({ security: 'starttls' })).toEqual([
      422,
      'security',
      'A secure connection failed. Check the mail server’s security setting and certificate.',
    ])
    smtp.refuse({ status: 553, text: 'not owned by user at inner-7.corp.internal' })
    expect(await refusalOf({})).toEqual([
      422,
      'from_email',
      'The mail server refused the sender. Check the sender address.',
    ])
    smtp.refuse(null)
  })

  test('is limited to five per hour', async () => {
    const statuses: number[] = []
    for (let count = 0; count < 6; count++) statuses.push((await tryOut(tree.acme.owner, { password: 'wrong' })).status)
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429])
  })
})

describe('email of a company with its own server', () => {
  test('C179: goes through it, while other companies’ email goes through the platform’s', async () => {
    expect((await mail(tree.brightside.owner)).body.data).toMatchObject({ to: tree.brightside.owner.email, host: '' })
    expect(platforms.messages()[0]).toMatchObject({ subject: 'Test email', to: [tree.brightside.owner.email] })
    await save(tree.acme.owner)
    expect((await mail(tree.acme.owner)).body.data).toMatchObject({ from: 'leads@acme-mail.test', host: '127.0.0.1' })
    expect(smtp.received.at(-1)!.raw).toMatch(/Subject: Test email/)
  })

  test('C179: reports why it was not accepted, with or without a server', async () => {
    smtp.fall(true)
    const refusal = await mail(tree.acme.owner)
    smtp.fall(false)
    const why = 'The mail server could not be reached. Check host and port.'
    expect([refusal.status, refusal.body.message]).toEqual([409, why])
    const without = await createTestApp(db, { clock })
    const none = await without.as(tree.brightside.owner).call(sendTestMail, { body: { companyID: tree.brightside.id } })
    await without.close()
    expect([none.status, none.body.message]).toEqual([409, 'No mail server is set up.'])
  })

  test('shows only its own sender, in headers and envelope', async () => {
    const before = platforms.messages().length
    expect(await sendsReset(tree.acme.clients[0]!.user)).toBe(true)
    expect(platforms.messages()).toHaveLength(before)
    const mail = smtp.received.at(-1)!
    expect(mail).toMatchObject({ mailFrom: 'leads@acme-mail.test', greeting: 'acme-mail.test' })
    expect(mail.raw).toMatch(/^From: Acme Mailer <leads@acme-mail\.test>\r?$/m)
    expect(mail.raw).toMatch(/^Message-ID: <[^>]+@acme-mail\.test>\r?$/im)
    expect(mail.raw).not.toMatch(/leadloom|brightside|nodemailer/i)
  })

  /** Sends mail until the server counts as failing: three failures in a row. */
  const failThrice = async (): Promise<void> => {
    const { owner, clients } = tree.acme
    smtp.fall(true)
    for (const user of [clients[0]!.user, clients[1]!.user, owner]) expect(await sendsReset(user)).toBe(false)
  }
  /** The server accepts mail again, and the waiting mail is sent. */
  const heal = async (): Promise<void> => {
    smtp.fall(false)
    clock.advance(61_000)
    expect(await sendsReset(tree.acme.clients[0]!.user)).toBe(true)
  }

  test('marks the server as failing from the third failure on, and tells the owner', async () => {
    const { owner, admin, clients } = tree.acme
    const before = { own: smtp.received.length, platform: platforms.messages().length }
    smtp.fall(true)
    expect([await sendsReset(clients[0]!.user), await sendsReset(clients[1]!.user)]).toEqual([false, false])
    expect(await readServer()).toMatchObject({ state: 'ok', cause: 'connect' })
    expect(await sendsReset(owner)).toBe(false)
    expect(await readServer()).toMatchObject({ state: 'failing' })
    expect([await isTold(owner), await isTold(admin), await isTold(clients[0]!.user)]).toEqual(['T', 'F', 'F'])
    expect([smtp.received.length, platforms.messages().length]).toEqual([before.own, before.platform])
    await heal()
    expect(smtp.received.length).toBeGreaterThan(before.own)
    expect(await readServer()).toMatchObject({ state: 'ok', cause: '', failing_since: null })
  })

  test('falls back to the platform’s server when its own fails, with a warning to the owner', async () => {
    const { owner, bareAdmin } = tree.acme
    // Owners are warned at most once a day.
    clock.advance(24 * 3_600_000)
    http.forget()
    await failThrice()
    expect(await sendsReset(bareAdmin)).toBe(true)
    const [account, warning] = platforms.messages()
    expect(account).toMatchObject({ to: [bareAdmin.email] })
    expect(warning).toMatchObject({ subject: 'Your mail server is not accepting email', to: [owner.email] })
    expect(warning!.text).toContain('The mail server could not be reached. Check host and port.')
    for (const { raw } of [account!, warning!]) expect(raw).not.toMatch(/leadloom/i)
    await heal()
  })

  test('warns the owner later if the platform’s server could not be reached either', async () => {
    clock.advance(24 * 3_600_000)
    http.forget()
    await failThrice()
    const env = { SMTP_URL: 'smtp://127.0.0.1:1', OUTGOING_ALLOW: `127.0.0.1:${smtp.port}` }
    const away = await createTestApp(db, { clock, env })
    await expect(runJobs(db, away.platform)).rejects.toThrow('warn-of-mail-server: an email could not be sent')
    closeMail(away.platform)
    await away.close()
    await heal()
  })

  test('waits in the queue when there is no other server, and a lead’s email stays due', async () => {
    await give(tree.acme.owner)
    expect(await lastEntry()).toMatchObject({ action: 'setting.mailServerRemoved', before: { host: '127.0.0.1' } })
    expect(await readServer()).toMatchObject({ state: 'none', has_password: 'F' })
    await save(tree.acme.owner, { port: otherServer.port, username: '' })
    const without = await createTestApp(db, { clock, env: { OUTGOING_ALLOW: `127.0.0.1:${otherServer.port}` } })
    otherServer.fall(true)
    const owner = { rootId: tree.root.system.rootId, agencyId: tree.acme.id }
    const message = {
      from: { name: 'Acme', address: 'a@acme.test' },
      to: ['b@acme.test'],
      subject: 'Lead',
      text: 'x',
      html: 'x',
      id: 'x',
    }
    for (let tries = 0; tries < 4; tries++) {
      expect(await sendAs(without.platform, owner, message)).toMatchObject({ sent: false, code: 'mail_unreachable' })
    }
    otherServer.fall(false)
    clock.advance(61_000)
    expect(await sendAs(without.platform, owner, message)).toEqual({ sent: true, refused: [] })
    await without.close()
  })

  test('reports a failed sign-in when the password cannot be decrypted', async () => {
    await save(tree.acme.owner)
    await db.adminPool.query(`update mail_server set password_sealed = 'v1.broken' where company_id = $1`, [
      tree.acme.id,
    ])
    expect(await sendsReset(tree.acme.clients[0]!.user)).toBe(false)
    expect(await readServer()).toMatchObject({ state: 'ok', cause: 'auth' })
  })

  test('uses the operator’s server when the agency has none, under the agency’s brand', async () => {
    await give(tree.acme.owner)
    const body = form({
      settingname: 'smtp',
      companyID: tree.root.id,
      port: otherServer.port,
      username: '',
      from_name: 'Platform',
      from_email: 'ops@platform.test',
      password: undefined,
    })
    expect((await http.as(tree.root.system).call(saveSetting, { body } as never)).status).toBe(200)
    expect(await sendsReset(tree.brightside.owner)).toBe(true)
    const mail = otherServer.received.at(-1)!
    expect(mail.to).toEqual([tree.brightside.owner.email])
    expect(mail.raw).not.toMatch(/platform\.test|leadloom/i)
    expect(mail.raw).toMatch(/^From: Brightside/m)
  })
})
