import { beforeEach, describe, expect, test } from 'vitest'
import { reauthenticate } from '#contract/sign-in/reauthenticate.ts'
import { changePassword } from '#contract/sign-in/password.ts'
import { login, logout, makeDownloadTicket } from '#contract/sign-in/session.ts'
import { readAccess, readMe } from '#contract/people/user.ts'
import { fieldRefusedInView, isRefusedInView, openInView, switchBack, switchUser } from '#contract/sign-in/view-mode.ts'
import { setCampaignActive } from '#contract/campaigns/campaigns.ts'
import type { Operation } from '#contract/core/operation.ts'
import { createWebhook, updateDestination } from '#contract/integrations/destinations.ts'
import { getCompany, listCompanies } from '#contract/companies/companies.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { routes } from '#server/routes.ts'
import { inputOf, schemaOf } from '#server/test/access/example-of.ts'
import { noLimits, type TestAnswer } from '#server/test/app.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { makeCampaign, testPassword, type TestUser } from '#server/test/factories.ts'
import { codeOf, createBrowser, createFactorDesk } from '#server/test/second-factor.ts'
import { openWorld } from '#server/test/world.ts'

const minute_ms = 60_000
const reason = 'Ticket 4711: leads do not arrive'

const clock = createStillClock(Date.UTC(2026, 10, 20, 12))
const { db, http, tree, mailbox } = await openWorld({ clock, limiter: noLimits })
beforeEach(() => clock.advance(minute_ms))

interface SignedIn {
  bearer: { authorization: string }
  cookie: string
}

/** The root user as a browser has them: a token, and the cookie of the device. */
async function signInRoot(): Promise<SignedIn> {
  // Of sessions created at the same moment, any may count as the oldest.
  clock.advance(1)
  const { system } = tree.root
  const answer = await http
    .anonymous('localhost')
    .call(login, { body: { username: system.email, password: testPassword } })
  expect(answer.status).toBe(200)
  const cookie = String(answer.headers['set-cookie']).split(';')[0]!
  const bearer = bearerOf(answer.body as { access_token?: string })
  expect((await anyone().call(reauthenticate, { body: { password: testPassword }, headers: bearer })).status).toBe(200)
  return { bearer, cookie }
}
const bearerOf = ({ access_token = '' }: { access_token?: string }) => ({ authorization: `Bearer ${access_token}` })
const anyone = () => http.anonymous('localhost')
const view = ({ bearer }: SignedIn, user: TestUser, why = reason) =>
  anyone().call(switchUser, { body: { userID: user.id, reason: why }, headers: bearer })
const back = (bearer: { authorization: string }, cookie: string): Promise<TestAnswer<typeof switchBack>> =>
  anyone().call(switchBack, { headers: { ...bearer, cookie } })
const me = async (headers: { authorization: string }) => anyone().call(readMe, { headers })
async function looking(user: TestUser): Promise<SignedIn & { own: SignedIn }> {
  const session = await signInRoot()
  const answer = await view(session, user)
  expect(answer.status).toBe(200)
  return { bearer: bearerOf(answer.body), cookie: session.cookie, own: session }
}
const eventsOf = async (subject: TestUser): Promise<Record<string, unknown>[]> =>
  (await db.adminPool.query('select * from activity where subject_id = $1 order by book_id, seq', [subject.id])).rows

