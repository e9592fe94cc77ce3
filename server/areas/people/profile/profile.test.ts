import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, rmdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { readPicture } from '#contract/people/picture.ts'
import {
  cancelEmailChange,
  completeSetup,
  confirmEmail,
  readOnboarding,
  saveProfile,
} from '#contract/people/profile.ts'
import { reauthenticate } from '#contract/sign-in/reauthenticate.ts'
import { readQuestionnaire } from '#contract/people/questionnaire.ts'
import { login } from '#contract/sign-in/session.ts'
import type { WireAnswerOf } from '#contract/core/operation.ts'
import { readAccess, readMe } from '#contract/people/user.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { makeUser, testPassword, type TestUser } from '#server/test/factories.ts'
import { makeTestFolder } from '#server/test/test-folder.ts'
import { openWorld } from '#server/test/world.ts'
import { removeReplacedPictures } from './remove-replaced-pictures.ts'

const folder = makeTestFolder()
const clock = createStillClock(Date.UTC(2026, 10, 20, 12))
const { db, http, tree, mailbox } = await openWorld({ clock, env: { DATA_DIR: folder } })
beforeEach(() => clock.advance(1_000))
afterAll(() => rmSync(folder, { recursive: true }))

const send = async (user: TestUser, fields: Record<string, string>, picture?: Buffer) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  if (picture) form.append('profile_pict', new Blob([new Uint8Array(picture)]), 'me.png')
  const body = new Response(form)
  const headers = { 'content-type': body.headers.get('content-type')! }
  const payload = Buffer.from(await body.arrayBuffer())
  const answer = await http.as(user).inject({ method: 'POST', url: `/api${saveProfile.path}`, headers, payload })
  return {
    status: answer.statusCode,
    body: answer.json() as Record<string, unknown> & { errors?: { field: string }[] },
  }
}
const me = async (user: TestUser): Promise<WireAnswerOf<typeof readMe>['data']> =>
  (await http.as(user).call(readMe)).body.data
const person = (user: TestUser, more: Record<string, string> = {}) => ({
  step: '1',
  name: 'Pat Lumley',
  email: user.email,
  phonenum: '(201) 555-0123',
  phone_country_code: 'US',
  ...more,
})
const company = (more: Record<string, string> = {}) => ({
  step: '2',
  company_name: 'Plumbright Ltd',
  company_phone: '+12015550199',
  company_phone_country_code: 'US',
  company_address: '1 Pipe Street',
  company_city: 'Chicago',
  company_zip: '60601',
  company_state_code: 'IL',
  company_country_code: 'US',
  ...more,
})

test('C020: step 1 saves the person, step 2 the company and contacts, and the user data includes both', async () => {
  const { user } = tree.acme.clients[0]!
  expect((await send(user, person(user, { address: '2 Elm Road', zip: '60602', country_code: 'US' }))).body).toEqual({
    result: 'success',
    message: 'Data has been updated successfully',
  })
  const contacts = { director_name: 'Dee Rector', director_phone: '2015550177', director_email: 'dee@plumbright.test' }
  expect((await send(user, company({ industry_id: 'home-services', ...contacts }))).status).toBe(200)
  expect(await me(user)).toMatchObject({
    name: 'Pat Lumley',
    phonenum: '+12015550123',
    phone_country_code: 'US',
    phone_country_calling_code: '+1',
    address: '2 Elm Road',
    company_name: 'Plumbright Ltd',
    company_phone: '+12015550199',
    company_zip: '60601',
    industry_name: 'Home services',
    director_name: 'Dee Rector',
    director_phone: '+12015550177',
    team_manager_name: '',
    profile_pict: null,
    pending_email: null,
  })
  expect((await me(tree.acme.clients[1]!.user)).company_phone).toBe('')
})

test('invalid input is reported by field and changes nothing (R132, R227)', async () => {
  const user = tree.acme.owner
  const before = await me(user)
  const cases: [Record<string, string>, string[]][] = [
    [
      person(user, { phonenum: '555', zip: '6060', state_code: 'XX', country_code: 'US' }),
      ['phonenum', 'zip', 'state_code'],
    ],
    [person(user, { name: ' ', email: 'nobody' }), ['name', 'email']],
    [person(user, { phone_country_code: 'Mars' }), ['phone_country_code']],
    [person(user, { user_type: 'user' }), ['user_type']],
    [company({ company_phone: '12', director_phone: '3' }), ['company_phone', 'director_phone']],
    [{ step: '3' }, ['step']],
    [{}, ['step']],
  ]
  for (const [fields, fieldNames] of cases) {
    const { status, body } = await send(user, fields)
    expect([status, body.errors?.map(({ field }) => field) ?? [body['field']]]).toEqual([422, fieldNames])
  }
  expect(await me(user)).toEqual(before)
})

