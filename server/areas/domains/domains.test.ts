import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  checkCustomDomain,
  readCustomDomain,
  updateCustomDomain,
  type ShownDomain,
} from '#contract/branding/custom-domain.ts'
import { readDomain } from '#contract/branding/domain.ts'
import { startMailbox, type Mailbox } from '#demo/mailbox.ts'
import { findHost } from '#server/areas/branding/find-host.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { closeMail } from '#server/platform/mail.ts'
import { createTestApp, noLimits, type TestApp } from '#server/test/app.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import { makeTree, type TestTree, type TestUser } from '#server/test/factories.ts'
import { createTestDatabase, type TestDatabase } from '#server/test/harness.ts'
import { startNameServer, type NameServer } from '#server/test/name-server.ts'
import { whileRefused } from '#server/test/refuse-rows.ts'
import { checkDomainsJob } from '#server/areas/domains/check-domains.ts'

const day_ms = 86_400_000
const domain = 'leads.northwind-agency.com'
let db: TestDatabase
let http: TestApp
let tree: TestTree
let names: NameServer
let mailbox: Mailbox
const clock = createStillClock(Date.UTC(2026, 10, 20, 12))
beforeAll(async () => {
  db = await createTestDatabase()
  tree = await makeTree(db)
  names = await startNameServer()
  mailbox = await startMailbox({ now: clock.now })
  http = await createTestApp(db, {
    limiter: noLimits,
    clock,
    env: { DNS_SERVER: names.address, SMTP_URL: mailbox.smtpUrl },
    isServed: async (host) => (await findHost(http.platform, host)) !== null,
  })
})
beforeEach(async () => {
  names.fall(false)
  for (const type of ['TXT', 'CNAME', 'A'] as const) {
    for (const name of [domain, `_domain-proof.${domain}`]) names.set(type, name)
  }
  await name(tree.acme.owner, '')
  await name(tree.brightside.owner, '')
  await db.adminPool.query('delete from released_host')
})
afterAll(async () => {
  closeMail(http.platform)
  await http.close()
  await names.close()
  await mailbox.close()
  await db.drop()
})

const name = (user: TestUser, text: string, companyID = user.companyId) =>
  http.as(user).call(updateCustomDomain, { body: { companyID, domain: text } })
const check = async (user: TestUser): Promise<ShownDomain> =>
  (await http.as(user).call(checkCustomDomain, { body: { companyID: user.companyId } })).body.data
const readOwnDomain = async (user: TestUser): Promise<ShownDomain> =>
  (await http.as(user).call(readCustomDomain, { params: { id: user.companyId } })).body.data
const setRecords = ({ txt_name, txt_value, cname_target }: ShownDomain): void => {
  names.set('TXT', txt_name, 'v=spf1 -all', txt_value)
  names.set('CNAME', domain, cname_target)
}
/** Sets the domain and its records, and checks them. */
const prove = async (user: TestUser): Promise<ShownDomain> => {
  setRecords((await name(user, domain)).body.data)
  return check(user)
}
const answers = async (host: string): Promise<boolean> => (await findHost(http.platform, host)) !== null
const statusOf = async (query: string, request: object = {}): Promise<number> =>
  (await http.app.inject({ url: `/domains/allowed${query}`, ...request })).statusCode
const lastEntry = async (): Promise<Record<string, unknown>> =>
  (await db.adminPool.query('select * from activity where book_id = $1 order by seq desc limit 1', [tree.acme.id]))
    .rows[0]
const lookDaily = async (): Promise<void> => {
  clock.advance(day_ms)
  http.forget()
  await checkDomainsJob.run(http.platform, {})
}

