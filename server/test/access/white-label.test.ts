import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startMailbox, type Mailbox } from '#demo/mailbox.ts'
import { changePassword, forgetPassword } from '#contract/sign-in/password.ts'
import { register } from '#contract/people/registration.ts'
import { login } from '#contract/sign-in/session.ts'
import { sendTestMail } from '#contract/mails/mail-server.ts'
import { checkCustomDomain, updateCustomDomain } from '#contract/branding/custom-domain.ts'
import { acceptAgreement } from '#contract/agreements/acceptances.ts'
import { createCredential } from '#contract/developers/credentials.ts'
import { issueDeveloperToken } from '#contract/developers/sso.ts'
import { actAsOperator, canary, foreign, nameRoot } from './canary.ts'
import { readSetting } from '#contract/settings/settings.ts'
import { createUser } from '#contract/companies/users.ts'
import { open } from '#contract/core/access.ts'
import { operation, type Operation } from '#contract/core/operation.ts'
import { checkDomainsJob } from '#server/areas/domains/check-domains.ts'
import { findHost } from '#server/areas/branding/find-host.ts'
import { readBoot } from '#server/areas/branding/read-brand.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { bindOpen } from '#server/platform/http/route.ts'
import { closeMail } from '#server/platform/mail.ts'
import { routes } from '#server/routes.ts'
import { createTestApp, noLimits, type TestAnswer, type TestApp } from '../app.ts'
import { runJobs } from '../run-jobs.ts'
import { testPassword, type TestUser } from '../factories.ts'
import { createTestDatabase, type TestDatabase } from '../harness.ts'
import { startNameServer, type NameServer } from '../name-server.ts'
import { everyNth } from '../proofs.ts'
import { readPdf } from '../read-pdf.ts'
import { inputOf } from './example-of.ts'
import { canHold, endsSession, makeObject, makeWorld, relationBetween, type World } from './world.ts'

// White label: everything that an agency's host sends names the agency, never its parent.

const clock = createStillClock(Date.UTC(2026, 10, 20, 12))
const folder = mkdtempSync(join(tmpdir(), 'white-label-'))

let db: TestDatabase
let http: TestApp
let world: World
let mailbox: Mailbox
let names: NameServer
let bearer: string | undefined
let key: { client_id: string; secret_key: string }
let people: [string, TestUser | null][]
beforeAll(async () => {
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>x</title><!--boot-->')
  db = await createTestDatabase()
  world = await makeWorld(db)
  mailbox = await startMailbox({ now: clock.now })
  names = await startNameServer()
  http = await createTestApp(db, {
    clock,
    limiter: noLimits,
    env: { SMTP_URL: mailbox.smtpUrl, DNS_SERVER: names.address },
    pages: { folder, readBoot: (host) => readBoot(http.platform, host) },
    isServed: async (host) => (await findHost(http.platform, host)) !== null,
  })
  await nameRoot(db, world.tree.root)
  await actAsOperator(http, world.tree)
  key = await makeKey(world.tree.acme.owner)
  const { owner, admin, clients } = world.tree.acme
  people = [
    ['owner', owner],
    ['administrator', admin],
    ['client', clients[0]!.user],
    ['visitor', null],
    ['developer’s software', null],
  ]
})
afterAll(async () => {
  closeMail(http.platform)
  await http.close()
  await mailbox.close()
  await names.close()
  await db.drop()
  rmSync(folder, { recursive: true })
})

/** A key for the agency's own software. */
async function makeKey(user: TestUser): Promise<typeof key> {
  await db.adminPool.query('update company set api_mode = true where id = $1', [user.companyId])
  const acceptance = {
    user_id: user.id,
    company_id: user.companyId,
    company_name: 'Acme',
    is_marketing_services_agreement_developer: 'T',
    location_menu: 'developer',
    document_type: 'default_agency',
  }
  expect((await http.as(user).call(acceptAgreement, { body: acceptance })).status).toBe(200)
  const body = { subdomain: user.host, email: user.email }
  const { client_id, secret_key } = (await http.as(user).call(createCredential, { body })).body.data.user
  return { client_id, secret_key }
}

const takeToken = async (): Promise<string> =>
  (await http.anonymous(world.tree.acme.host).call(issueDeveloperToken, { body: key })).body.access_token

