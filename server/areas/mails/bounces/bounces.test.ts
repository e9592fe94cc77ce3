import { afterAll, beforeEach, expect, test } from 'vitest'
import { listStoppedAddresses } from '#contract/mails/stopped-addresses.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { TestUser } from '#server/test/factories.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { startSmtp } from '#server/test/smtp-stand-in.ts'
import { openWorld } from '#server/test/world.ts'
import { queueMail } from '../queue-mail.ts'
import { takeBounce } from './take-bounce.ts'

const clock = createStillClock(Date.UTC(2026, 10, 20, 12))
const day_ms = 86_400_000
const smtp = await startSmtp({ security: 'none' })
const env = {
  SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
  OUTGOING_ALLOW: `127.0.0.1:${smtp.port}`,
  BOUNCE_ADDRESS: 'bounces@mail.example.com',
}
const { db, http, tree } = await openWorld({ clock, env })
const { owner } = tree.acme
const client = tree.acme.clients[0]!
beforeEach(() => db.adminPool.query('delete from stopped_address'))
afterAll(() => smtp.close())

/** Sends a mail to an address and returns where it comes back to. */
async function send(email: string): Promise<string> {
  await inScope(db.appPool, { kind: 'root', rootId: tree.root.id }, (tx) =>
    queueMail(tx, http.platform, {
      kind: 'account',
      to: { rootId: tree.root.id, agencyId: tree.acme.id, email, language: 'en' },
      write: () => ({ title: 'A notice', paragraphs: ['Something happened.'] }),
    }),
  )
  await runJobs(db, http.platform)
  return smtp.received.findLast(({ to }) => to.includes(email))!.mailFrom
}

interface Words {
  status?: string
  action?: string
  diagnostic?: string
  /** Whom the report names, if not who got the mail. */
  recipient?: string
}

/** A report as Postfix writes it. */
const reportOf = (email: string, words: Words = {}): string => {
  const { status = '5.1.1', action = 'failed', diagnostic = 'smtp; 550 5.1.1 <x>: Recipient address rejected' } = words
  const { recipient = email } = words
  return `From: MAILER-DAEMON@mail.example.com
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b1"

--b1
Content-Description: Notification
Content-Type: text/plain; charset=us-ascii

I'm sorry to have to inform you that your message could not be delivered.

--b1
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.example.com
Arrival-Date: Fri, 20 Nov 2026 12:00:00 +0000 (UTC)

Final-Recipient: rfc822; ${recipient}
Original-Recipient: rfc822;${recipient}
Action: ${action}
Status: ${status}
Remote-MTA: dns; mx.example.net
Diagnostic-Code: ${diagnostic}

--b1
Content-Type: message/rfc822

From: Acme <no-reply@mail.example.com>
To: <${email}>
Subject: A notice

Something happened.
--b1--
`.replaceAll('\n', '\r\n')
}

const take = (returnAddress: string, raw: string) => takeBounce(http.platform, returnAddress, Buffer.from(raw))
const stoppedOf = async (user: TestUser = owner) => {
  http.forget(user)
  return (await http.as(user).call(listStoppedAddresses, { params: { companyID: user.companyId } })).body.data
}

test('each mail comes back to an address of its own, which names nobody', async () => {
  const addresses = [await send(owner.email), await send(client.user.email)]
  for (const address of addresses) expect(address).toMatch(/^bounces\+[0-9a-f]{52}@mail\.example\.com$/)
  expect(new Set(addresses).size).toBe(2)
  expect(addresses[0]!.split('@')[0]!.length).toBeLessThanOrEqual(64)
})

test('a report that the mailbox does not exist stops the address for the company that wrote, as often as it comes', async () => {
  const returnAddress = await send(client.user.email)
  for (let times = 0; times < 2; times++) expect(await take(returnAddress, reportOf(client.user.email))).toBe('stopped')
  expect(await stoppedOf()).toMatchObject([{ email: client.user.email, reason: 'refused', company_id: client.id }])
  expect(await stoppedOf(tree.brightside.owner)).toEqual([])
})

