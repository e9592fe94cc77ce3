import { beforeEach, expect, test } from 'vitest'
import { suggestSubdomain, updateSubdomain } from '#contract/branding/hosts.ts'
import { createUser, resendInvitation } from '#contract/companies/users.ts'
import { confirmRegistration, register } from '#contract/people/registration.ts'
import { readAccess, readMe } from '#contract/people/user.ts'
import { reauthenticate } from '#contract/sign-in/reauthenticate.ts'
import { forgetPassword } from '#contract/sign-in/password.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { foreign, nameRoot } from '#server/test/access/canary.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { openWorld } from '#server/test/world.ts'

// An agency that registers itself gets a host of its own, so its clients never see the operator's name.

const hour_ms = 3_600_000
const password = 'a lamp beside the sea'
const clock = createStillClock(Date.UTC(2026, 10, 20, 12))
const { db, http, tree, mailbox } = await openWorld({ clock })
// All rate limit windows start over.
beforeEach(() => clock.advance(hour_ms + 60_000))

const form = (name: string, more: object = {}) => ({
  companyname: name,
  name: 'Nora North',
  email: `owner@${name.toLowerCase().replaceAll(/[^a-z]/g, '')}.test`,
  phonenum: '(201) 555-0123',
  password,
  userType: 'userdownline',
  ...more,
})

/** Registers and confirms; returns the owner as a caller. */
async function joinAs(name: string, more: object = {}) {
  const registration = await http.anonymous('localhost').call(register, { body: form(name, more) as never })
  expect(registration.status).toBe(200)
  await runJobs(db, http.platform)
  const token = /confirm-registration\/([\w-]{43})/.exec(mailbox.messages()[0]!.text)![1]!
  const answer = await http.anonymous('localhost').call(confirmRegistration, { body: { token, password } })
  expect(answer.status).toBe(200)
  const headers = { authorization: `Bearer ${answer.body.access_token}`, host: 'localhost' }
  const caller = http.anonymous('localhost')
  const me = (await caller.call(readMe, { headers })).body.data
  return { headers, caller, companyID: me.company_id }
}
type Owner = Awaited<ReturnType<typeof joinAs>>

const asks = async ({ caller, headers }: Owner): Promise<string> =>
  (await caller.call(readAccess, { params: { id: 'all' }, headers })).body.data.asks_subdomain
const invite = ({ caller, headers, companyID }: Owner, email: string) =>
  caller.call(createUser, {
    headers,
    body: { companyID, userType: 'client', ClientFullName: 'Cara Client', ClientEmail: email },
  })
const suggest = (query: Record<string, string>, host = 'localhost') =>
  http.anonymous(host).call(suggestSubdomain, { query })

test('a stranger learns of a subdomain whether it is free, taken or reserved, on the operator’s host only', async () => {
  const stateOf = async (subdomain: string) => (await suggest({ subdomain })).body.data.state
  expect(await stateOf('north-media')).toBe('free')
  expect(await stateOf('acme')).toBe('taken')
  expect(await stateOf('admin')).toBe('reserved')
  expect(await stateOf('-x')).toBe('invalid')
  expect((await suggest({ company: 'Acme' })).body.data).toEqual({
    subdomain: 'acme-2',
    base: 'localhost',
    state: 'free',
    message: '',
  })
  expect((await suggest({ company: 'Nord & Süd GmbH' })).body.data.subdomain).toBe('nord-sud-gmbh')
  expect((await suggest({ subdomain: 'free' }, 'acme.localhost')).status).toBe(404)
})

test('the clients of an agency that registered itself get its own name and host, in every email and on every page', async () => {
  await nameRoot(db, tree.root)
  const owner = await joinAs('North Media', { subdomain: 'north' })
  expect(await asks(owner)).toBe('F')
  expect((await invite(owner, 'cara@client.test')).status).toBe(200)
  await runJobs(db, http.platform)
  const [invitation] = mailbox.messages()
  expect([invitation!.to, invitation!.from]).toEqual([['cara@client.test'], 'North Media <no-reply@north.localhost>'])
  expect(invitation!.text).toContain('http://north.localhost:8080/set-new-password/')
  await http.anonymous('north.localhost').call(forgetPassword, { body: { username: 'cara@client.test' } })
  await runJobs(db, http.platform)
  const mails = mailbox.messages().filter(({ to }) => to.includes('cara@client.test'))
  expect(mails.length).toBeGreaterThan(1)
  for (const mail of mails) {
    expect(mail.raw).not.toMatch(foreign)
    expect(mail.text).not.toMatch(/\/\/localhost/)
  }
})

test('without a choice, or if it was taken meanwhile, the owner is asked before anybody is invited below', async () => {
  const owner = await joinAs('South Media')
  expect(await asks(owner)).toBe('T')
  const early = await invite(owner, 'early@client.test')
  expect([early.status, early.body.message]).toEqual([
    409,
    'Choose your subdomain first. Your clients find it in every link.',
  ])
  const proof = { body: { password }, headers: owner.headers }
  expect((await owner.caller.call(reauthenticate, proof)).status).toBe(200)
  const body = { companyID: owner.companyID, subdomain: 'south-media' }
  expect((await owner.caller.call(updateSubdomain, { body, headers: owner.headers })).status).toBe(200)
  expect(await asks(owner)).toBe('F')
  expect((await invite(owner, 'later@client.test')).status).toBe(200)
})

test('a registration names the field of a subdomain that it cannot have', async () => {
  const send = async (more: object, host = 'localhost') => {
    const { status, body } = await http.anonymous(host).call(register, { body: form('West', more) as never })
    return [status, body.field, body.message]
  }
  expect(await send({ subdomain: 'acme' })).toEqual([422, 'subdomain', 'This subdomain is taken.'])
  expect(await send({ subdomain: 'admin' })).toEqual([422, 'subdomain', 'This subdomain is reserved.'])
  const client = { userType: 'client', subdomain: 'west' }
  expect(await send(client, 'acme.localhost')).toEqual([422, 'subdomain', 'This applies to agencies only.'])
  expect(await send({ subdomain: '' })).toEqual([200, undefined, expect.any(String)])
})

test('an invitation below an agency that was not asked yet is not sent again either', async () => {
  await db.adminPool.query('update host set is_proposed = true where company_id = $1', [tree.acme.id])
  const client = tree.acme.clients[0]!
  await db.adminPool.query('update app_user set invited_until = $2 where id = $1', [
    client.user.id,
    new Date(clock.now() + hour_ms),
  ])
  const body = { companyID: client.id, ClientID: client.user.id }
  const answer = await http.as(tree.acme.owner).call(resendInvitation, { body })
  expect([answer.status, answer.body.code]).toEqual([409, 'conflict'])
  expect((await http.as(tree.acme.owner).call(readAccess, { params: { id: 'all' } })).body.data.asks_subdomain).toBe(
    'T',
  )
  await db.adminPool.query('update host set is_proposed = false where company_id = $1', [tree.acme.id])
})