describe('view mode', () => {
  test('R096, R097: shows whom is viewed, by whom, and for how long', async () => {
    const { bearer } = await looking(tree.acme.owner)
    const { data } = (await me(bearer)).body
    expect(data).toMatchObject({
      id: tree.acme.owner.id,
      user_type: 'userdownline',
      user_type_ori: 'user',
      systemuser: 'F',
      isViewMode: 'T',
      user_permissions_view_mode: { report_analytics: true },
      view_mode_ends_at: new Date(clock.now() + 30 * minute_ms).toISOString(),
    })
    expect((await anyone().call(readAccess, { params: { id: 'all' }, headers: bearer })).status).toBe(200)
  })

  test('R006, R157: shows the brand that the viewed person sees, on any host, and none afterwards', async () => {
    const setLook = (name: string, brand_color: string, local: string) =>
      db.adminPool.query(
        `update brand set brand_color = $2, modules = jsonb_build_object('local', jsonb_build_object('name', $3::text))
         where name = $1 returning company_id`,
        [name, brand_color, local],
      )
    const { rows } = await setLook(tree.acme.name, '#b4235a', 'Acme Radar')
    expect(rows).toEqual([{ company_id: tree.acme.id }])
    for (const user of [tree.acme.owner, tree.acme.clients[0]!.user]) {
      const { bearer, cookie } = await looking(user)
      expect((await me(bearer)).body.data.viewed_brand).toMatchObject({
        company_id: tree.acme.id,
        rootcomp: 'F',
        name: tree.acme.name,
        brand_color: '#b4235a',
        modules: { local: { name: 'Acme Radar', url: 'siteid' } },
      })
      const answer = await back(bearer, cookie)
      expect((await me(bearerOf(answer.body))).body.data.viewed_brand).toBeNull()
    }
    const { bearer } = await looking(tree.brightside.owner)
    await db.adminPool.query('delete from brand where company_id = $1', [tree.brightside.id])
    expect((await me(bearer)).body.data.viewed_brand, 'the root’s while the agency has none').toMatchObject({
      company_id: tree.brightside.id,
      name: 'Leadloom',
    })
  })

  test('suspends one’s own session: its token is rejected until the return', async () => {
    const { bearer, cookie, own } = await looking(tree.acme.owner)
    expect((await me(own.bearer)).status).toBe(401)
    const answer = await back(bearer, cookie)
    expect(answer.status).toBe(200)
    const { data } = (await me(bearerOf(answer.body))).body
    expect(data).toMatchObject({
      id: tree.root.system.id,
      isViewMode: 'F',
      user_type_ori: 'user',
      view_mode_ends_at: null,
    })
    expect((await me(bearer)).status).toBe(401)
  })

  test('ends after 30 minutes regardless; returning is still possible', async () => {
    const { bearer, cookie } = await looking(tree.acme.clients[0]!.user)
    clock.advance(30 * minute_ms - 1)
    expect((await me(bearer)).status).toBe(200)
    clock.advance(1)
    expect((await me(bearer)).status).toBe(401)
    clock.advance(20 * minute_ms)
    expect((await back(bearer, cookie)).status).toBe(200)
  })

  test('R098: returning requires the device’s cookie and a session that is still alive', async () => {
    const { bearer, cookie } = await looking(tree.acme.owner)
    const otherSession = await signInRoot()
    for (const foreign of ['', 'device=x', otherSession.cookie]) expect((await back(bearer, foreign)).status).toBe(401)
    expect((await back({ authorization: `Bearer ${'x'.repeat(43)}` }, cookie)).status).toBe(401)
    clock.advance(61 * minute_ms)
    expect((await back(bearer, cookie)).status).toBe(401)
  })

  test('ends with one’s own session, and logging out ends both', async () => {
    const { bearer, cookie } = await looking(tree.acme.owner)
    expect((await anyone().call(logout, { headers: bearer })).status).toBe(200)
    expect((await me(bearer)).status).toBe(401)
    expect((await back(bearer, cookie)).status).toBe(401)
    const view = await looking(tree.acme.owner)
    await db.adminPool.query(`update session set revoked_at = now() where user_id = $1`, [tree.root.system.id])
    clock.advance(5_000)
    expect((await me(view.bearer)).status).toBe(401)
  })

  test('can start again for somebody else after returning', async () => {
    const { bearer, cookie } = await looking(tree.acme.owner)
    const afterReturn = { bearer: bearerOf((await back(bearer, cookie)).body), cookie }
    const second = await view(afterReturn, tree.brightside.owner)
    expect((await me(bearerOf(second.body))).body.data.id).toBe(tree.brightside.owner.id)
  })
})