test('servers on the way may change the case of a return address', async () => {
  expect(await take((await send(owner.email)).toUpperCase(), reportOf(owner.email.toUpperCase()))).toBe('stopped')
})

test('a report that names the mailbox to which the mail was forwarded is about the one that it was sent to', async () => {
  expect(await take(await send(owner.email), reportOf(owner.email, { recipient: 'dana@inner.example' }))).toBe(
    'stopped',
  )
  expect(await stoppedOf()).toMatchObject([{ email: owner.email }])
})

test('a status that says nothing leaves it to what the server answered', async () => {
  const returnAddress = await send(owner.email)
  const withAnswer = (diagnostic: string) => take(returnAddress, reportOf(owner.email, { status: '5.0.0', diagnostic }))
  expect(await withAnswer('smtp; 550 relay not permitted')).toBe('may arrive later')
  expect(await withAnswer('smtp; 550 5.7.1 Rejected by policy')).toBe('may arrive later')
  expect(await withAnswer('smtp; 550 No such user here')).toBe('stopped')
})

test.each<[string, Words]>([
  ['a delay', { status: '4.4.1', action: 'delayed', diagnostic: 'X-Postfix; connection timed out' }],
  ['a mail given up after days', { status: '4.4.1', diagnostic: 'X-Postfix; connection timed out' }],
  ['a full mailbox', { status: '5.2.2', diagnostic: 'smtp; 552 5.2.2 Mailbox full' }],
  ['a policy', { status: '5.7.1', diagnostic: 'smtp; 550 5.7.1 Blocked' }],
  ['a mail that arrived', { status: '2.0.0', action: 'delivered', diagnostic: 'smtp; 250 Ok' }],
])('%s stops nothing', async (_cause, words) => {
  expect(await take(await send(owner.email), reportOf(owner.email, words))).toBe('may arrive later')
  expect(await stoppedOf()).toEqual([])
})

test('an answer, an absence note and what is no mail stop nothing', async () => {
  const returnAddress = await send(owner.email)
  for (const raw of ['', 'garbage', 'From: a@b.example\r\n\r\nI am away until Monday.', '\0'.repeat(1_000)])
    expect(await take(returnAddress, raw)).toBe('no report')
})

test('nobody stops an address by an address that is not its mail’s', async () => {
  const returnAddress = await send(owner.email)
  const forgedAddress = returnAddress.replace(/[0-9a-f]@/, (end) => (end === '0@' ? '1@' : '0@'))
  expect(await take(forgedAddress, reportOf(owner.email))).toBe('another address')
  expect(await take(returnAddress, reportOf(client.user.email))).toBe('another address')
  const others = returnAddress.replace(tree.acme.id.replaceAll('-', ''), tree.brightside.id.replaceAll('-', ''))
  expect(await take(others, reportOf(owner.email))).toBe('another address')
  const nobodys = returnAddress.replace(tree.acme.id.replaceAll('-', ''), 'f'.repeat(32))
  expect(await take(nobodys, reportOf(owner.email))).toBe('not ours')
  for (const address of ['', 'bounces@mail.example.com', `bounces+${'0'.repeat(51)}@mail.example.com`])
    expect(await take(address, reportOf(owner.email))).toBe('not ours')
  expect(await stoppedOf()).toEqual([])
})

test('a return address ends after two weeks, for everybody who saw the mail', async () => {
  const returnAddress = await send(owner.email)
  clock.advance(13 * day_ms)
  expect(await take(returnAddress, reportOf(owner.email))).toBe('stopped')
  clock.advance(2 * day_ms)
  expect(await take(returnAddress, reportOf(owner.email))).toBe('not ours')
})

test('a company’s own server returns mail to its own sender', async () => {
  await db.adminPool.query(
    `insert into mail_server (company_id, root_id, host, port, security, from_name, from_address, saved_at)
     values ($1, $2, '127.0.0.1', $3, 'none', 'Acme', 'leads@acme-agency.com', now())`,
    [tree.acme.id, tree.root.id, smtp.port],
  )
  expect(await send(owner.email)).toBe('leads@acme-agency.com')
})