describe('a custom domain', () => {
  test('R013: shows the records to set, and answers once they are found, with the agency’s brand', async () => {
    const { owner } = tree.acme
    const domainShown = (await name(owner, ` ${domain.toUpperCase()}. `)).body.data
    expect(domainShown).toMatchObject({
      domain,
      state: 'pending',
      cause: '',
      txt_name: `_domain-proof.${domain}`,
      checked_at: null,
    })
    expect(domainShown.txt_value.length).toBeGreaterThan(30)
    expect(await lastEntry()).toMatchObject({ action: 'setting.customDomainNamed', after: { domain } })
    expect([await answers(domain), await statusOf(`?domain=${domain}`)]).toEqual([false, 404])
    setRecords(domainShown)
    expect(await check(owner)).toMatchObject({ state: 'verified', cause: '' })
    expect(await lastEntry()).toMatchObject({ action: 'setting.customDomainVerified', after: { state: 'verified' } })
    expect([await answers(domain), await statusOf(`?domain=${domain}`)]).toEqual([true, 200])
    const brand = await http.anonymous(domain).call(readDomain, { params: { type: 'domain', hostID: domain } })
    expect(brand.body.data.rootName).toBe('Acme')
  })

  test('reports what is wrong with its records, one problem at a time', async () => {
    const { owner } = tree.acme
    const { txt_name, txt_value, cname_target } = (await name(owner, domain)).body.data
    const cause = async (): Promise<string> => (await check(owner)).cause
    expect(await cause()).toBe('txt_missing')
    names.set('TXT', txt_name, 'something else')
    expect(await cause()).toBe('txt_differs')
    names.set('TXT', txt_name, txt_value)
    expect(await cause()).toBe('cname_missing')
    names.set('CNAME', domain, 'elsewhere.northwind-agency.com')
    expect(await cause()).toBe('cname_differs')
    expect(await readOwnDomain(owner)).toMatchObject({
      state: 'pending',
      checked_at: new Date(clock.now()).toISOString(),
    })
    expect(await answers(domain)).toBe(false)
    names.set('CNAME', domain)
    names.set('A', domain, '198.51.100.7')
    names.set('A', cname_target, '198.51.100.7')
    expect(await check(owner)).toMatchObject({ state: 'verified', cause: '' })
    names.set('A', cname_target)
  })

  test('keeps its state while the name servers do not respond', async () => {
    const { owner } = tree.acme
    await prove(owner)
    names.fall(true)
    expect(await check(owner)).toMatchObject({ state: 'verified', cause: 'no_answer' })
    expect(await answers(domain)).toBe(true)
  }, 30_000)

  test('is verified by the job a few minutes after its records are set', async () => {
    setRecords((await name(tree.acme.owner, domain)).body.data)
    await checkDomainsJob.run(http.platform, {})
    expect(await readOwnDomain(tree.acme.owner)).toMatchObject({ state: 'verified' })
    expect(await lastEntry()).toMatchObject({ action: 'setting.customDomainVerified', actor_id: null })
  })

  test('that cannot be checked does not block others', async () => {
    const otherDomain = 'leads.brightside-agency.com'
    await name(tree.acme.owner, domain)
    await name(tree.brightside.owner, otherDomain)
    const checkAll = async () => {
      await lookDaily()
      const { rows } = await db.adminPool.query<{ domain: string }>(
        'select domain from custom_domain where checked_at = $1 order by domain',
        [new Date(clock.now())],
      )
      return rows.map((row) => row.domain)
    }
    for (const stuckDomain of [domain, otherDomain])
      expect(await whileRefused(db, 'custom_domain', `domain <> '${stuckDomain}'`, checkAll)).toEqual([
        stuckDomain === domain ? otherDomain : domain,
      ])
  })

  /** Removes a verified domain's records for this many daily checks; returns the days on which its owner got a mail. */
  const failFor = async (days: number): Promise<number[]> => {
    const heardOn: number[] = []
    for (let day = 1; day <= days; day++) {
      const outcome = mailbox.messages().length
      await lookDaily()
      // A domain that is no longer due today is not checked again: a second run counts no day and sends no mail.
      await checkDomainsJob.run(http.platform, {})
      await runJobs(db, http.platform)
      if (mailbox.messages().length > outcome) heardOn.push(day)
    }
    return heardOn
  }

  test('fails one day a day, however many runs overlap', async () => {
    const { owner } = tree.acme
    await prove(owner)
    names.set('TXT', `_domain-proof.${domain}`)
    clock.advance(day_ms)
    http.forget()
    await Promise.all([1, 2, 3].map(() => checkDomainsJob.run(http.platform, {})))
    expect(await readOwnDomain(owner)).toMatchObject({ state: 'verified', failed_days: 1 })
  })

  test('that fails its daily checks stays online, with emails on the 1st, 7th, 14th and 28th day', async () => {
    const { owner } = tree.acme
    await prove(owner)
    names.set('TXT', `_domain-proof.${domain}`)
    await runJobs(db, http.platform)
    expect(await failFor(28)).toEqual([1, 7, 14, 28])
    expect(await readOwnDomain(owner)).toMatchObject({ state: 'verified', cause: 'txt_missing', failed_days: 28 })
    expect(mailbox.messages()[0]).toMatchObject({ subject: 'The records of your domain are wrong' })
    expect(mailbox.messages()[0]!.text).toContain('or it is turned off in 2 days')
    expect(await answers(domain)).toBe(true)
  })

  test('that fails for 30 days in a row is turned off, with an email, until it is verified again', async () => {
    const { owner } = tree.acme
    await prove(owner)
    names.set('TXT', `_domain-proof.${domain}`)
    await runJobs(db, http.platform)
    expect((await failFor(30)).at(-1)).toBe(30)
    expect(mailbox.messages()[0]).toMatchObject({ subject: 'Your domain was turned off' })
    expect(mailbox.messages()[0]!.text).toContain('wrong for 30 days in a row')
    expect(mailbox.messages()[0]!.text).toContain('The TXT record was not found.')
    expect(await readOwnDomain(owner)).toMatchObject({ state: 'failed', cause: 'txt_missing' })
    expect([await answers(domain), await statusOf(`?domain=${domain}`)]).toEqual([false, 404])
    expect(await lastEntry()).toMatchObject({ action: 'setting.customDomainFailed', after: { state: 'failed' } })
    await prove(owner)
    expect(await answers(domain)).toBe(true)
  })

  test('that is not verified within seven days expires: its records are void, and adding it again creates new ones', async () => {
    const { owner } = tree.acme
    const domainShown = (await name(owner, domain)).body.data
    expect(domainShown.expires_at).toBe(new Date(clock.now() + 7 * day_ms).toISOString())
    await runJobs(db, http.platform)
    const before = mailbox.messages().length
    for (let day = 0; day < 6; day++) await lookDaily()
    expect(await readOwnDomain(owner)).toMatchObject({ state: 'pending', cause: 'txt_missing' })
    await lookDaily()
    expect(await readOwnDomain(owner)).toMatchObject({ state: 'failed', cause: 'expired', expires_at: null })
    await runJobs(db, http.platform)
    expect(mailbox.messages()).toHaveLength(before + 1)
    expect(mailbox.messages()[0]).toMatchObject({ subject: 'Your domain was not verified' })
    setRecords(domainShown)
    expect(await check(owner)).toMatchObject({ state: 'failed', cause: 'expired' })
    expect(await answers(domain)).toBe(false)
    const again = (await name(owner, domain)).body.data
    expect(again).toMatchObject({ state: 'pending', cause: '' })
    expect(again.txt_value).not.toBe(domainShown.txt_value)
    setRecords(again)
    expect(await check(owner)).toMatchObject({ state: 'verified', expires_at: null })
  })

  test('is released by an empty name, reserved for its owner for 90 days, and then free for others', async () => {
    await prove(tree.acme.owner)
    const refusal = await name(tree.brightside.owner, domain)
    expect([refusal.status, refusal.body.field, refusal.body.message]).toEqual([422, 'domain', 'This domain is taken.'])
    expect((await name(tree.acme.owner, '')).body.data).toMatchObject({ domain: '', state: 'none', txt_value: '' })
    expect(await lastEntry()).toMatchObject({ action: 'setting.customDomainRemoved', before: { domain } })
    expect(await answers(domain)).toBe(false)
    clock.advance(89 * day_ms)
    http.forget()
    expect((await name(tree.brightside.owner, domain)).body.message).toBe('This domain is taken.')
    expect(await prove(tree.acme.owner)).toMatchObject({ state: 'verified' })
    await name(tree.acme.owner, '')
    clock.advance(90 * day_ms)
    http.forget()
    expect(await prove(tree.brightside.owner)).toMatchObject({ state: 'verified' })
    expect((await findHost(http.platform, domain))!.companyId).toBe(tree.brightside.id)
  })

  test('that another agency held is verified for the next one only 90 days after its release', async () => {
    await name(tree.brightside.owner, domain)
    setRecords(await readOwnDomain(tree.brightside.owner))
    const theirs = (await readOwnDomain(tree.brightside.owner)).txt_value
    const records = (await name(tree.acme.owner, domain)).body.data
    names.set('TXT', records.txt_name, records.txt_value, theirs)
    expect(await check(tree.acme.owner)).toMatchObject({ state: 'verified' })
    await name(tree.acme.owner, '')
    expect(await check(tree.brightside.owner)).toMatchObject({ state: 'pending', cause: 'taken' })
    clock.advance(90 * day_ms)
    http.forget()
    expect(await check(tree.brightside.owner)).toMatchObject({ state: 'verified' })
  })

  test('that two agencies have added goes to the one that verifies it, and adding it reserves nothing', async () => {
    await name(tree.brightside.owner, domain)
    const theirs = await readOwnDomain(tree.brightside.owner)
    expect(await prove(tree.acme.owner)).toMatchObject({ state: 'verified' })
    names.set('TXT', theirs.txt_name, (await readOwnDomain(tree.acme.owner)).txt_value, theirs.txt_value)
    expect(await check(tree.brightside.owner)).toMatchObject({ state: 'pending', cause: 'taken' })
    expect((await findHost(http.platform, domain))!.companyId).toBe(tree.acme.id)
  })

  test('keeps its records when it is added again, and gets new ones for another name', async () => {
    const { owner } = tree.acme
    const first = await prove(owner)
    expect((await name(owner, domain)).body.data).toEqual(first)
    const second = (await name(owner, 'www.northwind-agency.com')).body.data
    expect([second.state, second.txt_value === first.txt_value, await answers(domain)]).toEqual([
      'pending',
      false,
      false,
    ])
  })

  test('is set by the root for its agencies, and by no one else for another agency', async () => {
    expect((await name(tree.root.system, domain, tree.acme.id)).body.data.domain).toBe(domain)
    expect((await name(tree.brightside.owner, domain, tree.acme.id)).status).toBe(404)
    expect((await name(tree.acme.admin, domain)).status).toBe(403)
    expect((await name(tree.acme.clients[0]!.user, domain)).status).toBe(403)
  })
})

