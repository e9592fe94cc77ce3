import { beforeEach, expect, test } from 'vitest'
import { setNewPassword } from '#contract/sign-in/password.ts'
import { readOnboarding } from '#contract/people/profile.ts'
import { login, logout } from '#contract/sign-in/session.ts'
import { createUser, removeUser, resendInvitation, updateUser } from '#contract/companies/users.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { testPassword, type TestUser } from '#server/test/factories.ts'
import { createBrowser } from '#server/test/second-factor.ts'
import { openWorld } from '#server/test/world.ts'

// An address has one account under a root; inviting reveals nothing about accounts elsewhere, and blocks nobody.

const hour_ms = 3_600_000
const clock = createStillClock(Date.UTC(2026, 10, 20, 12))
const { db, http, tree, mailbox } = await openWorld({ clock })
beforeEach(() => {
  clock.advance(2 * hour_ms)
  http.forget()
})

const invite = (by: TestUser, ClientEmail: string) =>
  http.as(by).call(createUser, {
    body: {
      companyID: by.companyId,
      userType: 'administrator',
      ClientFullName: 'Nova Lane',
      ClientEmail,
      ClientRole: 'F',
    },
  })
const addClient = (by: TestUser, ClientEmail: string, more = {}) =>
  http.as(by).call(createUser, {
    body: {
      companyID: by.companyId,
      userType: 'client',
      ClientFullName: 'Nova Lane',
      ClientCompanyName: 'Nova',
      ClientEmail,
      ...more,
    },
  })
const mailTo = async (email: string): Promise<{ subject: string; text: string; from: string }> => {
  await runJobs(db, http.platform)
  return mailbox.messages().find((message) => message.to.includes(email))!
}
const tokenIn = (text: string): string => /set-new-password\/([\w-]{43})/.exec(text)![1]!
const signIn = async ({ host, email }: TestUser, password = testPassword): Promise<number> =>
  (await http.anonymous(host).call(login, { body: { username: email, password } })).status
/** A response without its ids and instants. */
const shape = ({ status, body }: Awaited<ReturnType<typeof invite>>): unknown => ({
  status,
  ...body,
  request_id: '',
  data: Object.keys(body.data ?? {}),
})

test('an address with an account elsewhere gets the same response as a new one; its owner is told, and nothing changes', async () => {
  const { owner } = tree.acme
  const elsewhere = tree.brightside.admin
  const newAddress = shape(await invite(owner, 'nobody@else.test'))
  const takenAddress = await invite(owner, elsewhere.email)
  expect(shape(takenAddress)).toEqual(newAddress)
  const mail = await mailTo(elsewhere.email)
  expect([mail.subject, mail.from.includes('Acme')]).toEqual(['Your invitation needs another email address', true])
  expect(mail.text).not.toMatch(/set-new-password|Brightside/)
  expect(await signIn(elsewhere)).toBe(200)
  // A resend gets the same response.
  const again = await http
    .as(owner)
    .call(resendInvitation, { body: { companyID: owner.companyId, ClientID: takenAddress.body.data.id } })
  expect([again.status, again.body.message]).toEqual([200, 'The invitation was sent again.'])
  const user = { params: { companyID: owner.companyId, userID: takenAddress.body.data.id } }
  expect((await http.as(owner).call(removeUser, user)).status).toBe(200)
  expect(await signIn(elsewhere)).toBe(200)
})

test('a client’s main user too: with an invitation, with a given password, and with a corrected address', async () => {
  const { owner } = tree.acme
  const elsewhere = tree.brightside.clients[0]!.user
  const withPassword = { ClientPass: 'a lamp beside the sea' }
  for (const more of [{}, withPassword]) {
    const newAddress = shape(await addClient(owner, `fresh${'ClientPass' in more}@else.test`, more))
    expect(
      shape(await addClient(owner, elsewhere.email, { ...more, ClientCompanyName: `Nova ${'ClientPass' in more}` })),
    ).toEqual(newAddress)
    expect((await mailTo(elsewhere.email)).subject).toBe('Your invitation needs another email address')
    await db.adminPool.query(`update app_user set removed_at = now() where email = $1 and company_id <> $2`, [
      elsewhere.email,
      elsewhere.companyId,
    ])
  }
  expect(await signIn(elsewhere)).toBe(200)
  expect(await signIn(elsewhere, withPassword.ClientPass)).toBe(401)
  const answer = await addClient(owner, 'slip@else.test', { ClientCompanyName: 'Slip' })
  const correction = await http.as(owner).call(updateUser, {
    body: {
      companyID: answer.body.data.company_id,
      ClientID: answer.body.data.id,
      userType: 'client',
      ClientFullName: 'Nova Lane',
      ClientCompanyName: 'Slip',
      ClientEmail: elsewhere.email,
    },
  })
  expect(correction.status).toBe(200)
  expect(await signIn(elsewhere)).toBe(200)
})