describe('the people one may view', () => {
  test('R096: are those below the root user, and nobody beside, above, or elsewhere', async () => {
    const session = await signInRoot()
    for (const user of [tree.root.system, tree.root.admin, tree.root.salesRep]) {
      expect([user.kind, (await view(session, user)).status]).toEqual([user.kind, 403])
    }
    for (const user of [tree.other.system, tree.other.agency.owner])
      expect((await view(session, user)).status).toBe(404)
    for (const user of [tree.acme.owner, tree.acme.bareAdmin, tree.acme.clients[1]!.user]) {
      expect((await view(await signInRoot(), user)).status).toBe(200)
    }
  })

  test('are none for administrators, clients, executives of other agencies (R148), or in view mode', async () => {
    const body = { userID: tree.acme.clients[0]!.user.id, reason }
    for (const user of [tree.root.admin, tree.root.salesRep, tree.acme.admin, tree.acme.clients[1]!.user]) {
      expect((await http.as(user).call(switchUser, { body })).status).toBe(403)
    }
    expect((await http.as(tree.root.executive).call(switchUser, { body })).status).toBe(404)
    const { bearer } = await looking(tree.acme.owner)
    expect((await anyone().call(switchUser, { body, headers: bearer })).status).toBe(403)
  })

  test('require a reason', async () => {
    const session = await signInRoot()
    for (const why of ['', '   ', 'why']) {
      const { status, body } = await view(session, tree.acme.owner, why)
      expect([status, body.field]).toEqual([422, 'reason'])
    }
  })

  test('do not include a disabled person', async () => {
    const { bareAdmin } = tree.brightside
    await db.adminPool.query(`update app_user set status = 'disabled' where id = $1`, [bareAdmin.id])
    expect((await view(await signInRoot(), bareAdmin)).status).toBe(404)
  })
})

