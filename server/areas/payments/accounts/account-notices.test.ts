import { afterAll, expect, test } from 'vitest'
import { listInbox } from '#contract/inbox/inbox.ts'
import { readStanding } from '#contract/inbox/standing.ts'
import { checkConnectedAccount, getAccountLink } from '#contract/payments/accounts.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { noLimits } from '#server/test/app.ts'
import type { TestUser } from '#server/test/factories.ts'
import { stripeEnv } from '#server/test/gateway-stages.ts'
import { openTree } from '#server/test/open-tree.ts'
import { startStrictStripe } from '#server/test/payment-stage.ts'

// What an agency is told while its account at Stripe moves from empty to completed.

const clock = createStillClock(Date.UTC(2026, 10, 20, 12))
const stripe = await startStrictStripe(clock.now)
afterAll(() => stripe.stop())
const { db, http, tree } = await openTree({ clock, limiter: noLimits, env: stripeEnv(stripe) })
const { id, owner, admin, clients } = tree.acme

/** A moment later, when nothing is remembered about who asks. */
const toldTo = async (user: TestUser): Promise<string[]> => {
  clock.advance(60_000)
  http.forget(user)
  const { notices } = (await http.as(user).call(readStanding, {})).body.data
  return notices.map(({ kind }) => kind)
}
const aboutAccount = ['accountUpdate', 'connectAccount', 'continueConnecting', 'inVerification']
/** Notices about the account, after the gateway was asked for its state. */
const expectNotices = async (expected: string[]): Promise<void> => {
  await http.as(owner).call(checkConnectedAccount, { params: { companyID: id, idsys: tree.root.id } })
  for (const user of [owner, admin])
    expect((await toldTo(user)).filter((kind) => aboutAccount.includes(kind))).toEqual(expected)
  expect((await toldTo(clients[0]!.user)).filter((kind) => aboutAccount.includes(kind))).toEqual([])
}

test('R011, R103 to R106: each state of the account has its notice, and a completed one has none', async () => {
  await expectNotices(['connectAccount'])
  await http.as(owner).call(getAccountLink, { body: { companyID: id } })
  // R060: requirements remain, and charges are disabled.
  await expectNotices(['accountUpdate', 'continueConnecting'])
  const account = stripe.accounts()[0]!.id
  stripe.moveAccount(account, 'submitted')
  await expectNotices(['inVerification'])
  stripe.moveAccount(account, 'ready')
  await expectNotices([])
  // OQ-24: there is no text for a failed account.
  stripe.moveAccount(account, 'rejected')
  http.forget()
  await http.as(owner).call(checkConnectedAccount, { params: { companyID: id, idsys: tree.root.id } })
  expect(await toldTo(owner)).toContain('connectAccount')
})

/** Titles of the mails that a check of the account queued. */
async function mailsOf(agency: typeof tree.acme): Promise<string[]> {
  await db.adminPool.query('delete from graphile_worker._private_jobs')
  clock.advance(60_000)
  http.forget()
  await http.as(agency.owner).call(checkConnectedAccount, { params: { companyID: agency.id, idsys: tree.root.id } })
  const { rows } = await db.adminPool.query<{ sealed: string }>(
    `select payload ->> 'sealed' as sealed from graphile_worker._private_jobs`,
  )
  return rows.map(({ sealed }) => {
    const { to, content } = JSON.parse(http.platform.secrets.open(sealed, 'job.send-account-mail'))
    return `${to.email}: ${content.title}`
  })
}

test('what the gateway asks of a finished account is mailed once and a line of the inbox until it is there', async () => {
  const { brightside } = tree
  const line = async () =>
    (
      await http
        .as(brightside.owner)
        .call(listInbox, { params: { companyID: brightside.id }, query: { kind: 'account_needs' } })
    ).body.data.length
  await http.as(brightside.owner).call(getAccountLink, { body: { companyID: brightside.id } })
  expect(await mailsOf(brightside)).toEqual([])
  const account = stripe.accounts().at(-1)!.id
  stripe.moveAccount(account, 'ready')
  expect([await mailsOf(brightside), await line()]).toEqual([[], 0])
  const mails = [`${brightside.owner.email}: Your payment account needs something`]
  stripe.moveAccount(account, 'restricted')
  expect([await mailsOf(brightside), await line()]).toEqual([mails, 1])
  expect([await mailsOf(brightside), await line()]).toEqual([[], 1])
  stripe.moveAccount(account, 'ready')
  expect([await mailsOf(brightside), await line()]).toEqual([[], 0])
  stripe.moveAccount(account, 'restricted')
  expect(await mailsOf(brightside)).toEqual(mails)
  stripe.moveAccount(account, 'rejected')
  expect(await mailsOf(brightside)).toEqual([`${brightside.owner.email}: Your payment account was closed`])
  await db.adminPool.query('delete from connected_account where owner_id = $1', [brightside.id])
  await db.adminPool.query('update company set account_connected = null where id = $1', [brightside.id])
})

test('R102: an agency that settles by hand is not asked for an account', async () => {
  const { brightside } = tree
  expect(await toldTo(brightside.owner)).toContain('connectAccount')
  await db.adminPool.query('update company set manual_bill = true where id = $1', [brightside.id])
  expect(await toldTo(brightside.owner)).not.toContain('connectAccount')
})
