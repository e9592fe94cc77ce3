import { beforeEach, expect, test } from 'vitest'
import { checkReferral, createReferral } from '#contract/people/referral.ts'
import { confirmRegistration, register, verifyRegistration } from '#contract/people/registration.ts'
import { readAccess, readMe } from '#contract/people/user.ts'
import { createStillClock } from '#server/platform/clock.ts'
import type { TestAnswer } from '#server/test/app.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { openWorld } from '#server/test/world.ts'

const hour_ms = 3_600_000
const password = 'a lamp beside the sea'
const acmeHost = 'acme.localhost'

const clock = createStillClock(Date.UTC(2026, 10, 20, 12))
const { db, http, tree, mailbox } = await openWorld({ clock })
// All rate limit windows start over.
beforeEach(() => clock.advance(hour_ms + 60_000))

const form = (more: object = {}) => ({
  companyname: 'Maple Bakery',
  name: 'Mia Baker',
  email: 'mia@maple.test',
  phonenum: '(201) 555-0123',
  password,
  userType: 'client',
  ...more,
})
const send = (more: object = {}, host = acmeHost): Promise<TestAnswer<typeof register>> =>
  http.anonymous(host).call(register, { body: form(more) })
const newestToken = (): string => /confirm-registration\/([\w-]{43})/.exec(mailbox.messages()[0]!.text)![1]!
const tokenFor = async (more: object = {}, host = acmeHost): Promise<string> => {
  expect((await send(more, host)).status).toBe(200)
  await runJobs(db, http.platform)
  return newestToken()
}
const confirm = (token: string, typed = password, host = acmeHost) =>
  http.anonymous(host).call(confirmRegistration, { body: { token, password: typed } })
const withToken = (host: string, accessToken: string) => ({
  headers: { authorization: `Bearer ${accessToken}`, host },
})
const count = async (table: string): Promise<number> =>
  (await db.adminPool.query<{ count: number }>(`select count(*)::int as count from ${table}`)).rows[0]!.count

test('C005: a registration creates nothing until its link is confirmed with the password, then a client and owner', async () => {
  const before = [await count('company'), await count('app_user')]
  const token = await tokenFor()
  expect(mailbox.messages()[0]).toMatchObject({ to: ['mia@maple.test'], subject: 'Confirm your registration' })
  expect([await count('company'), await count('app_user')]).toEqual(before)
  const verification = await http.anonymous(acmeHost).call(verifyRegistration, { body: { token } })
  expect(verification.body).toEqual({ valid: true, email: 'mia@maple.test' })

  const refusal = await confirm(token, 'a lamp beside the hill')
  expect([refusal.status, refusal.body.field]).toEqual([422, 'password'])
  const answer = await confirm(token)
  expect(answer.status).toBe(200)
  const as = withToken(acmeHost, answer.body.access_token)
  const me = (await http.anonymous(acmeHost).call(readMe, as)).body.data
  expect(me).toMatchObject({
    name: 'Mia Baker',
    email: 'mia@maple.test',
    phonenum: '+12015550123',
    company_name: 'Maple Bakery',
    company_parent: tree.acme.id,
    user_type: 'client',
    profile_setup_completed: 'F',
  })
  const access = await http.anonymous(acmeHost).call(readAccess, { params: { id: 'all' }, ...as })
  expect(access.body.data.setupcomplete).toBe('F')
  expect((await confirm(token)).body.code).toBe('reset_refused')
})

test('agencies register at the operator’s own host, and the agency keeps the referral code it came with', async () => {
  const code = (await http.as(tree.acme.owner).call(createReferral, { body: {} })).body.data
  expect(code.link).toBe(`http://localhost:8080/agency-register/${code.code}`)
  expect((await http.as(tree.acme.owner).call(createReferral, { body: {} })).body.data).toEqual(code)
  const check = async (given: string, host = 'localhost') =>
    (await http.anonymous(host).call(checkReferral, { params: { code: given } })).body.data
  expect(await check(code.code)).toEqual({ valid: true, company_name: 'Acme' })
  expect(await check('nobodys')).toEqual({ valid: false, company_name: null })
  expect((await check(code.code, acmeHost)).valid).toBe(false)
  expect((await check(code.code, 'other.localhost')).valid).toBe(false)

  // R016: the code is optional, and an unknown one blocks nobody.
  const refcodes = [code.code, 'nobodys', undefined]
  for (const [at, refcode] of refcodes.entries()) {
    const agency = { email: `owner${at}@north.test`, companyname: 'North', userType: 'userdownline', refcode }
    expect((await confirm(await tokenFor(agency, 'localhost'), password, 'localhost')).status).toBe(200)
  }
  const { rows } = await db.adminPool.query(
    `select kind, referral_code, referred_by, setup_complete from company where name = 'North' order by created_at, id`,
  )
  const agency = { kind: 'agency', referral_code: null, referred_by: null, setup_complete: false }
  expect(rows).toHaveLength(3)
  expect(rows).toContainEqual({ ...agency, referral_code: code.code, referred_by: tree.acme.owner.id })
  expect(rows.filter((row) => row.referral_code === null)).toEqual([agency, agency])
})