describe('access in view mode', () => {
  test('allows what the viewed person may do, never more', async () => {
    const { bearer } = await looking(tree.acme.owner)
    const readCompany = async (id: string) =>
      (await anyone().call(getCompany, { params: { id }, headers: bearer })).status
    expect(await readCompany(tree.acme.clients[0]!.id)).toBe(200)
    expect(await readCompany(tree.brightside.id)).toBe(404)
    const agencies = { params: { companyID: tree.root.id, type: 'agency' }, headers: bearer }
    expect((await anyone().call(listCompanies, agencies)).status).toBe(404)
  })

  test('hides secrets, money, passwords, and agreements', async () => {
    const { bearer } = await looking(tree.acme.owner)
    const body = { usrID: tree.acme.owner.id, currpassword: testPassword, newpassword: 'a lamp beside the sea' }
    const refusal = await anyone().call(changePassword, { body, headers: bearer })
    expect([refusal.status, refusal.body.message]).toEqual([403, 'This is not available in view mode.'])
    const ticket = { body: { path: '/api/leads/export' }, headers: bearer }
    expect((await anyone().call(makeDownloadTicket, ticket)).status).toBe(403)
  })

  test('cannot redirect a client’s leads', async () => {
    const { owner, clients } = tree.acme
    const campaign = await makeCampaign(db, clients[0]!)
    const url = 'https://crm.example.com/a'
    const hook = (await http.as(owner).call(createWebhook, { body: { leadspeek_api_id: campaign.id, url } })).body.data
    const { bearer } = await looking(owner)
    const move = await anyone().call(updateDestination, {
      body: { destination_id: hook.id, url: 'https://elsewhere.example.com/a' },
      headers: bearer,
    })
    expect([move.status, move.body.message]).toEqual([403, 'This is not available in view mode.'])
    const pause = { body: { destination_id: hook.id, active: 'F' as const }, headers: bearer }
    expect((await anyone().call(updateDestination, pause)).body.data).toMatchObject({ url, status: 'disabled' })
  })

  test('rejects every call on the closed list and all files, whoever is viewed', async () => {
    const closedOperations = operations.filter((each) => isRefusedInView(each) || each.transport === 'download')
    const { bearer } = await looking(tree.acme.owner)
    const leaks: string[] = []
    for (const operation of closedOperations) {
      const { status } = await anyone().call(operation as Operation, { ...inputOf(operation), headers: bearer })
      if (status !== 403) leaks.push(`${operation.name} answered ${status}`)
    }
    expect(closedOperations.length).toBeGreaterThan(8)
    expect(leaks).toEqual([])
  })

  test('names its open calls one by one: none has a field for money, a secret, access, or a data destination', () => {
    const open = operations.filter((each) => each.method !== 'GET' && !isRefusedInView(each))
    expect(open.map(({ name }) => name).toSorted()).toEqual(Object.keys(openInView).toSorted())
    const sensitive =
      /passw|pwd|secret|token|code$|cost|price|limit|amount|fee|spend|term|card|coupon|package|sent|recipient|email|phone$|url$|domain|smtp|host|external|organization|campaignid$|user_?type|role|permission/i
    const leaks = open.flatMap((operation) =>
      fieldsOf(operation)
        .filter((field) => sensitive.test(field) && fieldRefusedInView(operation, { [field]: 'x' }) === null)
        .map((field) => `${operation.name} ${field}`),
    )
    const ofModule = (name: string) => [`update${name}Campaign requireemailaddress`, `update${name}Campaign urlCode`]
    // Harmless fields whose names look sensitive: a campaign's check, a site's URL, required fields, list filters.
    expect(leaks.toSorted()).toEqual([
      'checkCampaignActive userType',
      'checkSiteEmbededCode url',
      'listLogUsers usertype',
      'listUserLogs campaignId',
      'listUserLogs usertype',
      'refreshToken refresh_token',
      'searchVisits email_hash',
      ...ofModule('B2b'),
      'updateCampaign urlCode',
      ...['Enhance', 'Local', 'Locator'].flatMap(ofModule),
    ])
  })

  test('rejects by field: prices, recipients, limits, and settings with money or addresses in them', async () => {
    const { owner, clients } = tree.acme
    const campaign = await makeCampaign(db, clients[0]!, { status: 'active' })
    const { bearer } = await looking(owner)
    const leadspeek_api_id = campaign.id
    const tries: [Operation, string, unknown][] = [
      ...['updateCampaign', 'updateLocalCampaign'].flatMap((name) =>
        Object.entries({
          CostSet: '9.00',
          followsClientPrice: 'T',
          reportSentTo: 'x@x.test',
          LimitLead: 9,
          LimitLeadFreq: 'day',
        }).map(([field, value]): [Operation, string, unknown] => [
          callOf(name),
          field,
          { leadspeek_api_id, [field]: value },
        ]),
      ),
      [callOf('setCampaignActive'), 'status', { leadspeek_api_id, status: 'active' }],
      [callOf('saveSetting'), 'settingname', { companyID: owner.companyId, settingname: 'support', support_url: '' }],
    ]
    const before = await db.adminPool.query('select * from campaign')
    for (const [operation, field, body] of tries) {
      const refusal = await anyone().call(operation, { body, headers: bearer })
      const outcome = [operation.name, refusal.status, refusal.body.field, refusal.body.message]
      expect(outcome).toEqual([operation.name, 403, field, 'This is not available in view mode.'])
    }
    expect((await db.adminPool.query('select * from campaign')).rows).toEqual(before.rows)
    for (const name of ['updateSubdomain', 'updateCustomDomain', 'createCampaign', 'saveOrganization'])
      expect([name, isRefusedInView(callOf(name))]).toEqual([name, true])
    const rename = { body: { leadspeek_api_id, campaignName: 'Spring' }, headers: bearer }
    expect((await anyone().call(callOf('updateLocalCampaign'), rename)).status).toBe(200)
  })
})

const operations = routes.map(({ operation }) => operation)
const callOf = (name: string): Operation => operations.find((each) => each.name === name)!