test.each([
  ['127.0.0.1', 'Enter a domain name, not an IP address.'],
  ['0x7f.1', 'Enter a domain name, not an IP address.'],
  ['[2606:4700::1111]', 'Enter a domain name, not an IP address.'],
  ['https://northwind-agency.com', 'Enter a domain name such as'],
  ['a..northwind-agency.com', 'Enter a domain name such as'],
  ['-a.northwind-agency.com', 'Enter a domain name such as'],
  ['<script>.com', 'Enter a domain name such as'],
  [`${'a'.repeat(64)}.com`, 'Enter a domain name such as'],
  [`${'a.'.repeat(120)}com`, 'Enter a domain name such as'],
  ['localhost', 'This name is reserved'],
  ['acme.localhost', 'This name is reserved'],
  ['printer.local', 'This name is reserved'],
  ['db.internal', 'This name is reserved'],
  ['leads.example.com', 'This name is reserved'],
  ['leads.acme.test', 'This name is reserved'],
  ['leads.acme.nosuchending', 'This name is reserved'],
  ['co.uk', 'This is a shared domain suffix.'],
  ['com', 'This name is reserved'],
  ['github.io', 'This is a shared domain suffix.'],
])('%s is rejected as a custom domain', async (text, message) => {
  const { status, body } = await name(tree.acme.owner, text)
  expect([status, body.field]).toEqual([422, 'domain'])
  expect(body.message).toContain(message)
})