test('referrals are disabled while the operator has no host where agencies can register', async () => {
  const owner = http.as(tree.brightside.owner)
  expect((await owner.call(readMe, {})).status).toBe(200)
  const show = 'update host set verified_at = $2 where company_id = $1'
  await db.adminPool.query(show, [tree.root.id, null])
  const refusal = await owner.call(createReferral, { body: {} })
  await db.adminPool.query(show, [tree.root.id, new Date()])
  expect([refusal.status, refusal.body.code]).toEqual([409, 'conflict'])
  expect((await owner.call(createReferral, { body: {} })).status).toBe(200)
})

test('clients and sales staff cannot refer anybody', async () => {
  expect((await http.as(tree.root.salesRep).call(createReferral, { body: {} })).status).toBe(403)
  expect((await http.as(tree.acme.clients[0]!.user).call(createReferral, { body: {} })).status).toBe(403)
})

test('an address with an account gets the same response and creates nothing; its owner gets an email', async () => {
  const without = ({ status, body, headers }: TestAnswer<typeof register>): unknown => [
    status,
    { ...body, request_id: '' },
    Object.keys(headers).toSorted(),
  ]
  const fresh = await send({ email: 'new@maple.test' })
  const response = await send({ email: tree.acme.clients[0]!.user.email })
  const elsewhere = await send({ email: tree.brightside.owner.email })
  expect(without(response)).toEqual(without(fresh))
  expect(without(elsewhere)).toEqual(without(fresh))
  const before = await count('registration')
  await runJobs(db, http.platform)
  expect(await count('registration')).toBe(before + 1)
  const mails = mailbox.messages().slice(0, 3)
  const to = (email: string) => mails.find((mail) => mail.to.includes(email))!
  expect(to('new@maple.test').subject).toBe('Confirm your registration')
  expect(to(tree.acme.clients[0]!.user.email).text).toContain('http://acme.localhost:8080/login')
  const foreign = to(tree.brightside.owner.email)
  expect(foreign.subject).toBe('Someone registered with your address')
  expect(foreign.raw).not.toMatch(/Brightside|\/login/)
})

test('R176: all invalid fields are reported at once (the errors list)', async () => {
  const answer = await send({ phonenum: '555', password: 'maple bakery 1', userType: 'userdownline' })
  expect(answer.status).toBe(422)
  expect(answer.body.errors).toEqual([
    { field: 'userType', message: 'Agencies cannot register here.' },
    { field: 'phonenum', message: 'Please enter valid phone number' },
    { field: 'password', message: 'Do not use your name, your email address or the name of this site.' },
  ])
  const empty = await send({ companyname: ' ', name: '', email: 'mia' })
  expect(empty.body.errors!.map(({ field }) => field).toSorted()).toEqual(['companyname', 'email', 'name'])
  expect((await send({ userType: 'client' }, 'localhost')).body.field).toBe('userType')
  expect((await send({ user_type: 'user', company_id: tree.acme.id })).status).toBe(422)
})

test('only the newest of two links works, on its own host, for a day, with ten password attempts', async () => {
  const mail = { email: 'links@maple.test' }
  const first = await tokenFor(mail)
  const second = await tokenFor(mail)
  expect((await confirm(first)).status).toBe(409)
  expect((await confirm(second, password, 'brightside.localhost')).status).toBe(409)
  for (let at = 0; at < 10; at++) expect((await confirm(second, 'wrong')).status).toBe(422)
  expect((await confirm(second)).status).toBe(409)
  const third = await tokenFor({ email: 'late@maple.test' })
  clock.advance(24 * hour_ms)
  expect((await confirm(third)).status).toBe(409)
  const answer = await http.anonymous(acmeHost).call(verifyRegistration, { body: { token: third } })
  expect(answer.body).toEqual({ valid: false, email: null })
})

test('an address that got an account after the email was sent stays with that account', async () => {
  const token = await tokenFor({ email: 'taken@maple.test' })
  await db.adminPool.query(`update credential set email = 'taken@maple.test' where user_id = $1`, [
    tree.acme.bareAdmin.id,
  ])
  expect((await confirm(token)).body.message).toBe('This link no longer works. Please register again.')
})

test('of two people who confirm one link at the same moment, one succeeds', async () => {
  const token = await tokenFor({ email: 'twice@maple.test' })
  const answers = await Promise.all([confirm(token), confirm(token)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('of two registrations of one address confirmed at the same moment on two hosts, one creates an account', async () => {
  const mail = { email: 'moment@maple.test' }
  const [here, there] = [await tokenFor(mail), await tokenFor(mail, 'brightside.localhost')]
  const answers = await Promise.all([confirm(here), confirm(there, password, 'brightside.localhost')])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('registration is limited to five an hour from one IP address and three for one email address', async () => {
  for (let at = 0; at < 3; at++) expect((await send({ email: 'again@maple.test' })).status).toBe(200)
  expect((await send({ email: 'again@maple.test' })).status).toBe(429)
  expect((await send({ email: 'once@maple.test' })).status).toBe(200)
  expect((await send({ email: 'more@maple.test' })).status).toBe(429)
})