test('the company can be described by its owner, and by administrators whose settings menu allows it', async () => {
  expect((await send(tree.acme.bareAdmin, company({ company_name: 'Mine' }))).status).toBe(403)
  expect((await send(tree.acme.admin, company({ company_name: 'Acme' }))).status).toBe(200)
  expect((await send(tree.root.salesRep, person(tree.root.salesRep))).status).toBe(403)
})

describe('the profile picture', () => {
  const picture = (options: object = {}) =>
    sharp({ create: { width: 900, height: 600, channels: 3, background: '#a33', ...options } })

  test('is re-encoded as 256 by 256 WebP without camera metadata, and visible to those above', async () => {
    const { user } = tree.acme.clients[0]!
    const jpeg = await picture()
      .withExif({ IFD0: { Copyright: 'Secret place', Artist: 'Canary' } })
      .jpeg()
      .toBuffer()
    expect(jpeg.includes('Canary')).toBe(true)
    expect((await send(user, person(user), jpeg)).status).toBe(200)
    const version = (await me(user)).profile_pict
    expect(version).not.toBeNull()
    const { image } = (await http.as(tree.acme.owner).call(readPicture, { params: { id: user.id } })).body.data
    const bytes = Buffer.from(image!.split(',')[1]!, 'base64')
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 })
    expect(bytes.includes('Canary')).toBe(false)
    for (const outsider of [tree.brightside.owner, tree.acme.clients[1]!.user])
      expect((await http.as(outsider).call(readPicture, { params: { id: user.id } })).status).toBe(404)

    expect((await send(user, person(user, { picture_removed: 'T' }))).status).toBe(200)
    expect((await http.as(user).call(readPicture, { params: { id: user.id } })).body.data).toEqual({ image: null })
  })

  test('is checked by its first bytes: no SVG, no broken file, no bomb, and at most 5 MB', async () => {
    const user = tree.acme.owner
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    const brokenPicture = (await picture().png().toBuffer()).subarray(0, 200)
    const bomb = await sharp({
      create: { width: 9_000, height: 9_000, channels: 3, background: '#fff' },
      limitInputPixels: false,
    })
      .png({ compressionLevel: 9 })
      .toBuffer()
    for (const bad of [svg, brokenPicture, bomb, randomBytes(5 * 1024 * 1024 + 1)]) {
      const { status, body } = await send(user, person(user), bad)
      expect([status, body['field']]).toEqual([422, 'profile_pict'])
    }
    expect((await me(user)).profile_pict).toBeNull()
  })

  test('replaces the previous file, and is saved even if that cannot be deleted', async () => {
    const user = tree.acme.owner
    const bytes = await picture().png().toBuffer()
    const files = (): string[] => readdirSync(join(folder, 'files'))
    const save = async (): Promise<string> => {
      expect((await send(user, person(user), bytes)).status).toBe(200)
      return (await me(user)).profile_pict!
    }
    const first = await save()
    const second = await save()
    await expect.poll(files).toEqual(expect.not.arrayContaining([first]))
    // A folder of that name cannot be deleted as a file.
    rmSync(join(folder, 'files', second))
    mkdirSync(join(folder, 'files', second))
    const third = await save()
    expect(files()).toEqual(expect.arrayContaining([second, third]))
    rmdirSync(join(folder, 'files', second))
  })

  test('is deleted after an hour if no row names it, because the process died before it was saved', async () => {
    const { user } = tree.acme.clients[0]!
    await send(user, person(user), await picture().png().toBuffer())
    const pictureKey = (await me(user)).profile_pict!
    const at = (name: string): string => join(folder, 'files', name)
    for (const name of ['picture-orphan', 'picture-fresh']) writeFileSync(at(name), 'x')
    for (const [name, hours] of [
      [pictureKey, 2],
      ['picture-orphan', 2],
      ['picture-fresh', 0],
    ] as const)
      utimesSync(at(name), new Date(clock.now() - hours * 3_600_000), new Date(clock.now() - hours * 3_600_000))
    await removeReplacedPictures(http.platform)
    expect(readdirSync(join(folder, 'files'))).toEqual(expect.arrayContaining([pictureKey, 'picture-fresh']))
    expect(existsSync(at('picture-orphan'))).toBe(false)
  })
})