test('the operator’s own hosts and their subdomains are rejected', async () => {
  await db.adminPool.query(
    `insert into host (host, company_id, root_id, verified_at) values ('app.operators-platform.com', $1, $1, now())`,
    [tree.root.system.rootId],
  )
  for (const text of ['app.operators-platform.com', 'x.app.operators-platform.com', 'APP.operators-platform.com.']) {
    expect((await name(tree.acme.owner, text)).body.message).toBe(
      'This name belongs to the platform. Choose a domain of your own.',
    )
  }
  await db.adminPool.query(`delete from host where host = 'app.operators-platform.com'`)
})

test('international names are stored in punycode', async () => {
  expect((await name(tree.acme.owner, 'münchen-leads.de')).body.data.domain).toBe('xn--mnchen-leads-dlb.de')
})

test('only the proxy on this machine can ask which hosts are served', async () => {
  const host = tree.acme.host
  expect(await statusOf(`?domain=${host.toUpperCase()}`)).toBe(200)
  expect(await statusOf(`?domain=${host}`, { remoteAddress: '203.0.113.9' })).toBe(404)
  expect(await statusOf(`?domain=${host}`, { headers: { 'x-forwarded-for': '203.0.113.9' } })).toBe(404)
  for (const query of [
    '',
    '?domain=',
    '?domain=nobody.com',
    `?domain=${host}&domain=${host}`,
    `?domain=${'a'.repeat(2_000)}`,
    '?domain=%00',
  ]) {
    expect(await statusOf(query)).toBe(404)
  }
})