/** Forbidden names in a response: where, and the text around them. */
function leakOf(what: string, answer: Pick<TestAnswer<Operation>, 'status' | 'headers' | 'raw'>): string[] {
  const isPdf = String(answer.headers['content-type']).includes('pdf')
  const body = isPdf ? readPdf(answer.raw.rawPayload) : answer.raw.payload
  const text = `${JSON.stringify(answer.headers)} ${body}`
  const match = foreign.exec(text)
  return match ? [`${what} (${answer.status}): … ${text.slice(Math.max(0, match.index - 80), match.index + 60)}`] : []
}

/** Verifies the agency's own domain, then drops its DNS records for the thirty days after which it is deactivated. */
async function loseDomain(owner: TestUser): Promise<void> {
  const domain = 'leads.northwind-agency.com'
  const domainShown = (await http.as(owner).call(updateCustomDomain, { body: { companyID: owner.companyId, domain } }))
    .body.data
  names.set('TXT', domainShown.txt_name, domainShown.txt_value)
  names.set('CNAME', domain, domainShown.cname_target)
  const check = await http.as(owner).call(checkCustomDomain, { body: { companyID: owner.companyId } })
  expect(check.body.data.state).toBe('verified')
  names.set('TXT', domainShown.txt_name)
  for (let day = 0; day < 30; day++) {
    clock.advance(86_400_000)
    await checkDomainsJob.run(http.platform, {})
  }
  http.forget()
}

const objectOf = async ({ object }: Operation, user: TestUser | null): Promise<string | undefined> => {
  if (!object || object.kind === 'none') return undefined
  const { kind } = object
  const ownSpot = world.spots.find(({ companyId }) => companyId === (user?.companyId ?? world.tree.acme.id))!
  const spot = world.spots.find(
    (each) => canHold(kind, each) && ['own', 'below'].includes(relationBetween(ownSpot, each)),
  )
  return spot && makeObject(world, kind, spot)
}

async function askAs(name: string, asked: Operation): Promise<TestAnswer<Operation>> {
  const user = people.find(([each]) => each === name)![1]
  const caller = user ? http.as(user) : http.anonymous(world.tree.acme.host)
  const input = inputOf(asked, await objectOf(asked, user))
  if (name.startsWith('developer')) input.headers = { authorization: `Bearer ${(bearer ??= await takeToken())}` }
  const answer = await caller.call(asked, input)
  if (asked.transport === 'stream' && answer.status === 200) answer.raw.stream().destroy()
  if (endsSession(asked)) http.forget()
  return answer
}

/** An operation's example has given the agency another host. */
const moveBack = (): Promise<unknown> =>
  db.adminPool.query('update host set host = $2 where company_id = $1', [world.tree.acme.id, world.tree.acme.host])

/** Emails to an agency's people, whoever triggered them. */
const mailsToPeople = [
  expect.stringContaining(' invited you to '),
  'Set a new password',
  'Your password was changed',
  'You accepted an agreement',
  'A developer API key was created',
  'Support viewed your account',
  'The records of your domain are wrong',
  'Your domain was turned off',
  'Test email',
]

