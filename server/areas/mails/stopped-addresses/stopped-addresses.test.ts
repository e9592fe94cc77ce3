import { beforeEach, expect, test } from 'vitest'
import { listInbox } from '#contract/inbox/inbox.ts'
import { listStoppedAddresses, resumeAddress } from '#contract/mails/stopped-addresses.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import type { TestUser } from '#server/test/factories.ts'
import { openWorld } from '#server/test/world.ts'
import { queueMail } from '../queue-mail.ts'

const clock = createStillClock(Date.UTC(2026, 10, 20, 12))
const { db, http, tree, mailbox } = await openWorld({ clock })
const { owner } = tree.acme
const client = tree.acme.clients[0]!
beforeEach(async () => {
  clock.advance(61 * 60_000)
  http.forget()
  mailbox.refuse(null)
  await db.adminPool.query('delete from stopped_address')
})

const refuse = (email: string, text: string, status = 550) => mailbox.refuse({ addresses: [email], status, text })
const noMailbox = '5.1.1 No such user here'

/** How many mails reach an address, after queuing one from the agency or the operator. */
async function mailsTo(email: string, agencyId: string | null = tree.acme.id): Promise<number> {
  const before = mailbox.messages()[0]?.id ?? 0
  await inScope(db.appPool, { kind: 'root', rootId: tree.root.id }, (tx) =>
    queueMail(tx, http.platform, {
      kind: 'account',
      to: { rootId: tree.root.id, agencyId, email, language: 'en' },
      write: () => ({ title: 'A notice', paragraphs: ['Something happened.'] }),
    }),
  )
  await runJobs(db, http.platform)
  return mailbox.messages().filter(({ id, to }) => id > before && to.includes(email)).length
}
const stoppedOf = async (user: TestUser = owner) =>
  (await http.as(user).call(listStoppedAddresses, { params: { companyID: user.companyId } })).body.data
const linesOf = async (user: TestUser = owner) =>
  (await http.as(user).call(listInbox, { params: { companyID: user.companyId }, query: { kind: 'mail_stopped' } })).body
    .data

test('an address that a mail server refuses for good gets no mail any more, and its company’s line says so', async () => {
  const { email } = client.user
  refuse(email, noMailbox)
  expect(await mailsTo(email)).toBe(0)
  mailbox.refuse(null)
  expect(await mailsTo(email)).toBe(0)
  expect(await mailsTo(owner.email)).toBe(1)
  expect(await stoppedOf()).toMatchObject([{ email, reason: 'refused', company_id: client.id }])
  expect(await linesOf()).toMatchObject([{ company_id: client.id, count: 1 }])
})

test('it is resumed once it is right again, and its line ends', async () => {
  refuse(owner.email, noMailbox)
  await mailsTo(owner.email)
  mailbox.refuse(null)
  expect(await linesOf()).toMatchObject([{ company_id: tree.acme.id, count: 1 }])
  const [{ id } = { id: '' }] = await stoppedOf()
  const resume = () => http.as(owner).call(resumeAddress, { body: { companyID: tree.acme.id, address_id: id } })
  expect((await resume()).status).toBe(200)
  expect((await resume()).status, 'somebody else was quicker').toBe(200)
  expect(await mailsTo(owner.email)).toBe(1)
  expect(await linesOf()).toEqual([])
})

test('another company neither sees it nor resumes it, and writes to the address as before', async () => {
  refuse(owner.email, noMailbox)
  await mailsTo(owner.email)
  mailbox.refuse(null)
  const [{ id } = { id: '' }] = await stoppedOf()
  expect(await stoppedOf(tree.brightside.owner)).toEqual([])
  const others = { body: { companyID: tree.brightside.id, address_id: id } }
  await http.as(tree.brightside.owner).call(resumeAddress, others)
  const foreign = { body: { companyID: tree.acme.id, address_id: id } }
  expect((await http.as(tree.brightside.owner).call(resumeAddress, foreign)).status).toBeGreaterThanOrEqual(403)
  expect(await stoppedOf()).toMatchObject([{ id }])
  expect(await mailsTo(owner.email, null)).toBe(1)
})

test('the operator’s line is about the agency whose person it is', async () => {
  refuse(owner.email, noMailbox)
  await mailsTo(owner.email, null)
  expect(await linesOf(tree.root.system)).toMatchObject([{ company_id: tree.acme.id, count: 1 }])
  expect(await linesOf()).toEqual([])
})

test.each([
  ['a policy of the server', '5.7.1 Relaying denied', 550],
  ['a full mailbox', '5.2.2 Mailbox full', 552],
  ['a server without codes that means itself', 'relay not permitted', 550],
  ['a postponed mail', '4.2.1 Try again', 450],
])('%s stops no address', async (_cause, text, status) => {
  refuse(owner.email, text, status)
  await mailsTo(owner.email).catch(() => 0)
  expect(await stoppedOf()).toEqual([])
})

test('a server without codes that means the address does', async () => {
  refuse(owner.email, 'No such user')
  await mailsTo(owner.email)
  expect(await stoppedOf()).toMatchObject([{ email: owner.email }])
})
