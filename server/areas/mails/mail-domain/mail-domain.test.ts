import { authenticate as verifyMail } from 'mailauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listInbox } from '#contract/inbox/inbox.ts'
import { checkMailDomain, readMailDomain, type MailDomain } from '#contract/mails/mail-domain.ts'
import { sendTestMail } from '#contract/mails/mail-server.ts'
import { saveSetting } from '#contract/settings/settings.ts'
import { createStillClock } from '#server/platform/clock.ts'
import { createTestApp, type TestApp } from '#server/test/app.ts'
import { makeTree, type TestTree, type TestUser } from '#server/test/factories.ts'
import { createTestDatabase, type TestDatabase } from '#server/test/harness.ts'
import { startNameServer, type NameServer } from '#server/test/name-server.ts'
import { startSmtp, type SmtpStandIn } from '#server/test/smtp-stand-in.ts'
import { checkMailDomainsJob } from './check-mail-domains.ts'

const domain = 'mail.acme-agency.com'
const clock = createStillClock(Date.UTC(2026, 10, 20, 12))
let db: TestDatabase
let http: TestApp
let tree: TestTree
let smtp: SmtpStandIn
let names: NameServer

beforeAll(async () => {
  db = await createTestDatabase()
  tree = await makeTree(db)
  names = await startNameServer()
  smtp = await startSmtp({ security: 'none' })
  const env = { DNS_SERVER: names.address, OUTGOING_ALLOW: `127.0.0.1:${smtp.port}` }
  http = await createTestApp(db, { clock, env })
})
beforeEach(async () => {
  clock.advance(2 * 3_600_000)
  http.forget()
  names.fall(false)
  for (const name of [domain, `_dmarc.${domain}`, '_dmarc.acme-agency.com']) names.set('TXT', name)
  await db.adminPool.query('delete from mail_domain')
  await save(`leads@${domain}`)
})
afterAll(async () => {
  await http.close()
  for (const server of [smtp, names]) await server.close()
  await db.drop()
})

const save = (from_email: string, host = '127.0.0.1') =>
  http.as(tree.acme.owner).call(saveSetting, {
    body: {
      settingname: 'smtp',
      companyID: tree.acme.id,
      host,
      port: smtp.port,
      security: 'none',
      username: '',
      from_name: 'Acme',
      from_email,
    },
  } as never)
const look = async (): Promise<MailDomain> =>
  (await http.as(tree.acme.owner).call(readMailDomain, { params: { companyID: tree.acme.id } })).body.data as never
const check = (user: TestUser = tree.acme.owner) =>
  http.as(user).call(checkMailDomain, { body: { companyID: tree.acme.id } })
/** Sets all three records, as the page says. */
async function setRecords(): Promise<MailDomain> {
  const view = (await check()).body.data as unknown as MailDomain
  for (const { name, value } of view.records) names.set('TXT', name, value)
  return (await check()).body.data as never
}
const statesOf = ({ records }: MailDomain) => Object.fromEntries(records.map(({ kind, state }) => [kind, state]))
const sendMail = async (): Promise<string> => {
  await http.as(tree.acme.owner).call(sendTestMail, { body: { companyID: tree.acme.id } })
  return smtp.received.at(-1)!.raw
}
const lastEntry = async (): Promise<Record<string, unknown>> =>
  (await db.adminPool.query('select * from activity where book_id = $1 order by seq desc limit 1', [tree.acme.id]))
    .rows[0]
const brokenItems = async () =>
  (
    await http.as(tree.acme.owner).call(listInbox, {
      params: { companyID: tree.acme.id },
      query: { kind: 'mail_records_broken' },
    })
  ).body.data