test('an address that the caller can see is taken is rejected at its field', async () => {
  const { owner, admin, clients } = tree.acme
  for (const { email } of [owner, admin, clients[0]!.user]) {
    for (const answer of [await invite(owner, email), await addClient(owner, email)])
      expect([answer.status, answer.body.field]).toEqual([422, 'ClientEmail'])
  }
})

test('a removed user’s address is free for the next invitation, and so is one whose invitation expired', async () => {
  const email = 'wanted@else.test'
  const first = await invite(tree.acme.owner, email)
  // Reserved while it is open: nobody takes an invitation away from somebody else.
  expect((await invite(tree.brightside.owner, email)).status).toBe(200)
  expect((await mailTo(email)).subject).toBe('Your invitation needs another email address')
  const params = { companyID: tree.acme.id, userID: first.body.data.id }
  expect((await http.as(tree.acme.owner).call(removeUser, { params })).status).toBe(200)
  const waiting = await db.adminPool.query('select id from app_user where email = $1 and company_id = $2', [
    email,
    tree.brightside.id,
  ])
  const ClientID = waiting.rows[0].id as string
  await http.as(tree.brightside.owner).call(resendInvitation, { body: { companyID: tree.brightside.id, ClientID } })
  expect((await mailTo(email)).subject).toContain(' invited you to ')
  clock.advance(72 * hour_ms)
  http.forget()
  await invite(tree.acme.owner, email)
  const { text, subject } = await mailTo(email)
  expect(subject).toContain(' invited you to ')
  const newpassword = 'a lamp beside the sea'
  const acceptance = { body: { token: tokenIn(text), email, newpassword } }
  expect((await http.anonymous(tree.acme.host).call(setNewPassword, acceptance)).status).toBe(200)
  expect(await signIn({ ...tree.acme.owner, email }, newpassword)).toBe(200)
  // From then on the address is theirs permanently.
  clock.advance(73 * hour_ms)
  http.forget()
  await http.as(tree.brightside.owner).call(resendInvitation, { body: { companyID: tree.brightside.id, ClientID } })
  expect((await mailTo(email)).subject).toBe('Your invitation needs another email address')
  expect(await signIn({ ...tree.acme.owner, email }, newpassword)).toBe(200)
})

test('D1 §2.6: an invited client starts with the Profile Setup, like one who registers', async () => {
  const email = 'begins@else.test'
  const answer = await addClient(tree.acme.owner, email, { ClientCompanyName: 'Begins' })
  const { text } = await mailTo(email)
  const newpassword = 'a lamp beside the sea'
  const acceptance = { body: { token: tokenIn(text), email, newpassword } }
  expect((await http.anonymous(tree.acme.host).call(setNewPassword, acceptance)).status).toBe(200)
  const client = {
    ...tree.acme.clients[0]!.user,
    id: answer.body.data.id,
    companyId: answer.body.data.company_id,
    email,
  }
  const { data } = (await http.as(client).call(readOnboarding, { params: { user_id: 'all' } })).body
  expect(data).toMatchObject({ profile_setup_completed: 'F', setupcomplete: 'F' })
})

test('signing out and in again in the same browser is not a new device, and sends no email', async () => {
  const { bareAdmin } = tree.brightside
  const browser = createBrowser()
  const enter = async (): Promise<string> => {
    const body = { username: bareAdmin.email, password: testPassword }
    const answer = await http.anonymous(bareAdmin.host).call(login, { body, headers: browser.headers() })
    browser.keep(answer)
    return 'access_token' in answer.body ? answer.body.access_token : ''
  }
  const news = async (): Promise<number> => {
    await runJobs(db, http.platform)
    return mailbox.messages().filter((mail) => mail.to.includes(bareAdmin.email) && /new device/i.test(mail.subject))
      .length
  }
  const token = await enter()
  const headers = { ...browser.headers(), authorization: `Bearer ${token}` }
  const answer = await http.anonymous(bareAdmin.host).call(logout, { headers })
  expect(answer.status).toBe(200)
  browser.keep(answer)
  await enter()
  expect(await news()).toBe(0)
  // Another browser triggers a notice.
  await http.anonymous(bareAdmin.host).call(login, { body: { username: bareAdmin.email, password: testPassword } })
  expect(await news()).toBe(1)
})