describe('changing the email address', () => {
  const linkTo = (email: string): string =>
    /confirm-email\/([\w-]{43})/.exec(mailbox.messages().find((mail) => mail.to.includes(email))!.text)![1]!
  const confirm = (token: string, host = 'acme.localhost') =>
    http.anonymous(host).call(confirmEmail, { body: { token } })
  const ask = (user: TestUser, email: string) => send(user, person(user, { email }))
  const signIn = async (username: string): Promise<number> =>
    (await http.anonymous('acme.localhost').call(login, { body: { username, password: testPassword } })).status

  test('requires proof of identity, unlike the rest of the profile', async () => {
    const { user } = tree.acme.clients[0]!
    await http.forgetProof(user)
    const refusal = await ask(user, 'pat@new.test')
    expect([refusal.status, refusal.body['code']]).toEqual([403, 'reauthenticate'])
    expect(await me(user)).toMatchObject({ pending_email: null })
    expect((await send(user, person(user, {}))).status).toBe(200)
    await http.as(user).call(reauthenticate, { body: { password: testPassword } })
    expect((await ask(user, 'pat@new.test')).body['result']).toBe('success')
    expect(await me(user)).toMatchObject({ email: user.email, pending_email: 'pat@new.test' })
  })

  test('takes effect when both mailboxes have confirmed, once each', async () => {
    const user = await makeUser(db, tree.acme.owner, 'administrator', 'mover@acme.test', { all: true })
    await ask(user, 'mover@new.test')
    await runJobs(db, http.platform)
    const [oldLink, newLink] = [linkTo(user.email), linkTo('mover@new.test')]
    expect((await confirm(newLink, 'brightside.localhost')).status).toBe(409)
    expect((await confirm(newLink)).body).toMatchObject({ changed: false })
    expect((await confirm(newLink)).status).toBe(409)
    expect(await signIn('mover@new.test')).toBe(401)
    expect((await confirm(oldLink)).body).toMatchObject({ changed: true })
    expect((await confirm(oldLink)).status).toBe(409)
    expect(await me(user)).toMatchObject({ email: 'mover@new.test', pending_email: null })
    expect([await signIn('mover@new.test'), await signIn(user.email)]).toEqual([200, 401])
  })

  test('ends all other sessions and notifies both addresses', async () => {
    const user = await makeUser(db, tree.acme.owner, 'administrator', 'told@acme.test', { all: true })
    const { body } = await http
      .anonymous(user.host)
      .call(login, { body: { username: user.email, password: testPassword } })
    const token = 'access_token' in body ? body.access_token : ''
    await ask(user, 'told@new.test')
    await runJobs(db, http.platform)
    for (const email of [user.email, 'told@new.test']) expect((await confirm(linkTo(email))).status).toBe(200)
    const answer = await http.anonymous(user.host).call(readMe, { headers: { authorization: `Bearer ${token}` } })
    expect(answer.status).toBe(401)
    await runJobs(db, http.platform)
    const notices = mailbox.messages().filter((mail) => mail.subject === 'Your email address was changed')
    expect(notices.flatMap((mail) => mail.to)).toEqual(expect.arrayContaining([user.email, 'told@new.test']))
  })

  test('can reuse the address of somebody who was removed', async () => {
    const { admin, bareAdmin } = tree.acme
    await db.adminPool.query('update app_user set removed_at = now() where id = $1', [bareAdmin.id])
    const { rows } = await db.adminPool.query('delete from credential where user_id = $1 returning *', [bareAdmin.id])
    expect(rows).toHaveLength(1)
    expect((await ask(admin, bareAdmin.email)).body['result']).toBe('success')
    await runJobs(db, http.platform)
    expect((await confirm(linkTo(bareAdmin.email))).body).toMatchObject({ changed: false })
  })

  test('R138: returns error_email for a taken address that the person can see, and reveals no others', async () => {
    const { owner } = tree.acme
    expect((await ask(owner, tree.acme.admin.email)).body).toEqual({
      result: 'error_email',
      message: 'An account with this email address already exists.',
    })
    const foreign = tree.brightside.owner.email
    expect((await ask(owner, foreign)).body['result']).toBe('success')
    await runJobs(db, http.platform)
    const mail = mailbox.messages().find((one) => one.to.includes(foreign))!
    expect(mail.subject).toBe('Your address is already in use')
    expect(mail.text).not.toMatch(/confirm-email/)
    expect((await confirm(linkTo(owner.email))).body).toMatchObject({ changed: false })
  })

  test('can be canceled, is replaced by a newer request, and is valid for a day', async () => {
    const { owner } = tree.acme
    await ask(owner, 'first@acme.test')
    await runJobs(db, http.platform)
    const first = linkTo('first@acme.test')
    await ask(owner, 'second@acme.test')
    await runJobs(db, http.platform)
    expect((await confirm(first)).status).toBe(409)
    const second = linkTo('second@acme.test')
    expect((await http.as(owner).call(cancelEmailChange)).status).toBe(200)
    expect((await confirm(second)).status).toBe(409)
    await ask(owner, 'third@acme.test')
    await runJobs(db, http.platform)
    clock.advance(24 * 3_600_000)
    http.forget(owner)
    expect((await confirm(linkTo('third@acme.test'))).status).toBe(409)
    expect((await me(owner)).pending_email).toBeNull()
    http.forget(owner)
  })

  test('confirmed by two people at the same moment succeeds for one; the other’s link is rejected', async () => {
    const place = tree.brightside.owner
    const make = (email: string) => makeUser(db, place, 'administrator', email, { all: true })
    const people = [await make('one@brightside.test'), await make('two@brightside.test')]
    const address = 'both@brightside.test'
    const last: string[] = []
    for (const user of people) {
      expect((await ask(user, address)).body['result']).toBe('success')
      await runJobs(db, http.platform)
      expect((await confirm(linkTo(address), user.host)).status).toBe(200)
      last.push(linkTo(user.email))
    }
    const answers = await Promise.all(last.map((token) => confirm(token, 'brightside.localhost')))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('is limited to five requests a day', async () => {
    const { admin } = tree.acme
    http.forget(admin)
    for (let at = 0; at < 5; at++) expect((await ask(admin, `a${at}@acme.test`)).status).toBe(200)
    expect((await ask(admin, 'a5@acme.test')).status).toBe(429)
  })
})

test('C021: setup finishes only when nothing is missing; until then a client cannot continue (R076)', async () => {
  const { user } = tree.brightside.clients[0]!
  await db.adminPool.query('update app_user set profile_complete = false, phone_e164 = null where id = $1', [user.id])
  await db.adminPool.query('update company set setup_complete = false where id = $1', [user.companyId])
  const setUp = async () => (await http.as(user).call(readAccess, { params: { id: 'all' } })).body.data.setupcomplete
  const status = async () => (await http.as(user).call(readOnboarding, { params: { user_id: user.id } })).body.data
  const nothing = { profile_setup_completed: 'F', company_setup_completed: 'F', setupcomplete: 'F' }
  expect(await status()).toMatchObject(nothing)
  const early = await http.as(user).call(completeSetup, { body: {} })
  expect([early.status, early.body.errors!.map(({ field }) => field)]).toEqual([422, ['phonenum', 'company']])
  await send(user, person(user))
  await send(user, company())
  expect((await http.as(user).call(completeSetup, { body: { usrID: tree.brightside.owner.id } })).status).toBe(404)
  expect((await http.as(user).call(completeSetup, { body: { usrID: user.id } })).status).toBe(200)
  expect(await setUp()).toBe('T')
  expect(await status()).toMatchObject({ profile_setup_completed: 'T', setupcomplete: 'T' })
  expect((await me(user)).profile_setup_completed).toBe('T')
  const foreign = await http.as(user).call(readOnboarding, { params: { user_id: tree.acme.owner.id } })
  expect(foreign.status).toBe(404)
})

test('R024: an agency answers its questionnaire, its operator can read it, and clients cannot', async () => {
  const { owner } = tree.acme
  http.forget(owner)
  const answers = { clients: 'few', begin_with: 'visitors', industries: 'Homes', goal: '', heard_from: 'A friend' }
  const readAnswers = async (user: TestUser, companyID = tree.acme.id) =>
    http.as(user).call(readQuestionnaire, { params: { companyID } })
  expect((await readAnswers(owner)).body.data).toBeNull()
  expect((await me(owner)).questionnaire_setup_completed).toBe('F')
  const body = { statuscomplete: 'F', answers }
  expect((await http.as(owner).call(completeSetup, { body })).status).toBe(200)
  http.forget(tree.root.system)
  expect((await readAnswers(tree.root.system)).body.data!.answers).toEqual(answers)
  expect((await me(owner)).questionnaire_setup_completed).toBe('T')
  const client = tree.acme.clients[1]!.user
  http.forget(client)
  expect((await readAnswers(client)).status).toBe(403)
  expect((await http.as(client).call(completeSetup, { body })).status).toBe(403)
  http.forget(tree.brightside.owner)
  expect((await readAnswers(tree.brightside.owner)).status).toBe(404)
})