describe('the domain of a company’s own sender', () => {
  test('has three records to add, which the first check names', async () => {
    expect(await look()).toMatchObject({ domain, checked_at: null, signs: 'F', records: [] })
    await checkMailDomainsJob.run(http.platform, {})
    const view = await look()
    expect(statesOf(view)).toEqual({ spf: 'missing', dkim: 'missing', dmarc: 'missing' })
    const [spf, dkim, dmarc] = view.records
    expect(spf).toMatchObject({ name: domain, value: 'v=spf1 ip4:127.0.0.1 ~all' })
    expect(dkim!.name).toMatch(/^m-[a-z0-9]{8}\._domainkey\.mail\.acme-agency\.com$/)
    expect(dkim!.value).toMatch(/^v=DKIM1; k=rsa; p=[A-Za-z0-9+/=]{380,}$/)
    expect(dmarc).toMatchObject({ name: `_dmarc.${domain}`, value: 'v=DMARC1; p=none' })
    expect(view.checked_at).toBe(new Date(clock.now()).toISOString())
  })

  test('keeps its private key encrypted', async () => {
    await check()
    const { rows } = await db.adminPool.query('select private_key_sealed from mail_domain')
    expect(rows[0].private_key_sealed).toMatch(/^v2\.[0-9a-f]{12}\./)
  })

  test('takes the policy of the registered domain above it', async () => {
    names.set('TXT', '_dmarc.acme-agency.com', 'v=DMARC1; p=reject')
    expect(statesOf((await check()).body.data as never)).toMatchObject({ dmarc: 'ok' })
  })

  test('has new keys when the sender moves to another domain, and none without a mail server', async () => {
    const [, first] = (await setRecords()).records
    await save('leads@other-agency.com')
    expect(await look()).toMatchObject({ domain: 'other-agency.com', signs: 'F', records: [] })
    await save(`leads@${domain}`)
    expect(((await check()).body.data.records[1] as { name: string }).name).not.toBe(first!.name)
    await save('', '')
    expect(await look()).toMatchObject({ domain: '', records: [] })
    expect((await db.adminPool.query('select from mail_domain')).rowCount).toBe(0)
  })

  test('is not judged while its name servers are silent', async () => {
    await setRecords()
    names.fall(true)
    const refusal = await check()
    expect([refusal.status, refusal.body.message]).toEqual([409, 'The domain’s name servers did not respond.'])
    expect(await look()).toMatchObject({ signs: 'T', broken_since: null })
  }, 30_000)

  test('is seen and checked by its owner and the operator only', async () => {
    expect([
      (await check(tree.acme.admin)).status,
      (await check(tree.acme.clients[0]!.user)).status,
      (await check(tree.brightside.owner)).status,
      (await check(tree.root.system)).status,
    ]).toEqual([403, 403, 404, 200])
  })
})

describe('mail of that sender', () => {
  test('is not signed before the record of the key was seen', async () => {
    await check()
    expect(await sendMail()).not.toContain('DKIM-Signature')
  })

  test('is signed from then on, so that a receiver can verify it by the record', async () => {
    const view = await setRecords()
    expect(statesOf(view)).toEqual({ spf: 'ok', dkim: 'ok', dmarc: 'ok' })
    expect(view.signs).toBe('T')
    expect(await lastEntry()).toMatchObject({ action: 'setting.mailSigningStarted', after: { domain } })
    await sendMail()
    const mail = smtp.received.at(-1)!
    expect(await authenticate(mail, view.records)).toEqual({ dkim: [[domain, 'pass']], spf: 'pass', dmarc: 'pass' })
    const changedMail = { ...mail, raw: mail.raw.replace('Test email', 'Pest email') }
    expect((await authenticate(changedMail, view.records)).dkim).not.toEqual([[domain, 'pass']])
  })

  test('is no longer signed when the record is gone, and the inbox says so until it is back', async () => {
    const { records } = await setRecords()
    expect(await brokenItems()).toEqual([])
    const [, dkim] = records
    names.set('TXT', dkim!.name)
    clock.advance(25 * 3_600_000)
    http.forget()
    await checkMailDomainsJob.run(http.platform, {})
    expect(await look()).toMatchObject({ signs: 'F', broken_since: new Date(clock.now()).toISOString() })
    expect(await lastEntry()).toMatchObject({ action: 'setting.mailSigningStopped', actor_id: null })
    expect(await brokenItems()).toMatchObject([{ kind: 'mail_records_broken', company_id: tree.acme.id }])
    expect(await sendMail()).not.toContain('DKIM-Signature')
    names.set('TXT', dkim!.name, dkim!.value)
    await check()
    expect(await brokenItems()).toEqual([])
    expect(await sendMail()).toContain('DKIM-Signature')
  })
})

/** What a receiver finds by a public library: the sender's signature, whether the server may send, and both together. */
async function authenticate({ raw, mailFrom }: { raw: string; mailFrom: string }, records: MailDomain['records']) {
  const resolver = async (name: string): Promise<string[][]> => {
    const texts = records.filter((record) => record.name === name).map(({ value, found }) => [value || found])
    if (texts.length === 0) throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })
    return texts
  }
  const client = { ip: '127.0.0.1', helo: 'mail.test', mta: 'mx.test', sender: mailFrom }
  const { dkim, spf, dmarc } = await verifyMail(raw, { ...client, resolver, disableArc: true, disableBimi: true })
  const results = dkim.results.map(({ signingDomain, status }) => [signingDomain, status.result])
  return { dkim: results, spf: spf && spf.status.result, dmarc: dmarc && dmarc.status.result }
}