describe('from an agency’s host, no company above the agency is named', () => {
  test('in any setting', async () => {
    const { schema } = { schema: readSetting.query as z.ZodObject<{ settingname: z.ZodEnum }> }
    const names = schema.shape.settingname.options as string[]
    expect(names.length).toBeGreaterThan(7)
    for (const settingname of names) {
      const answer = await http.as(world.tree.acme.owner).call(readSetting, { query: { settingname } })
      expect([settingname, leakOf(settingname, answer as never)]).toEqual([settingname, []])
    }
  })

  test('on any page, file, or rejection, in text, headers, and cookies', async () => {
    const { owner } = world.tree.acme
    const at = http.anonymous(owner.host)
    const paths =
      `/ /login /nowhere /privacy-policy /assets/nowhere.js /favicon.ico /favicon.svg /manifest.webmanifest /sw.js
      /robots.txt /openapi.json /metrics /healthz /readyz /.well-known/security.txt /api/keys /api/nowhere /api/user
      /api/v1/developer/openapi /api/v1/developer/client /api/user/ /pixel/px.js /px.js /%00 /..%2f..%2fetc`.split(
        /\s+/,
      )
    const requests = [
      ...paths.map((url) => ({ method: 'GET' as const, url })),
      { method: 'DELETE' as const, url: '/api/login' },
      { method: 'OPTIONS' as const, url: '/api/login', headers: { origin: 'https://elsewhere.test' } },
      { method: 'POST' as const, url: '/api/login', payload: 'no seal' },
      { method: 'POST' as const, url: '/api/login', payload: '{', headers: { 'content-type': 'application/json' } },
      {
        method: 'POST' as const,
        url: '/api/login',
        payload: JSON.stringify({ dt: 'a'.repeat(3_000_000) }),
        headers: { 'content-type': 'application/json' },
      },
    ]
    const statuses = new Set<number>()
    for (const request of requests) {
      const raw = await at.inject(request)
      statuses.add(raw.statusCode)
      const answer = { status: raw.statusCode, headers: raw.headers, raw }
      expect([request.url, leakOf(request.url, answer as never)]).toEqual([request.url, []])
    }
    expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 401, 404, 413]))
    const signedIn = await at.call(login, { body: { username: owner.email, password: testPassword } })
    expect([signedIn.status, leakOf('login', signedIn as never)]).toEqual([200, []])
    expect(String(signedIn.headers['set-cookie'])).not.toMatch(foreign)
  })

  test('in an internal error (500) or a rate limit response (429)', async () => {
    const fail = operation({
      id: 'own',
      name: 'failHere',
      area: 'branding',
      method: 'GET',
      path: '/fail-here',
      summary: 'Fails.',
      answer: z.object({}),
      access: open,
    })
    const boom = bindOpen(fail, () => {
      throw new Error(`${canary}: connection to db.rootcanary.internal refused`)
    })
    const app = await createTestApp(db, { clock, routes: [...routes, boom] })
    const at = app.anonymous(world.tree.acme.host)
    const failure = await at.call(fail)
    expect([failure.status, leakOf('500', failure as never)]).toEqual([500, []])
    const statuses: number[] = []
    for (let count = 0; count < 8; count++) {
      const answer = await at.call(login, { body: { username: 'nobody@acme.test', password: 'guess' } })
      statuses.push(answer.status)
      expect(leakOf('429', answer as never)).toEqual([])
    }
    expect(statuses.at(-1)).toBe(429)
    await app.close()
  })

  test('in any email: headers, envelope, and both bodies', async () => {
    const { acme } = world.tree
    const client = acme.clients[0]!.user
    const invitation = { companyID: acme.id, ClientFullName: 'Nora North' }
    const newcomer = {
      companyname: 'West',
      name: 'Wes West',
      email: 'wes@west.test',
      phonenum: '+13125550143',
      password: 'a lamp beside the sea',
      userType: 'client',
    }
    const asks: readonly [TestUser | null, Operation, object][] = [
      [null, forgetPassword, { username: client.email }],
      [null, register, newcomer],
      [null, register, { ...newcomer, email: client.email }],
      [acme.owner, createUser, { ...invitation, userType: 'client', ClientEmail: 'nora@north.test' }],
      [
        acme.owner,
        createUser,
        { ...invitation, userType: 'administrator', ClientEmail: 'nils@north.test', ClientRole: 'F' },
      ],
      [acme.owner, sendTestMail, { companyID: acme.id }],
      [client, changePassword, { usrID: client.id, currpassword: testPassword, newpassword: 'a lamp beside the sea' }],
    ]
    for (const [user, operation, body] of asks) {
      const caller = user ? http.as(user) : http.anonymous(acme.host)
      const answer = await caller.call(operation, { body })
      expect([operation.name, answer.status, answer.body.field]).toEqual([operation.name, 200, undefined])
    }
    await runJobs(db, http.platform)
    await loseDomain(acme.owner)
    await runJobs(db, http.platform)
    const mails = mailbox.messages().filter(({ to }) => !to.some((address) => foreign.test(address)))
    const subjects = new Set(mails.map(({ subject }) => subject))
    expect([...subjects]).toEqual(expect.arrayContaining(mailsToPeople))
    for (const mail of mails) expect(JSON.stringify(mail)).not.toMatch(foreign)
  })

  test('when the agency has no branding yet: its own name is shown, and the operator’s logo is not', async () => {
    const { root } = world.tree
    const agency = {
      companyID: root.id,
      userType: 'userdownline',
      ClientFullName: 'Nova Lane',
      ClientCompanyName: 'Nova Media',
      ClientEmail: 'nova@nova.test',
      ClientPass: 'a lamp beside the sea',
    }
    expect((await http.as(root.system).call(createUser, { body: agency } as never)).status).toBe(200)
    const page = await http.anonymous('nova-media.localhost').inject({ method: 'GET', url: '/login' })
    expect([page.statusCode, leakOf('page', { status: 200, headers: page.headers, raw: page } as never)]).toEqual([
      200,
      [],
    ])
    expect(page.payload).toContain('Nova Media')
    await http.anonymous('nova-media.localhost').call(forgetPassword, { body: { username: 'nova@nova.test' } })
    await runJobs(db, http.platform)
    const [mail] = mailbox.messages()
    expect([mail!.to, mail!.from]).toEqual([['nova@nova.test'], 'Nova Media <no-reply@nova-media.localhost>'])
    expect(mail!.raw).not.toMatch(foreign)
  })

  test('in an agreement’s certificate, neither in its text nor in the file’s metadata', async () => {
    const { owner } = world.tree.acme
    const { rows } = await db.adminPool.query<{ id: string }>(
      `insert into acceptance (id, root_id, agency_id, company_id, company_name, user_id, user_name, user_email, document_id,
         kind, document_type, location_menu, variables, terms, text_hash, host, session_id, address, user_agent, accepted_at)
       select gen_random_uuid(), $1, $2, $2, 'Acme', $3, 'Acme agencyOwner', 'owner@acme.test', document.id, 'marketing',
         'default_agency', 'x', '{"company_name":"Acme"}', '{}', sha256('x'), $4, gen_random_uuid(), '127.0.0.1', 'x', now()
       from document order by version desc limit 1 returning id`,
      [owner.rootId, owner.companyId, owner.id, owner.host],
    )
    const download = operationNamed('downloadCertificate')
    const answer = await http.as(owner).call(download, { params: { acceptanceId: rows[0]!.id } })
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
    const text = readPdf(answer.raw.rawPayload)
    expect(text).toContain('Acme')
    expect(text).not.toMatch(foreign)
    expect(String(answer.headers['content-disposition'])).not.toMatch(foreign)
  })

  const operations = routes.map((route) => route.operation)
  // What the agency itself owes: such a paper has to name the seller, as its invoices do.
  const namesSeller = (name: string, operation: Operation): boolean =>
    operation.name === 'downloadStatement' && ['administrator', 'owner'].includes(name)
  // Last, because the calls change the objects that they name.
  test.each(everyNth(['visitor', 'developer’s software', 'client', 'administrator', 'owner'], 2))(
    'in any call, for its %s',
    async (name) => {
      const leaks: string[] = []
      let count = 0
      for (const operation of operations) {
        const answer = await askAs(name, operation)
        if (answer.status < 300) count++
        if (operation.name === 'updateSubdomain') await moveBack()
        // A stream's payload is whatever was in flight when it was cut off.
        if (operation.transport !== 'stream' && !namesSeller(name, operation))
          leaks.push(...leakOf(`${operation.name} as ${name}`, answer))
      }
      expect(leaks).toEqual([])
      expect(count).toBeGreaterThan({ visitor: 5, 'developer’s software': 7 }[name] ?? 25)
    },
    60_000,
  )
})

const operationNamed = (name: string): Operation => routes.find((route) => route.operation.name === name)!.operation

test('a planted leak is detected: in a page, a call, and a PDF', async () => {
  const { acme } = world.tree
  await db.adminPool.query(`update brand set name = 'by ' || $2, legal_name = $2 where company_id = $1`, [
    acme.id,
    canary,
  ])
  const page = await http.anonymous(acme.host).inject({ method: 'GET', url: '/login' })
  expect(leakOf('page', { status: 200, headers: page.headers, raw: page } as never)).toHaveLength(1)
  const answer = await http
    .anonymous(acme.host)
    .call(operationNamed('readDomain'), { params: { type: 'domain', hostID: acme.host } })
  expect(leakOf('call', answer)).toHaveLength(1)
  const { id } = (await db.adminPool.query<{ id: string }>('select id from acceptance limit 1')).rows[0]!
  const file = await http.as(acme.owner).call(operationNamed('downloadCertificate'), { params: { acceptanceId: id } })
  expect(leakOf('certificate', file)).toHaveLength(1)
})