/** Every field that a call's body can have, in any of its shapes. */
const fieldsOf = (operation: Operation): string[] => {
  const { properties, anyOf = [], oneOf = [] } = schemaOf(operation.body)
  return [
    ...new Set(
      [properties, ...[...anyOf, ...oneOf].map((one) => one.properties)].flatMap((each) => Object.keys(each ?? {})),
    ),
  ]
}

describe('the log of view mode', () => {
  test('names both people at the start, at every change, and at the end, with the reason', async () => {
    const { owner, clients } = tree.brightside
    const campaign = await makeCampaign(db, clients[0]!, { status: 'active' })
    const { bearer, cookie } = await looking(owner)
    const pause = { body: { leadspeek_api_id: campaign.id, status: 'pause' }, headers: bearer }
    clock.advance(1)
    expect((await anyone().call(setCampaignActive, pause)).status).toBe(200)
    clock.advance(1)
    await back(bearer, cookie)
    await back(bearer, cookie)
    const events = (await eventsOf(owner)).slice(-3)
    const both = {
      actor_id: tree.root.system.id,
      subject_id: owner.id,
      agency_id: tree.brightside.id,
      root_id: tree.root.id,
    }
    expect(events).toMatchObject([
      { action: 'security.viewBegan', reason, ...both },
      { action: 'view.setCampaignActive', ...both },
      { action: 'security.viewEnded', ...both },
    ])
    expect(new Set(events.map(({ session_id }) => session_id)).size).toBe(1)
  })

  test('comes with an email to those who are viewed, which has their own brand', async () => {
    const { user } = tree.acme.clients[0]!
    await looking(user)
    await runJobs(db, http.platform)
    const mail = mailbox.messages().find(({ to }) => to.includes(user.email))!
    expect(mail.from).toContain('Acme')
    expect(mail.text).toContain(reason)
    expect(mail.text + mail.html + mail.from).not.toMatch(/leadloom|root@/i)
  })
})

describe('a proof of identity', () => {
  test('is required before view mode starts, unless it was given in this session in the last ten minutes', async () => {
    const { system } = tree.root
    const desk = createFactorDesk({ db, http, mailbox, clock })
    http.forget(system)
    const { secret } = await desk.turnOnAuthenticator(system)
    clock.advance(minute_ms)
    const browser = createBrowser()
    const { otp_token } = await desk.firstStep(system, browser)
    const signedIn = await desk.secondStep(system, browser, otp_token, codeOf(secret, clock.now()))
    const begin = (bearer: { authorization: string }) =>
      anyone().call(switchUser, { body: { userID: tree.acme.owner.id, reason }, headers: bearer })
    const prove = (bearer: { authorization: string }, code: string) =>
      anyone().call(reauthenticate, { body: { password: testPassword, code }, headers: bearer })
    const bearer = bearerOf(signedIn.body as { access_token?: string })
    // The code used to sign in is spent, and a sign-in does not count as a proof.
    expect((await begin(bearer)).body.code).toBe('reauthenticate')
    expect((await prove(bearer, codeOf(secret, clock.now()))).status).toBe(422)
    clock.advance(minute_ms)
    expect((await prove(bearer, codeOf(secret, clock.now()))).body).toMatchObject({ expires_in: 600 })
    const view = await begin(bearer)
    expect(view.status).toBe(200)
    // A viewer proves nothing about the person viewed.
    const theirs = await prove(bearerOf(view.body), codeOf(secret, clock.now()))
    expect([theirs.status, theirs.body.code]).toEqual([403, 'forbidden'])
    const { body: back_ } = await back(bearerOf(view.body), browser.headers()['cookie']!)
    clock.advance(9 * minute_ms)
    const second = await begin(bearerOf(back_))
    expect(second.status).toBe(200)
    const { body: last } = await back(bearerOf(second.body), browser.headers()['cookie']!)
    clock.advance(minute_ms)
    expect((await begin(bearerOf(last))).body.code).toBe('reauthenticate')
  })
})
